import { expect, test } from 'vitest'
import { translatorOf } from '@/lib/testing/translator-of'
import { type ChannelFacts, stateText } from './channel-face'

const t = translatorOf('notifications')

const on: ChannelFacts = {
  state: 'on',
  channel: 'webhook',
  lastSentAt: null,
  lastError: null,
  failingSince: null,
  stoppedAt: null,
  stoppedReason: null,
}
const when = (iso: string) => `<${iso}>`

test('a channel tells when it was last sent to, or that it was not', () => {
  expect(stateText(t, on, when)).toBe('Nothing was sent yet.')
  expect(stateText(t, { ...on, lastSentAt: 'T' }, when)).toBe('Last sent <T>.')
})

test('a failing channel tells since when and why', () => {
  const facts = {
    ...on,
    state: 'failing',
    failingSince: 'T',
    lastError: { code: 'answered', status: 500 },
  } as const
  expect(stateText(t, facts, when)).toBe(
    'Not reached since <T>: it answered 500. It is tried again by itself. Nothing was sent yet.',
  )
})

test('a channel that was given up tells why, and what to do', () => {
  const facts = {
    ...on,
    state: 'stopped',
    stoppedAt: 'T',
    stoppedReason: { code: 'botBlocked' },
  } as const
  expect(stateText(t, facts, when)).toContain(
    'Given up <T>: the chat has blocked the bot. Switch it on again',
  )
})

test('mail that has not agreed is told about the link, a paused channel about its switch', () => {
  const mail = { ...on, channel: 'email', state: 'unconfirmed' } as const
  expect(stateText(t, mail, when)).toContain('Open the link in the mail')
  expect(stateText(t, { ...on, state: 'paused' }, when)).toContain('Switched off by you')
})
