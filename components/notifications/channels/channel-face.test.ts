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

test('a channel shows its last delivery, or that there was none', () => {
  expect(stateText(t, on, when)).toBe('No notifications sent yet.')
  expect(stateText(t, { ...on, lastSentAt: 'T' }, when)).toBe('Last sent <T>.')
})

test('a failing channel shows since when and why', () => {
  const facts = {
    ...on,
    state: 'failing',
    failingSince: 'T',
    lastError: { code: 'answered', status: 500 },
  } as const
  expect(stateText(t, facts, when)).toBe(
    'Not responding since <T>: it responded with 500. Retrying automatically. No notifications sent yet.',
  )
})

test('a disabled channel shows the reason and the remedy', () => {
  const facts = {
    ...on,
    state: 'stopped',
    stoppedAt: 'T',
    stoppedReason: { code: 'botBlocked' },
  } as const
  expect(stateText(t, facts, when)).toContain(
    'Disabled <T>: the chat has blocked the bot. Fix the problem',
  )
})

test('an unconfirmed mail channel explains the link, a paused one its switch', () => {
  const mail = { ...on, channel: 'email', state: 'unconfirmed' } as const
  expect(stateText(t, mail, when)).toContain('Open the link in the email')
  expect(stateText(t, { ...on, state: 'paused' }, when)).toContain('Turned off by you')
})
