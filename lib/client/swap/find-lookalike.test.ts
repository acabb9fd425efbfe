import { expect, test } from 'vitest'
import { findLookalike } from './find-lookalike'
import type { Token } from './tokens'

const usdc: Token = { address: '0x01', name: 'USD Coin', symbol: 'USDC', decimals: 6 }
const link: Token = { address: '0x02', name: 'ChainLink Token', symbol: 'LINK', decimals: 18 }
const twinOf = (symbol: string, name = 'Whatever') =>
  findLookalike({ address: '0x03', symbol, name }, [usdc, link])

test.each([
  ['the same symbol', 'USDC'],
  ['another case', 'uSdC'],
  ['a Cyrillic letter', 'USDС'],
  ['two Cyrillic letters', 'UЅDС'],
  ['a figure for a letter', 'U5DC'],
  ['marks and spaces', ' U.S.D-C '],
  ['an accent', 'USDĆ'],
])('%s looks like the listed token', (_, symbol) => {
  expect(twinOf(symbol)).toBe(usdc)
})

test('small L and capital I look the same', () => {
  expect(twinOf('IlNK')).toBe(link)
  expect(twinOf('LlNK')).toBe(link)
})

test('detects the name of a listed token with another symbol', () => {
  expect(twinOf('GAIN', 'usd  coin')).toBe(usdc)
})

test('a token that resembles none, or only itself, is no lookalike', () => {
  expect(twinOf('USDT')).toBeUndefined()
  expect(twinOf('…', '…')).toBeUndefined()
  expect(findLookalike(usdc, [usdc, link])).toBeUndefined()
})
