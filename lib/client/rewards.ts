import type { Address } from '@/lib/core/address'
import { type AnswerOf, type CallOptions, callDated } from './call'
import type { Dated } from './request'

/** An affiliate's earnings in dollars. */
export type AffiliateStats = AnswerOf<'readAffiliateStats'>
/** A trader's affiliate and earnings, in dollars. */
export type TraderStats = AnswerOf<'readTraderStats'>
/** Volume of an affiliate's traders on a UTC day, in dollars. */
export type DayRow = AnswerOf<'listDaysOfAffiliate'>['rows'][number]
/** A trader bound to an affiliate. */
export type TraderRow = AnswerOf<'listTradersOfAffiliate'>['rows'][number]
/** A wallet's earnings in an epoch from one trader. */
export type PayoutRow = AnswerOf<'listPayoutsOfWallet'>['rows'][number]
/** A trade and its eligible value. */
export type ActivityRow = AnswerOf<'listTraderActivity'>['rows'][number]

/** Page of a list. */
export type Page = { readonly offset: number; readonly limit: number }

type Options = Pick<CallOptions, 'signal'>

// Statistics may be half a minute old, each independently, so every answer includes its age.
const twice = { tries: 2 } as const

/** Fetches an affiliate's earnings; {@link ApiError} 404 for a wallet that never had a code. */
export function fetchAffiliateStats(address: Address, options: Options) {
  return callDated('readAffiliateStats', { params: { address } }, { ...options, ...twice })
}

/** Fetches a trader's affiliate; {@link ApiError} 404 for an account that never traded with a code. */
export function fetchTraderStats(address: Address, options: Options) {
  return callDated('readTraderStats', { params: { address } }, { ...options, ...twice })
}

/** Fetches the days from `from` to `to` (inclusive UTC dates) with trades of an affiliate's traders, oldest first. */
export async function fetchAffiliateDays(
  address: Address,
  query: { readonly from: string; readonly to: string },
  options: Options,
): Promise<Dated<readonly DayRow[]>> {
  const input = { params: { address }, query }
  return rowsOf(await callDated('listDaysOfAffiliate', input, { ...options, ...twice }))
}

/** Fetches the traders of an affiliate, highest eligible volume first. */
export async function fetchTraders(
  address: Address,
  query: Page,
  options: Options,
): Promise<Dated<readonly TraderRow[]>> {
  const input = { params: { address }, query }
  return rowsOf(await callDated('listTradersOfAffiliate', input, { ...options, ...twice }))
}

/** Fetches a wallet's earnings in closed epochs, newest first. */
export async function fetchPayouts(
  address: Address,
  query: Page,
  options: Options,
): Promise<Dated<readonly PayoutRow[]>> {
  const input = { params: { address }, query }
  return rowsOf(await callDated('listPayoutsOfWallet', input, { ...options, ...twice }))
}

/** Fetches the trades of a trader, newest first. */
export async function fetchActivity(
  address: Address,
  query: Page,
  options: Options,
): Promise<Dated<readonly ActivityRow[]>> {
  const input = { params: { address }, query }
  return rowsOf(await callDated('listTraderActivity', input, { ...options, ...twice }))
}

const rowsOf = <T>({ body, asOfMs }: Dated<{ readonly rows: T }>): Dated<T> => ({
  body: body.rows,
  asOfMs,
})
