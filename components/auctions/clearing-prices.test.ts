import { describe, expect, it } from 'vitest'
import type { Address } from '@/lib/core/address'
import { formatOf } from '@/lib/core/format/format'
import { clearingRates, type PricedToken } from './clearing-prices'

const weth = { address: '0x01', symbol: 'WETH', decimals: 18, price: 3_000_000_000n } as const
const usdc = { address: '0x02', symbol: 'USDC', decimals: 6, price: 10n ** 18n } as const
const dai = { address: '0x03', symbol: 'DAI', decimals: 18, price: 10n ** 6n } as const
const texts = (tokens: readonly PricedToken[], references: readonly Address[]) =>
  clearingRates(formatOf('en'), tokens, references).map(
    ({ token, rate, in: quote }) => `1 ${token.symbol} = ${rate} ${quote.symbol}`,
  )

describe('clearingRates', () => {
  it('prices one of each token in the first priced reference token', () => {
    expect(texts([weth, usdc, dai], ['0x09', '0x02', '0x01'])).toEqual([
      '1 WETH = 3,000.00 USDC',
      '1 DAI = 1.0000 USDC',
    ])
  })

  it('falls back to the first token', () => {
    expect(texts([usdc, weth], [])).toEqual(['1 WETH = 3,000.00 USDC'])
  })

  it('omits tokens without a price or with unknown decimals', () => {
    expect(texts([weth, { ...usdc, price: 0n }], ['0x02'])).toEqual([])
    expect(texts([weth, { ...usdc, decimals: undefined }], [])).toEqual([])
    expect(texts([], [])).toEqual([])
  })

  it('handles prices beyond the range of a float', () => {
    expect(texts([{ ...weth, price: 10n ** 400n }, usdc], ['0x02'])).toEqual([])
  })
})
