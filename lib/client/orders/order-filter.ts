import type { Address } from '@/lib/core/address'
import type { OrderKind } from '@/lib/core/order'
import { hasFills, type ShownOrder } from './shown-order'

/** The tabs of the list, in order. */
export const orderTabs = ['open', 'filled', 'expired', 'cancelled', 'all'] as const

/** A tab of the list. */
export type OrderTab = (typeof orderTabs)[number]

/** Filter of the list. */
export type OrderFilter = {
  /** Undefined: chosen by content. */
  readonly tab: OrderTab | undefined
  /** Parts of token names, token addresses or uids; all must match. */
  readonly text: string
  readonly kind: OrderKind | undefined
  /** First and last day in the user's zone, such as `2026-11-21`; empty: unbounded. */
  readonly from: string
  readonly to: string
}

/** Address parameters of the filter. */
export type FilterSearch = Readonly<Record<'tab' | 'q' | 'kind' | 'from' | 'to', string>>

/** Longer than a uid with its prefix. */
const maxTextLength = 120

/** Parses a filter from the page's address; ignores invalid values. */
export function parseOrderFilter(search: { get(name: string): string | null }): OrderFilter {
  const read = (name: keyof FilterSearch) => search.get(name) ?? ''
  const kind = read('kind')
  return {
    tab: orderTabs.find((tab) => tab === read('tab')),
    text: read('q').slice(0, maxTextLength),
    kind: kind === 'sell' || kind === 'buy' ? kind : undefined,
    from: dayOrNone(read('from')),
    to: dayOrNone(read('to')),
  }
}

/** Returns the page's address for a filter; omits empty parameters. */
export function orderFilterSearch(filter: OrderFilter): FilterSearch {
  const { tab = '', text: q, kind = '', from, to } = filter
  return { tab, q, kind, from, to }
}

/** Returns whether anything other than the tab restricts the list. */
export function isFiltered({ text, kind, from, to }: OrderFilter): boolean {
  return text.trim() !== '' || kind !== undefined || from !== '' || to !== ''
}

/** Returns whether an order matches a filter, regardless of its tab. */
export function matchesFilter(
  order: ShownOrder,
  filter: OrderFilter,
  nameToken: (address: Address) => { readonly symbol: string; readonly name?: string },
): boolean {
  const { kind, from, to } = filter
  if (kind !== undefined && order.kind !== kind) return false
  const day = localDay(order.createdAt)
  if ((from !== '' && day < from) || (to !== '' && day > to)) return false
  const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return true
  const tokens = [order.sellToken, order.buyToken]
  const names = tokens.flatMap((token) => {
    const { symbol, name = '' } = nameToken(token)
    return [symbol.toLowerCase(), name.toLowerCase()]
  })
  const ids = [...tokens, order.uid]
  return words.every(
    (word) =>
      names.some((name) => name.includes(word)) ||
      ids.some((id) => id.slice(2).startsWith(word.replace(/^0x/, ''))),
  )
}

/** Returns an order's tab other than "all": an ended one with any fill counts as filled. */
export function tabOf(order: ShownOrder): Exclude<OrderTab, 'all'> {
  if (order.status === 'open') return 'open'
  return order.status === 'fulfilled' || hasFills(order) ? 'filled' : order.status
}

/** Counts the orders of each tab. */
export function countTabs(orders: readonly ShownOrder[]): Readonly<Record<OrderTab, number>> {
  const counts = { open: 0, filled: 0, expired: 0, cancelled: 0, all: orders.length }
  for (const order of orders) counts[tabOf(order)]++
  return counts
}

/** Returns the day of a time in the user's zone, such as `2026-11-21`. */
export function localDay(date: Date): string {
  const two = (number: number) => String(number).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

function dayOrNone(text: string): string {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))
  return isDay ? text : ''
}
