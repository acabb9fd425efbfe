import { type ErrorCode, ServiceError } from '@/lib/core/errors'
import { channelNames } from '@/lib/outbox/failure'
import type { Channel } from '@/lib/outbox/subscription'

/** Error code and description of each refusal; `{…}` is a parameter. */
const refusals = {
  channelsOff: ['ServiceUnavailable', 'channels are switched off on this service'],
  channelOff: ['ServiceUnavailable', '{channel} is switched off on this service'],
  channelKnown: ['Conflict', 'the account has this channel already'],
  channelsFull: ['Conflict', 'an account has {most} channels at most, remove one first'],
  channelMissing: ['NotFound', 'the account has no such channel'],
  notConfirmed: ['Conflict', 'the receiver has not agreed yet'],
  labelUnreadable: ['BadRequest', 'label must have letters that can be read'],
  urlTooLong: ['BadRequest', 'url must have {most} characters at most'],
  notHttps: ['BadRequest', 'url must be an https address'],
  notHttpsNorAllowed: [
    'BadRequest',
    'url must be an https address, unless WEBHOOK_ALLOWED_HOSTS names its host and port',
  ],
  otherPort: [
    'BadRequest',
    'url must have no port but 443, unless WEBHOOK_ALLOWED_HOSTS names its host and port',
  ],
  urlPassword: ['BadRequest', 'url must not hold a name or password'],
  unknownHost: [
    'BadRequest',
    'url cannot be sent to: its host was not found on the public Internet',
  ],
  mailboxMissing: ['BadRequest', 'there is no such mailbox'],
  mailServerRefused: ['InternalServerError', 'the mail server did not take the mail'],
  mailsToAddressByYou: [
    'RateLimited',
    'you had this address sent three confirmation mails today, try again tomorrow',
  ],
  mailsByYou: ['RateLimited', 'you had ten confirmation mails sent today, try again tomorrow'],
  mailsToAddress: [
    'RateLimited',
    'this address was sent ten confirmation mails today, try again tomorrow',
  ],
  mailsInTotal: [
    'RateLimited',
    'this service has sent many confirmation mails, try again within the hour',
  ],
  linkExpired: [
    'BadRequest',
    'this link is too old or was replaced; ask for another one under Notifications',
  ],
  linkForged: ['BadRequest', 'this is no link of a mail of ours'],
  tooSoon: ['RateLimited', 'one test or retry in ten seconds, try again in a moment'],
  deliveryMissing: ['NotFound', 'the account has no such delivery'],
  deliveryNotFailed: ['Conflict', 'only a delivery that has failed is sent again'],
  retractedSince: ['Conflict', 'what it tells was taken back since'],
  channelDisabled: ['Conflict', 'the channel was given up, switch it on first'],
  channelPaused: ['Conflict', 'the channel is switched off, switch it on first'],
  browserGone: ['Conflict', 'the browser is gone, add it again first'],
} as const satisfies Record<string, readonly [ErrorCode, string]>

/** Codes of refusals that need no parameter. */
export type PlainRefusal = Exclude<
  keyof typeof refusals,
  'channelOff' | 'channelsFull' | 'urlTooLong'
>

/**
 * Why a request about channels is refused: a code with the parameters of its text. Pages find it as `reason` of the
 * error, next to the description (ADR 30).
 */
export type ChannelRefusal =
  | { readonly code: PlainRefusal }
  | { readonly code: 'channelsFull' | 'urlTooLong'; readonly most: number }
  | { readonly code: 'channelOff'; readonly channel: Exclude<Channel, 'webhook'> }

/** Creates the error of a refusal. */
export function channelError(
  refusal: ChannelRefusal,
  options: { readonly retryAfterSeconds?: number } = {},
): ServiceError {
  const [code, text] = refusals[refusal.code]
  const value =
    refusal.code === 'channelOff'
      ? channelNames[refusal.channel]
      : 'most' in refusal
        ? String(refusal.most)
        : ''
  const description = text.replace(/\{\w+\}/, value)
  return new ServiceError(code, description, { ...options, reason: refusal })
}
