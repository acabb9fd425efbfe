import type { MarketOfToken } from '@/lib/client/market'
import type { Token } from '@/lib/client/swap/tokens'

/** A listed token and its market figures; undefined while they are not known. */
export type TokenRow = { readonly token: Token; readonly market: MarketOfToken | undefined }

/** By what the list of tokens can be sorted. */
export const sortKeys = ['token', 'price', 'dayChange', 'marketCap', 'tvl', 'volume'] as const

/** A column that sorts the list. */
export type SortKey = (typeof sortKeys)[number]

/** A column and its direction. */
export type TokenSort = { readonly key: SortKey; readonly isAscending: boolean }

/** The largest pools first: any contract can claim a supply, and with it a market cap, but not a pool. */
export const defaultSort: TokenSort = { key: 'tvl', isAscending: false }

/** Parses a sort from the address: `volume`, or `volume-up`. */
export function readSort(text: string | null): TokenSort {
  const [name, direction] = (text ?? '').split('-')
  const key = sortKeys.find((each) => each === name)
  return key ? { key, isAscending: direction === 'up' } : defaultSort
}

/** Writes a sort for the address; empty for the default. */
export const writeSort = ({ key, isAscending }: TokenSort): string =>
  key === defaultSort.key && !isAscending ? '' : `${key}${isAscending ? '-up' : ''}`

/** Returns the sort after a column head was pressed: names start with A, figures with the largest. */
export function nextSort(sort: TokenSort, key: SortKey): TokenSort {
  if (sort.key === key) return { key, isAscending: !sort.isAscending }
  return { key, isAscending: key === 'token' }
}

/** Sorts rows; those without the figure are last in both directions. Equal ones keep their sequence. */
export function sortRows(
  rows: readonly TokenRow[],
  { key, isAscending }: TokenSort,
): readonly TokenRow[] {
  const sign = isAscending ? 1 : -1
  if (key === 'token') {
    return rows.toSorted((a, b) => sign * compareText(a.token.symbol, b.token.symbol))
  }
  return rows.toSorted((a, b) => {
    const [one, other] = [a.market?.[key] ?? undefined, b.market?.[key] ?? undefined]
    if (one === undefined || other === undefined) {
      return Number(one === undefined) - Number(other === undefined)
    }
    return sign * (one - other)
  })
}

function compareText(one: string, other: string): number {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()]
  return a === b ? 0 : a < b ? -1 : 1
}
