import { timingSafeEqual } from 'node:crypto'
import { channelError, type PlainRefusal } from '@/lib/channels/channel-error'
import { keyedDigests } from '@/lib/channels/encryption/encrypt'
import { targetKeys } from '@/lib/channels/subscriptions/target-key'
import type { Config } from '@/lib/config'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { Identity } from '@/lib/core/identity'
import { daySeconds, toUnixSeconds } from '@/lib/core/time'
import { countUse } from '@/lib/db/rate-limit-store'
import { confirmSubscription } from '@/lib/outbox/subscription-store'
import { confirmationMail } from './mail-text'
import { requireMailSettings, sendMail } from './send-mail'

type MailSubscription = Identity & {
  readonly subscriptionId: string
  readonly address: string
}

/**
 * Sends a confirmation mail with a link valid for 24 hours. Call it after the subscription is committed, and again
 * whenever its owner requests another mail.
 *
 * @throws {ServiceError} RateLimited when too many confirmation mails were sent, BadRequest when the mailbox does not
 * exist, InternalServerError when the mail server rejects the mail, ServiceUnavailable without a mail server.
 */
export async function sendConfirmationMail(
  ctx: Context,
  { subscriptionId, address, account, networks }: MailSubscription,
): Promise<void> {
  const { origin } = requireMailSettings(ctx)
  const now = toUnixSeconds(ctx.now())
  await countConfirmationMail(ctx, { account, networks, address })
  const expiresAt = now + daySeconds
  const token = makeConfirmationToken(ctx.config, { subscriptionId, expiresAt })
  const link = `${origin}/notifications/confirm?token=${token}`
  const mail = {
    to: address,
    id: `confirm-${token.slice(-20)}`,
    ...confirmationMail({ account, link }),
  }
  const outcome = await sendMail(ctx, mail)
  if (outcome.kind === 'sent') return
  if (outcome.kind === 'gone') throw channelError({ code: 'mailboxMissing' })
  throw channelError({ code: 'mailServerRefused' }, { retryAfterSeconds: 60 })
}

/**
 * Confirms the subscription of a token and returns its account. Confirming twice changes nothing; a subscription that
 * was unsubscribed by mail resumes.
 *
 * @throws {ServiceError} BadRequest when the token is forged or expired, or its subscription was deleted.
 */
export async function confirmMail(ctx: Context, token: string): Promise<Address> {
  const facts = readConfirmationToken(ctx.config, { token, nowMs: ctx.now() })
  const id = facts?.subscriptionId
  const at = new Date(ctx.now())
  const account = id && (await confirmSubscription(ctx.db, { id, at }))
  if (account) return account
  throw channelError({ code: 'linkExpired' })
}

/** A mail address for which an identity requests confirmation. */
type MailRequest = Identity & { readonly address: string }

type Budget = {
  readonly key: string
  readonly max: number
  /** Length of the window, aligned to a UTC day or hour. */
  readonly seconds: number
  readonly code: PlainRefusal
}

/**
 * Counts a confirmation mail against its limits. One identity has three per address and day, so that it alone cannot
 * use up the address's limit, and ten per day in total. An address receives ten per day, whatever its `+tag`. All
 * accounts together have 200 per hour.
 *
 * @throws {ServiceError} RateLimited when a limit is reached.
 */
async function countConfirmationMail(ctx: Context, request: MailRequest): Promise<void> {
  const now = toUnixSeconds(ctx.now())
  // A request rejected by one limit does not count against the later ones.
  for (const { key, max, seconds, code } of budgetsOf(ctx, request)) {
    const endsAt = now - (now % seconds) + seconds
    if ((await countUse(ctx.db, { key, window: endsAt })) <= max) continue
    throw channelError({ code }, { retryAfterSeconds: endsAt - now })
  }
}

function budgetsOf({ config }: Context, request: MailRequest): readonly Budget[] {
  const { account, networks, address } = request
  // Owners of the address on other networks have budgets of their own.
  const identity = networks === null ? account : `${account}:${networks}`
  const [mailbox] = targetKeys(config, 'email', { address: withoutTag(address) })
  const day = { seconds: daySeconds }
  return [
    {
      ...{ ...day, key: `mail:${mailbox}:${identity}`, max: 3 },
      code: 'mailsToAddressByYou',
    },
    {
      ...{ ...day, key: `mail-by:${identity}`, max: 10 },
      code: 'mailsByYou',
    },
    {
      ...{ ...day, key: `mail:${mailbox}`, max: 10 },
      code: 'mailsToAddress',
    },
    {
      ...{ seconds: 3_600, key: 'mail', max: 200 },
      code: 'mailsInTotal',
    },
  ]
}

/** Most providers deliver `name+tag@host` to `name@host`. */
function withoutTag(address: string): string {
  return address.replace(/\+.*@/, '@')
}

type Keys = Pick<Config, 'encryptionKeys'>

/** The subscription that a confirmation link confirms. */
type ConfirmationFacts = {
  readonly subscriptionId: string
  /** Unix seconds of its expiry. */
  readonly expiresAt: number
}

const form = /^([0-9a-f]{32})\.([0-9a-z]{1,10})\.([A-Za-z0-9_-]{43})$/

/**
 * Creates the token of a confirmation link: subscription, expiry and a 256-bit keyed digest, so that it cannot be
 * forged and need not be stored.
 *
 * @throws {ServiceError} ServiceUnavailable without ENCRYPTION_KEY.
 */
export function makeConfirmationToken(
  keys: Keys,
  { subscriptionId, expiresAt }: ConfirmationFacts,
): string {
  const content = `${subscriptionId.replaceAll('-', '')}.${expiresAt.toString(36)}`
  return `${content}.${keyedDigests(keys, 'confirmation', content)[0]}`
}

/**
 * Verifies a confirmation token; undefined when forged or expired at `nowMs`.
 *
 * @throws {ServiceError} ServiceUnavailable without ENCRYPTION_KEY.
 */
export function readConfirmationToken(
  keys: Keys,
  { token, nowMs }: { readonly token: string; readonly nowMs: number },
): ConfirmationFacts | undefined {
  const [, id = '', time = '', digest = ''] = form.exec(token) ?? []
  if (digest === '') return undefined
  const own = keyedDigests(keys, 'confirmation', `${id}.${time}`)
  const expiresAt = Number.parseInt(time, 36)
  if (!own.some((one) => isSame(one, digest)) || expiresAt * 1_000 <= nowMs) return undefined
  return {
    subscriptionId: id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
    expiresAt,
  }
}

function isSame(left: string, right: string): boolean {
  return timingSafeEqual(Buffer.from(left), Buffer.from(right))
}
