import { expect, test } from 'vitest'
import { ApiError } from '@/lib/client/request'
import { describeFailure, type Failure, plainFailureCodes } from '@/lib/outbox/failure'
import { translatorOf } from '@/lib/testing/translator-of'
import { failureText, reasonText } from './reason-text'

const [english, german] = [translatorOf('notifications'), translatorOf('notifications', 'de')]

const answered = { code: 'answered', status: 500 } as const
const failures: readonly Failure[] = [
  ...plainFailureCodes.map((code) => ({ code })),
  answered,
  { code: 'redirected', status: 302 },
  { code: 'telegramAnswered', status: 500 },
  { code: 'pushAnswered', status: 500 },
  { code: 'telegramRateLimited', seconds: 35 },
  { code: 'mailServerReplied', reply: '450' },
  { code: 'noMailbox', reply: '550 5.1.1' },
  { code: 'mailRefused', reply: '552 5.2.2' },
  { code: 'channelOff', channel: 'email' },
  { code: 'channelOff', channel: 'web_push' },
  { code: 'alwaysFailed', why: answered },
  { code: 'endpointDisabled', why: { code: 'alwaysFailed', why: answered } },
]

test.each(failures)('$code has a text with the service’s figures, and a translation', (failure) => {
  const text = reasonText(english, failure)
  expect(text).not.toMatch(/\{|reason\./)
  expect(text.match(/\d+/g)).toEqual(describeFailure(failure).match(/\d+/g))
  expect(reasonText(german, failure)).not.toBe(text)
  expect(reasonText(german, failure)).not.toContain('{')
})

test('a reason is shown in the user’s language, with its values', () => {
  expect(reasonText(english, answered)).toBe('it responded with 500')
  expect(reasonText(german, answered)).toBe('die Antwort war 500')
  expect(reasonText(german, { code: 'endpointDisabled', why: { code: 'noAnswer' } })).toBe(
    'nicht gesendet, der Kanal wurde deaktiviert: keine Antwort',
  )
  expect(reasonText(german, { code: 'noMailbox', reply: '550 5.1.1' })).toBe(
    'dieses Postfach gibt es nicht, der Mailserver meldet 550 5.1.1',
  )
})

test('a stored sentence without a code is shown unchanged', () => {
  expect(reasonText(german, { code: 'other', text: 'the moon is full' })).toBe('the moon is full')
})

test('a rejection is shown as a sentence', () => {
  const message = 'the account has this channel already'
  const error = new ApiError(409, { message, reason: { code: 'channelKnown' } })
  expect(failureText(english, error)).toBe('The account already has this channel.')
  expect(failureText(german, error)).toBe('Das Konto hat diesen Kanal bereits.')
})

test('distinguishes an outage, an expired session and a lost connection', () => {
  const failed = (status: number, message: string) =>
    failureText(english, new ApiError(status, { message }))
  expect(failed(500, 'internal error')).toContain('Try again')
  expect(failed(401, 'sign in first')).toContain('Sign in again')
  expect(failureText(english, new TypeError('failed to fetch'))).toContain('could not be reached')
  expect(failed(503, 'this channel is switched off')).toBe('This channel is switched off.')
})

test('fields of the API have the page’s labels', () => {
  const body = { message: 'url must be an https address', reason: { code: 'notHttps' } }
  expect(failureText(english, new ApiError(400, body))).toBe('The URL must begin with https.')
})

test('a rejection with an unknown reason shows the service’s message', () => {
  const body = { message: 'the moon is full', reason: { code: 'fullMoon' } }
  expect(failureText(german, new ApiError(409, body))).toBe('The moon is full.')
})

test('the page describes malformed input itself', () => {
  const error = new ApiError(400, { message: 'address must be a mail address' })
  expect(failureText(english, error, english('reason.mailMalformed'))).toBe(
    'This is not an email address.',
  )
})
