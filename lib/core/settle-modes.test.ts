import { expect, test } from 'vitest'
import { parseSettleModes } from './settle-modes'

const read = (text?: string) => {
  const modes = parseSettleModes(text, [100])
  return [modes.get(1), modes.get(100)]
}

test('only embedded networks settle by default', () => {
  expect(read()).toEqual(['shadow', 'on'])
  expect(read('canary')).toEqual(['canary', 'canary'])
  expect(read('mainnet:canary, 100:shadow')).toEqual(['canary', 'shadow'])
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
])('rejects %j', (text) => {
  expect(() => read(text)).toThrow(/SETTLE/)
})
