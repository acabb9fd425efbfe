import { expect, test } from 'vitest'
import { parseNetworkAmounts } from './network-amounts'

const form = { name: 'MAX_TIP_GWEI', decimals: 9, fallback: () => '3' }
const read = (text?: string) => {
  const amounts = parseNetworkAmounts(text, form)
  return [amounts.get(1), amounts.get(100)]
}

test('an amount applies to all networks, a network’s own amount to that network only', () => {
  expect(read()).toEqual([3_000_000_000n, 3_000_000_000n])
  expect(read('0.5')).toEqual([500_000_000n, 500_000_000n])
  expect(read('1:2, gnosis:7')).toEqual([2_000_000_000n, 7_000_000_000n])
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
])('rejects %j', (text) => {
  expect(() => read(text)).toThrow(/MAX_TIP_GWEI/)
})
