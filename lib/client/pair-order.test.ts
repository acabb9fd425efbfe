import { expect, it } from 'vitest'
import { isQuotedInSold } from './pair-order'

const weth = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'
const usdc = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const usdt = '0xdac17f958d2ee523a2206206994597c13d831ec7'

it('quotes a pair in dollars if it has a dollar token', () => {
  expect(isQuotedInSold(usdc, weth)).toBe(true)
  expect(isQuotedInSold(weth, usdc)).toBe(false)
})

it('quotes other pairs in the bought token', () => {
  expect(isQuotedInSold(usdc, usdt)).toBe(false)
  expect(isQuotedInSold(weth, weth)).toBe(false)
  expect(isQuotedInSold(undefined, weth)).toBe(false)
  expect(isQuotedInSold(usdc, undefined)).toBe(false)
})
