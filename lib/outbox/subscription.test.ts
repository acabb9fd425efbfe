import { describe, expect, test } from 'vitest'
import { type Subscription, stateOf } from './subscription'

const subscription: Subscription = {
  id: '1',
  account: `0x${'ab'.repeat(20)}`,
  networks: null,
  channel: 'webhook',
  label: 'receiver.example',
  types: ['order_filled'],
  isEnabled: true,
  isConfirmed: true,
  agreedAtMs: 0,
  rhythm: { quiet: undefined, timeZone: 'UTC', digest: 'none' },
  createdAtMs: 0,
  lastSentAtMs: undefined,
  lastError: undefined,
  failingSinceMs: undefined,
  stopped: undefined,
  oldSecretUntilMs: undefined,
}

describe('a subscription is', () => {
  const stopped = { atMs: 1, reason: { code: 'answered', status: 410 } } as const
  test.each([
    ['on', {}],
    ['failing', { failingSinceMs: 1 }],
    ['paused', { isEnabled: false, failingSinceMs: 1 }],
    ['stopped', { isEnabled: false, failingSinceMs: 1, stopped }],
    ['unconfirmed', { isConfirmed: false, isEnabled: false, failingSinceMs: 1, stopped }],
  ])('%s', (state, facts) => {
    expect(stateOf({ ...subscription, ...facts })).toBe(state)
  })
})
