import { expect, test } from 'vitest'
import { parseNetworkAmounts, parseSettleModes } from './network-settings'

const readModes = (text?: string) => {
  const modes = parseSettleModes(text, [100])
  return [modes.get(1), modes.get(100)]
}

test('only embedded networks settle by default', () => {
  expect(readModes()).toEqual(['shadow', 'on'])
  expect(readModes('canary')).toEqual(['canary', 'canary'])
  expect(readModes('mainnet:canary, 100:shadow')).toEqual(['canary', 'shadow'])
})

test.each([
  '',
  'off',
  'mainnet:',
  'mainnet=on',
  'ropsten:on',
  'on;shadow',
  'mainnet:shadow,on',
  'on,mainnet:shadow',
  'mainnet:on,1:shadow',
])('rejects the modes %j', (text) => {
  expect(() => readModes(text)).toThrow(/SETTLE/)
})

const form = { name: 'MAX_TIP_GWEI', decimals: 9, fallback: () => '3' }
const readAmounts = (text?: string) => {
  const amounts = parseNetworkAmounts(text, form)
  return [amounts.get(1), amounts.get(100)]
}

test('an amount applies to all networks, a network’s own amount to that network only', () => {
  expect(readAmounts()).toEqual([3_000_000_000n, 3_000_000_000n])
  expect(readAmounts('0.5')).toEqual([500_000_000n, 500_000_000n])
  expect(readAmounts('1:2, gnosis:7')).toEqual([2_000_000_000n, 7_000_000_000n])
})

test.each([
  '-1',
  'x',
  '1:',
  'ropsten:3',
  '1:2;100:3',
  '1:2,3',
  '1:2,mainnet:3',
  '',
  '0.0000000001',
])('rejects the amounts %j', (text) => {
  expect(() => readAmounts(text)).toThrow(/MAX_TIP_GWEI/)
})
