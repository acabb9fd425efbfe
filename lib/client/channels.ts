import type { Address } from '@/lib/core/address'
import { type AnswerOf, type BodyOf, type CallOptions, call } from './call'

/** The channels that the service offers, and what a browser needs to add one. */
export type ChannelOffers = AnswerOf<'readChannels'>
/** Where an account has its notifications sent. */
export type SubscriptionView = AnswerOf<'listAccountSubscriptions'>['subscriptions'][number]
/** What was sent to a channel, waits or was given up. */
export type DeliveryView = AnswerOf<'listDeliveries'>['deliveries'][number]
/** What was added, with the secret or the link that is told once. */
export type Added = AnswerOf<'addSubscription'>
/** What came of a test. */
export type TestOutcome = AnswerOf<'testSubscription'>
/** A channel that is to be added. */
export type NewChannel = BodyOf<'addSubscription'>
/** What is to be changed of a channel; what is left out stays. */
export type ChannelChange = BodyOf<'changeAccountSubscription'>

/** A channel of a signed-in account. */
export type ChannelKey = { readonly account: Address; readonly id: string }

/** Which deliveries: of a state or a channel, those before one. */
export type DeliveryPage = {
  readonly state?: DeliveryView['state'] | undefined
  readonly subscriptionId?: string | undefined
  readonly before?: string | undefined
  readonly limit: number
}

type Options = Pick<CallOptions, 'signal'>

const read = { fresh: true, tries: 2 } as const
// A person is told at once, and asks again.
const once = { tries: 1 } as const

/** Which channels the service offers, and how many an account may have. */
export function fetchChannels(account: Address, options: Options = {}): Promise<ChannelOffers> {
  return call('readChannels', { query: { account } }, { ...options, ...read })
}

/** Where an account has its notifications sent, in the order in which they were added. */
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

/** Changes what a channel is sent, and when. */
export function changeChannel({ account, id }: ChannelKey, body: ChannelChange) {
  return call('changeAccountSubscription', { params: { id }, query: { account }, body }, once)
}

/** Removes a channel with the record of what was sent there. */
export function removeChannel({ account, id }: ChannelKey) {
  return call('deleteAccountSubscription', { params: { id }, query: { account } }, once)
}

/** Sends a test to a channel, and tells what came of it. */
export function testChannel({ account, id }: ChannelKey): Promise<TestOutcome> {
  return call('testSubscription', { params: { id }, query: { account } }, once)
}

/** Gives a webhook a new secret, which is told this once. */
export function rotateSecret({ account, id }: ChannelKey) {
  return call('rotateWebhookSecret', { params: { id }, query: { account } }, once)
}

/** What was sent, waits or was given up, the newest first. */
export async function fetchDeliveries(
  account: Address,
  page: DeliveryPage,
  options: Options = {},
): Promise<readonly DeliveryView[]> {
  const input = { query: { account, ...page } }
  return (await call('listDeliveries', input, { ...options, ...read })).deliveries
}

/** Sends again what was given up, or tries now what waits for another attempt. */
export function retryDelivery({ account, id }: ChannelKey) {
  return call('retryAccountDelivery', { params: { id }, query: { account } }, once)
}

/** All that is kept of an account for its notifications. */
export function exportData(account: Address) {
  return call('exportAccountData', { query: { account } }, { ...once, fresh: true })
}

/** Removes all that is kept of an account for its notifications. */
export function deleteData(account: Address) {
  return call('deleteAccountData', { query: { account } }, once)
}

/** Agrees to mails by the token of the first one. */
export function confirmMail(token: string) {
  return call('confirmMailAddress', { body: { token } }, once)
}

/** Ends mails by the token of any of them. */
export function unsubscribeMail(token: string) {
  return call('unsubscribeFromMail', { params: { token } }, once)
}
