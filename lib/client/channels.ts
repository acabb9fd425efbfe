import type { Address } from '@/lib/core/address'
import { type AnswerOf, type BodyOf, type CallOptions, call } from './call'

/** The channels that the service offers, with what a browser needs to add one. */
export type ChannelOffers = AnswerOf<'readChannels'>
/** A channel subscription of an account. */
export type SubscriptionView = AnswerOf<'listAccountSubscriptions'>['subscriptions'][number]
/** A delivery: sent, pending or abandoned. */
export type DeliveryView = AnswerOf<'listDeliveries'>['deliveries'][number]
/** A new channel, with the secret or link that is shown once. */
export type Added = AnswerOf<'addSubscription'>
/** The result of a test message. */
export type TestOutcome = AnswerOf<'testSubscription'>
/** A channel to add. */
export type NewChannel = BodyOf<'addSubscription'>
/** Changes to a channel; omitted fields stay. */
export type ChannelChange = BodyOf<'changeAccountSubscription'>

/** A channel of a signed-in account. */
export type ChannelKey = { readonly account: Address; readonly id: string }

/** Filter of deliveries: by state, by channel, or before one. */
export type DeliveryPage = {
  readonly state?: DeliveryView['state'] | undefined
  readonly subscriptionId?: string | undefined
  readonly before?: string | undefined
  readonly limit: number
}

type Options = Pick<CallOptions, 'signal'>

const read = { fresh: true, tries: 2 } as const
// Errors are shown at once, and the user retries.
const once = { tries: 1 } as const

/** Fetches the offered channels and the maximum number per account. */
export function fetchChannels(account: Address, options: Options = {}): Promise<ChannelOffers> {
  return call('readChannels', { query: { account } }, { ...options, ...read })
}

/** Fetches an account's channels in the order in which they were added. */
export async function fetchSubscriptions(
  account: Address,
  options: Options = {},
): Promise<readonly SubscriptionView[]> {
  const input = { query: { account } }
  return (await call('listAccountSubscriptions', input, { ...options, ...read })).subscriptions
}

/** Adds a channel. */
export function addChannel(account: Address, body: NewChannel): Promise<Added> {
  return call('addSubscription', { query: { account }, body }, once)
}

/** Changes a channel's types, quiet hours and state. */
export function changeChannel({ account, id }: ChannelKey, body: ChannelChange) {
  return call('changeAccountSubscription', { params: { id }, query: { account }, body }, once)
}

/** Removes a channel and its delivery history. */
export function removeChannel({ account, id }: ChannelKey) {
  return call('deleteAccountSubscription', { params: { id }, query: { account } }, once)
}

/** Sends a test message to a channel and returns the result. */
export function testChannel({ account, id }: ChannelKey): Promise<TestOutcome> {
  return call('testSubscription', { params: { id }, query: { account } }, once)
}

/** Replaces a webhook's secret and returns the new one, once. */
export function rotateSecret({ account, id }: ChannelKey) {
  return call('rotateWebhookSecret', { params: { id }, query: { account } }, once)
}

/** Fetches deliveries, newest first. */
export async function fetchDeliveries(
  account: Address,
  page: DeliveryPage,
  options: Options = {},
): Promise<readonly DeliveryView[]> {
  const input = { query: { account, ...page } }
  return (await call('listDeliveries', input, { ...options, ...read })).deliveries
}

/** Retries an abandoned or waiting delivery now. */
export function retryDelivery({ account, id }: ChannelKey) {
  return call('retryAccountDelivery', { params: { id }, query: { account } }, once)
}

/** Exports all data stored for an account's notifications. */
export function exportData(account: Address) {
  return call('exportAccountData', { query: { account } }, { ...once, fresh: true })
}

/** Deletes all data stored for an account's notifications. */
export function deleteData(account: Address) {
  return call('deleteAccountData', { query: { account } }, once)
}

/** Confirms an email channel with the token of its first email. */
export function confirmMail(token: string) {
  return call('confirmMailAddress', { body: { token } }, once)
}

/** Unsubscribes an email channel with the token of any of its emails. */
export function unsubscribeMail(token: string) {
  return call('unsubscribeFromMail', { params: { token } }, once)
}
