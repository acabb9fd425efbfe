import { expect, test } from 'vitest'
import { chooseSlippage, parseSlippage, slippageSize } from './slippage'

test('percent is read with either decimal mark, to two decimals', () => {
  expect(parseSlippage('0.5')).toBe(50)
  expect(parseSlippage(' 1,25 % ')).toBe(125)
  expect(parseSlippage('0')).toBe(0)
  expect(parseSlippage('50')).toBe(5_000)
})

test.each(['', '50.01', '-1', '0.005', 'abc', '1e3'])('"%s" is no slippage', (text) => {
  expect(parseSlippage(text)).toBeUndefined()
})

test.each([
  [200, 'usual'],
  [201, 'notable'],
  [1_999, 'notable'],
  [2_000, 'large'],
])('a slippage of %s bps is %s', (bps, size) => {
  expect(slippageSize(bps)).toBe(size)
})

test('the owner’s choice comes before the service’s, the default last', () => {
  expect(chooseSlippage(10, 80)).toEqual({ bps: 10, source: 'custom' })
  expect(chooseSlippage(undefined, 80)).toEqual({ bps: 80, source: 'automatic' })
  expect(chooseSlippage(undefined, undefined)).toEqual({ bps: 50, source: 'default' })
  expect(chooseSlippage(undefined, 10_000).bps).toBe(5_000)
})
