import { type Channel, channels } from './subscription'

/** Codes without a parameter. */
export const plainFailureCodes = [
  'noAnswer',
  'timedOut',
  // The service itself failed.
  'notSent',
  'thisChannelOff',
  'mailLoginRefused',
  'mailServerUnreachable',
  // The reader of the mails left.
  'unsubscribed',
  'telegramUnreachable',
  // Our own rate limit at Telegram.
  'telegramBusy',
  'botBlocked',
  'telegramRefused',
  // Telegram rejects our token.
  'botUnknown',
  'pushUnreachable',
  'pushRefused',
  'pushGone',
  'pushKeysInvalid',
  // The notification was retracted before it was sent.
  'retracted',
  // The endpoint was disabled while the delivery was created.
  'endpointOff',
] as const

/**
 * Why a message was not accepted, was not sent, or its endpoint was disabled: a code with the parameters of its text.
 * Stored as {@link formatFailure} writes it, sent to pages as it is, worded by the catalogues (ADR 30).
 */
export type Failure =
  | { readonly code: (typeof plainFailureCodes)[number] }
  | {
      readonly code: 'answered' | 'redirected' | 'telegramAnswered' | 'pushAnswered'
      /** HTTP status. */
      readonly status: number
    }
  | { readonly code: 'telegramRateLimited'; readonly seconds: number }
  | {
      readonly code: 'mailServerReplied' | 'noMailbox' | 'mailRefused'
      /** SMTP status and enhanced status (RFC 3463), as far as given: `550 5.1.1`. */
      readonly reply: string
    }
  | { readonly code: 'channelOff'; readonly channel: Exclude<Channel, 'webhook'> }
  /** Every attempt of five days failed, the last one by `why`. */
  | { readonly code: 'alwaysFailed'; readonly why: Failure }
  /** Not sent, because the endpoint was disabled by `why`. */
  | { readonly code: 'endpointDisabled'; readonly why: Failure }
  /** A sentence stored before there were codes, which none of them replaces. */
  | { readonly code: 'other'; readonly text: string }

/** A failure's code. */
export type FailureCode = Failure['code']

/**
 * The English text of each code, with at most one parameter in braces: for operators, and to read rows stored before
 * there were codes.
 */
const texts: Readonly<Record<FailureCode, string>> = {
  noAnswer: 'did not answer',
  redirected: 'answered {status}, and redirects are not followed',
  answered: 'answered {status}',
  notSent: 'the service could not send it',
  timedOut: 'no answer within a minute',
  thisChannelOff: 'this channel is switched off on this service',
  channelOff: '{channel} is switched off on this service',
  mailLoginRefused: 'the mail server does not let this service in',
  mailServerUnreachable: 'the mail server cannot be reached',
  mailServerReplied: 'the mail server said {reply}',
  noMailbox: 'there is no such mailbox, the mail server said {reply}',
  mailRefused: 'not taken, the mail server said {reply}',
  unsubscribed: 'the reader of the mails has unsubscribed',
  telegramUnreachable: 'Telegram cannot be reached',
  telegramRateLimited: 'Telegram asks to wait for {seconds} s',
  telegramBusy: 'Telegram takes no more messages now',
  botBlocked: 'the chat has blocked the bot',
  telegramRefused: 'Telegram does not take the message',
  botUnknown: 'Telegram does not know the bot of this service',
  telegramAnswered: 'Telegram answered {status}',
  pushUnreachable: 'the push service of the browser did not answer',
  pushAnswered: 'the push service answered {status}',
  pushRefused: 'the push service does not take the message',
  pushGone: 'the browser no longer wants notifications',
  pushKeysInvalid: 'the keys of the browser do not hold',
  alwaysFailed: 'every attempt of five days failed: {why}',
  endpointDisabled: 'not sent, the receiver was given up: {why}',
  endpointOff: 'not sent, the receiver was given up',
  retracted: 'not sent, it was taken back before',
  other: '{text}',
}

/** English names of the channels that can be switched off, for the middle of a sentence. */
export const channelNames = { telegram: 'Telegram', web_push: 'web push', email: 'e-mail' } as const

/**
 * Formats a failure for a column: its code, then its parameter after a colon. A parameter that is a failure itself
 * follows in the same form: `alwaysFailed:answered:500`.
 */
export function formatFailure(failure: Failure): string {
  const { code, ...parameters } = failure
  const [value] = Object.values(parameters)
  if (code === 'other') return failure.text
  if (value === undefined) return code
  return `${code}:${typeof value === 'object' ? formatFailure(value) : value}`
}

/** Reads a column: the output of {@link formatFailure}, or an English sentence of an older row. */
export function parseFailure(stored: string): Failure {
  const [, code = '', value] = /^([a-zA-Z]+)(?::(.*))?$/s.exec(stored) ?? []
  return toFailure(code, value) ?? parseSentence(stored)
}

function parseSentence(sentence: string): Failure {
  for (const [code, text] of Object.entries(texts)) {
    const [before = '', after] = text.split(/\{\w+\}/)
    if (after === undefined ? sentence !== text : !sentence.startsWith(before)) continue
    if (!sentence.endsWith(after ?? '')) continue
    const value = sentence.slice(before.length, sentence.length - (after ?? '').length)
    const failure = toFailure(code, after === undefined ? undefined : value)
    if (failure) return failure
  }
  return { code: 'other', text: sentence }
}

/** Builds the failure of a code and its parameter as text; undefined when they do not fit. */
function toFailure(code: string, value: string | undefined): Failure | undefined {
  if (!Object.hasOwn(texts, code)) return undefined
  const name = /\{(\w+)\}/.exec(texts[code as FailureCode])?.[1]
  if (name === undefined) return value === undefined ? ({ code } as Failure) : undefined
  if (value === undefined || code === 'other') return undefined
  const parameter = readParameter(name, value)
  return parameter === undefined ? undefined : ({ code, [name]: parameter } as Failure)
}

function readParameter(name: string, value: string): string | number | Failure | undefined {
  if (name === 'why') return parseFailure(value)
  if (name === 'status' || name === 'seconds')
    return /^\d+$/.test(value) ? Number(value) : undefined
  if (name !== 'channel') return value
  return channels.find(
    (channel) => channel === value || (channel !== 'webhook' && channelNames[channel] === value),
  )
}

/** Describes a failure in English, for operators. */
export function describeFailure(failure: Failure): string {
  const { code, ...parameters } = failure
  const [value] = Object.values(parameters)
  const shown = typeof value === 'object' ? describeFailure(value) : `${value}`
  const name = code === 'channelOff' ? channelNames[failure.channel] : shown
  // A function: "$&" in a text must not be read as a pattern.
  return texts[code].replace(/\{\w+\}/, () => name)
}
