import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { hasFills, type ShownOrder } from './shown-order'

/** The tabs of the list, in order. */
export const orderTabs = ['all', 'open', 'filled', 'expired', 'cancelled'] as const

/** A tab of the list. */
export type OrderTab = (typeof orderTabs)[number]

/** The periods that can be selected, in order; `custom` has a first and a last day. */
export const orderPeriods = [
  'week',
  'month',
  'quarter',
  'year',
  'lastYear',
  'all',
  'custom',
] as const

/** A period of the list. */
export type OrderPeriod = (typeof orderPeriods)[number]

/** The period of a list that says none: 30 days, as its totals. */
export const usualPeriod: OrderPeriod = 'month'

/** The types of orders, in order: one that takes its quote, waits for its owner's price, or is part of a schedule. */
export const orderTypes = ['swap', 'limit', 'schedule'] as const

/** A type of orders. */
export type OrderType = (typeof orderTypes)[number]

/** Returns the type of an order. */
export function orderType({
  isQuoted,
  schedule,
}: Pick<ShownOrder, 'isQuoted' | 'schedule'>): OrderType {
  if (schedule !== undefined) return 'schedule'
  return isQuoted === false ? 'limit' : 'swap'
}

/** Parses a type; undefined for any other text. */
export const parseOrderType = (text: string): OrderType | undefined =>
  orderTypes.find((type) => type === text)

/** Filter of the list. */
export type OrderFilter = {
  readonly tab: OrderTab
  /** Parts of token names, token addresses or uids; all must match. A transaction hash stands alone. */
  readonly text: string
  readonly type: OrderType | undefined
  /** Whether the list holds the orders of all networks, or of the selected one only. */
  readonly isEverywhere: boolean
  readonly period: OrderPeriod
  /** First and last day of a custom period in the user's zone, such as `2026-11-21`; empty: unbounded. */
  readonly from: string
  readonly to: string
}

/** Address parameters of the filter. */
export type FilterSearch = Readonly<
  Record<'tab' | 'q' | 'type' | 'networks' | 'period' | 'from' | 'to', string>
>

/** Longer than a uid with its prefix. */
const maxTextLength = 120

/** Parses a filter from the page's address; ignores invalid values. */
export function parseOrderFilter(search: { get(name: string): string | null }): OrderFilter {
  const read = (name: keyof FilterSearch) => search.get(name) ?? ''
  const [from, to] = [dayOrNone(read('from')), dayOrNone(read('to'))]
  const period = orderPeriods.find((each) => each === read('period')) ?? usualPeriod
  return {
    tab: orderTabs.find((tab) => tab === read('tab')) ?? 'all',
    text: read('q').slice(0, maxTextLength),
    type: parseOrderType(read('type')),
    isEverywhere: read('networks') === 'all',
    period: from || to ? 'custom' : period,
    ...{ from, to },
  }
}

/** Returns the page's address for a filter; omits parameters with their usual value. */
export function orderFilterSearch(filter: OrderFilter): FilterSearch {
  const { text: q, type = '', period } = filter
  const isCustom = period === 'custom'
  return {
    ...{ q, type },
    networks: filter.isEverywhere ? 'all' : '',
    tab: filter.tab === 'all' ? '' : filter.tab,
    period: period === usualPeriod || (isCustom && (filter.from || filter.to)) ? '' : period,
    from: isCustom ? filter.from : '',
    to: isCustom ? filter.to : '',
  }
}

/** Returns whether anything other than the tab restricts the list more than usual. */
export function isFiltered({ text, type, period, from, to }: OrderFilter): boolean {
  const isOtherPeriod = period === 'custom' ? from !== '' || to !== '' : !isAtLeastUsual(period)
  return text.trim() !== '' || type !== undefined || isOtherPeriod
}

const isAtLeastUsual = (period: OrderPeriod) => period !== 'week' && period !== 'lastYear'

/** First and last day in the user's zone; empty: unbounded. */
export type DayRange = { readonly from: string; readonly to: string }

const daysOf: Partial<Record<OrderPeriod, number>> = { week: 7, month: 30, quarter: 90 }

/** Returns the days of a filter's period. */
export function periodDays({ period, from, to }: OrderFilter, now: Date): DayRange {
  const year = now.getFullYear()
  const days = daysOf[period]
  if (days !== undefined) {
    return { from: localDay(new Date(year, now.getMonth(), now.getDate() - days + 1)), to: '' }
  }
  if (period === 'year') return { from: `${year}-01-01`, to: '' }
  if (period === 'lastYear') return { from: `${year - 1}-01-01`, to: `${year - 1}-12-31` }
  return period === 'custom' ? { from, to } : { from: '', to: '' }
}

/** Returns whether a time is in a range of days. */
export function isInDays(time: Date, { from, to }: DayRange): boolean {
  const day = localDay(time)
  return (from === '' || day >= from) && (to === '' || day <= to)
}

type Known = {
  /** Names a token on an order's network. */
  readonly nameToken: (
    address: Address,
    chainId?: number,
  ) => { readonly symbol: string; readonly name?: string }
  readonly now: Date
  /** The orders that the transaction of {@link transactionOf} filled. */
  readonly inTransaction?: ReadonlySet<string> | undefined
}

/** Returns whether an order matches a filter, regardless of its tab. An open order is in every period but a custom one. */
export function matchesFilter(order: ShownOrder, filter: OrderFilter, known: Known): boolean {
  if (filter.type !== undefined && orderType(order) !== filter.type) return false
  const isAlways = order.status === 'open' && filter.period !== 'custom'
  if (!isAlways && !isInDays(order.createdAt, periodDays(filter, known.now))) return false
  if (transactionOf(filter) !== undefined) return known.inTransaction?.has(order.uid) === true
  const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return true
  const tokens = [order.sellToken, order.buyToken]
  const names = tokens.flatMap((token) => {
    const { symbol, name = '' } = known.nameToken(token, order.chainId)
    return [symbol.toLowerCase(), name.toLowerCase()]
  })
  const ids = [...tokens, order.uid]
  return words.every(
    (word) =>
      names.some((name) => name.includes(word)) ||
      ids.some((id) => id.slice(2).startsWith(word.replace(/^0x/, ''))),
  )
}

/** Returns the transaction hash that is searched for, if the text is one. */
export function transactionOf({ text }: Pick<OrderFilter, 'text'>): Hex | undefined {
  const word = text.trim().toLowerCase()
  return /^0x[0-9a-f]{64}$/.test(word) ? (word as Hex) : undefined
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
