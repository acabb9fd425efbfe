import type { Address } from '@/lib/core/address'
import type { OrderKind } from '@/lib/core/order'
import { isTouched, type ShownOrder } from './shown-order'

/** The tabs of the list, in their order. */
export const orderTabs = ['open', 'filled', 'expired', 'cancelled', 'all'] as const

/** A tab of the list. */
export type OrderTab = (typeof orderTabs)[number]

/** What of the list is shown. */
export type OrderFilter = {
  /** Undefined: whichever has most to say. */
  readonly tab: OrderTab | undefined
  /** Parts of token names, token addresses or uids; each must be found. */
  readonly text: string
  readonly kind: OrderKind | undefined
  /** First and last day, in the reader's zone, such as `2026-11-21`; empty: without end. */
  readonly from: string
  readonly to: string
}

/** The members of the page's address that a filter is kept in. */
export type FilterSearch = Readonly<Record<'tab' | 'q' | 'kind' | 'from' | 'to', string>>

const longestText = 120

/** Reads a filter from the page's address; what makes no sense is left out. */
export function parseOrderFilter(search: { get(name: string): string | null }): OrderFilter {
  const read = (name: keyof FilterSearch) => search.get(name) ?? ''
  const kind = read('kind')
  return {
    tab: orderTabs.find((tab) => tab === read('tab')),
    text: read('q').slice(0, longestText),
    kind: kind === 'sell' || kind === 'buy' ? kind : undefined,
    from: dayOrNone(read('from')),
    to: dayOrNone(read('to')),
  }
}

/** The page's address for a filter; empty members are left out of it. */
export function orderFilterSearch(filter: OrderFilter): FilterSearch {
  const { tab = '', text: q, kind = '', from, to } = filter
  return { tab, q, kind, from, to }
}

/** Whether anything but the tab narrows the list. */
export function isNarrowed({ text, kind, from, to }: OrderFilter): boolean {
  return text.trim() !== '' || kind !== undefined || from !== '' || to !== ''
}

/** Whether an order is in what a filter lets through, whatever its tab. */
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

/** The tab of an order beside "all": one that is over counts as filled where any of it was traded. */
export function tabOf(order: ShownOrder): Exclude<OrderTab, 'all'> {
  if (order.status === 'open') return 'open'
  return order.status === 'fulfilled' || isTouched(order) ? 'filled' : order.status
}

/** How many orders each tab holds. */
export function countTabs(orders: readonly ShownOrder[]): Readonly<Record<OrderTab, number>> {
  const counts = { open: 0, filled: 0, expired: 0, cancelled: 0, all: orders.length }
  for (const order of orders) counts[tabOf(order)]++
  return counts
}

/** The day of a moment in the reader's zone, such as `2026-11-21`. */
export function localDay(date: Date): string {
  const two = (number: number) => String(number).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

function dayOrNone(text: string): string {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))
  return isDay ? text : ''
}
