import { describe, expect, test } from 'vitest'
import { defaultSort, nextSort, readSort, sortRows, type TokenRow, writeSort } from './token-rows'

const row = (symbol: string, tvl: number, price: number | null): TokenRow => ({
  token: { address: `0x${symbol}`, symbol, name: symbol, decimals: 18 },
  market: {
    ...{ address: `0x${symbol}`, price, dayChange: null, marketCap: null, supply: null },
    ...{ tvl, volume: 0, week: [] },
  },
})

const rows = [row('USDC', 20, 1), row('aave', 10, null), row('WETH', 30, 3_000)]
const symbols = (sorted: readonly TokenRow[]) => sorted.map(({ token }) => token.symbol)

describe('the list of tokens', () => {
  test('starts with the largest pools', () => {
    expect(symbols(sortRows(rows, defaultSort))).toEqual(['WETH', 'USDC', 'aave'])
  })

  test('has tokens without the figure last in both directions', () => {
    const sort = { key: 'price', isAscending: true } as const
    expect(symbols(sortRows(rows, sort))).toEqual(['USDC', 'WETH', 'aave'])
    expect(symbols(sortRows(rows, { ...sort, isAscending: false }))).toEqual([
      'WETH',
      'USDC',
      'aave',
    ])
  })

  test('is sorted by name in any case', () => {
    const sort = nextSort(defaultSort, 'token')
    expect(symbols(sortRows(rows, sort))).toEqual(['aave', 'USDC', 'WETH'])
  })

  test('keeps its sequence until the figures are known', () => {
    const unknown = rows.map(({ token }) => ({ token, market: undefined }))
    expect(sortRows(unknown, defaultSort)).toEqual(unknown)
  })
})

test('a second press of a column turns it around', () => {
  const first = nextSort(defaultSort, 'volume')
  expect(first).toEqual({ key: 'volume', isAscending: false })
  expect(nextSort(first, 'volume')).toEqual({ key: 'volume', isAscending: true })
})

test('a sort survives the address', () => {
  for (const sort of [defaultSort, nextSort(defaultSort, 'tvl'), nextSort(defaultSort, 'token')]) {
    expect(readSort(writeSort(sort))).toEqual(sort)
  }
  expect(writeSort(defaultSort)).toBe('')
  expect(readSort('size')).toEqual(defaultSort)
  expect(readSort(null)).toEqual(defaultSort)
})
