import { expect, test } from 'vitest'
import { findTwin } from './find-twin'
import type { Token } from './tokens'

const usdc: Token = { address: '0x01', name: 'USD Coin', symbol: 'USDC', decimals: 6 }
const link: Token = { address: '0x02', name: 'ChainLink Token', symbol: 'LINK', decimals: 18 }
const twinOf = (symbol: string, name = 'Whatever') =>
  findTwin({ address: '0x03', symbol, name }, [usdc, link])

test.each([
  ['the same symbol', 'USDC'],
  ['another case', 'uSdC'],
  ['a Cyrillic letter', 'USDС'],
  ['two Cyrillic letters', 'UЅDС'],
  ['a figure for a letter', 'U5DC'],
  ['marks and spaces', ' U.S.D-C '],
  ['an accent', 'USDĆ'],
])('%s is taken for the listed token', (_, symbol) => {
  expect(twinOf(symbol)).toBe(usdc)
})

test('a small L is taken for a capital I, and the other way around', () => {
  expect(twinOf('IlNK')).toBe(link)
  expect(twinOf('LlNK')).toBe(link)
})

test('the name of a listed token under another symbol is found out too', () => {
  expect(twinOf('GAIN', 'usd  coin')).toBe(usdc)
})

test('a token that looks like none is taken for none, nor is one for itself', () => {
  expect(twinOf('USDT')).toBeUndefined()
  expect(twinOf('…', '…')).toBeUndefined()
  expect(findTwin(usdc, [usdc, link])).toBeUndefined()
})
