import { type AnswerOf, type BodyOf, type CallOptions, call } from '@/lib/client/call'
import type { Address } from '@/lib/core/address'

/** A price alert in the API's format. */
export type PriceAlertView = AnswerOf<'addAccountPriceAlert'>
/** The price alerts of an account, and how many it may have. */
export type PriceAlertList = AnswerOf<'listAccountPriceAlerts'>
/** A price alert to add. */
export type NewPriceAlert = BodyOf<'addAccountPriceAlert'>
/** What an alert is to wait for. */
export type PriceAlertTarget = BodyOf<'armAccountPriceAlert'>

/** A price alert of a signed-in account. */
export type PriceAlertKey = { readonly account: Address; readonly id: string }

type Options = Pick<CallOptions, 'signal'>

// Errors are shown at once, and the user retries.
const once = { tries: 1 } as const

/** Fetches the price alerts of an account, newest first. */
export function fetchPriceAlerts(account: Address, options: Options = {}): Promise<PriceAlertList> {
  const input = { query: { account } }
  return call('listAccountPriceAlerts', input, { ...options, fresh: true, tries: 2 })
}

/** Adds a price alert. */
export function addPriceAlert(account: Address, body: NewPriceAlert): Promise<PriceAlertView> {
  return call('addAccountPriceAlert', { query: { account }, body }, once)
}

/** Arms a price alert again, fired or not. */
export function armPriceAlert({ account, id }: PriceAlertKey, body: PriceAlertTarget) {
  return call('armAccountPriceAlert', { params: { id }, query: { account }, body }, once)
}

/** Removes a price alert. */
export function removePriceAlert({ account, id }: PriceAlertKey) {
  return call('deleteAccountPriceAlert', { params: { id }, query: { account } }, once)
}
