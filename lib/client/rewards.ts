import type { Address } from '@/lib/core/address'
import { type AnswerOf, type CallOptions, callDated } from './call'
import type { Dated } from './request'

/** What an affiliate has earned, in dollars. */
export type AffiliateStats = AnswerOf<'readAffiliateStats'>
/** Whom a trader is bound to and what it has earned, in dollars. */
export type TraderStats = AnswerOf<'readTraderStats'>
/** What the traders of an affiliate did on a UTC day, in dollars. */
export type DayRow = AnswerOf<'listDaysOfAffiliate'>['rows'][number]
/** A trader that is bound to an affiliate. */
export type TraderRow = AnswerOf<'listTradersOfAffiliate'>['rows'][number]
/** What an epoch has earned a wallet by one trader. */
export type PayoutRow = AnswerOf<'listPayoutsOfWallet'>['rows'][number]
/** A trade of a trader and what it counts for. */
export type ActivityRow = AnswerOf<'listTraderActivity'>['rows'][number]

/** Which rows of a list. */
export type Page = { readonly offset: number; readonly limit: number }

type Options = Pick<CallOptions, 'signal'>

// Statistics may be half a minute old, each by itself, so every answer tells how old it is.
const twice = { tries: 2 } as const

/** What an affiliate has earned; {@link ApiError} 404 for a wallet that never had a code. */
export function fetchAffiliateStats(address: Address, options: Options) {
  return callDated('readAffiliateStats', { params: { address } }, { ...options, ...twice })
}

/** Whom a trader is bound to; {@link ApiError} 404 for an account that never traded with a code. */
export function fetchTraderStats(address: Address, options: Options) {
  return callDated('readTraderStats', { params: { address } }, { ...options, ...twice })
}

/** The days from `from` to `to` (UTC dates, both included) on which traders of an affiliate traded, oldest first. */
export async function fetchAffiliateDays(
  address: Address,
  query: { readonly from: string; readonly to: string },
  options: Options,
): Promise<Dated<readonly DayRow[]>> {
  const input = { params: { address }, query }
  return rowsOf(await callDated('listDaysOfAffiliate', input, { ...options, ...twice }))
}

/** The traders of an affiliate, those with most eligible volume first. */
export async function fetchTraders(
  address: Address,
  query: Page,
  options: Options,
): Promise<Dated<readonly TraderRow[]>> {
  const input = { params: { address }, query }
  return rowsOf(await callDated('listTradersOfAffiliate', input, { ...options, ...twice }))
}

/** What closed epochs have earned a wallet, newest first. */
export async function fetchPayouts(
  address: Address,
  query: Page,
  options: Options,
): Promise<Dated<readonly PayoutRow[]>> {
  const input = { params: { address }, query }
  return rowsOf(await callDated('listPayoutsOfWallet', input, { ...options, ...twice }))
}

/** The trades of a trader, newest first. */
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
