import { expect, test } from 'vitest'
import { orderTimeline, type TimelineFacts } from './order-timeline'

const order: TimelineFacts['order'] = {
  uid: `0x${'5e'.repeat(56)}`,
  owner: `0x${'aa'.repeat(20)}`,
  kind: 'sell',
  status: 'open',
  sellToken: `0x${'01'.repeat(20)}`,
  buyToken: `0x${'02'.repeat(20)}`,
  sellAmount: 1_000n,
  buyAmount: 3_000n,
  feeAmount: 0n,
  executedSell: 0n,
  executedBuy: 0n,
  validTo: 1_800_003_600,
  createdAt: new Date(1_800_000_000_000),
  signed: true,
  signingScheme: 'eip712',
  cancelledAt: undefined,
  cancellationReason: undefined,
}
const timeline = (change: Partial<TimelineFacts['order']>, rest: Partial<TimelineFacts> = {}) =>
  orderTimeline({ order: { ...order, ...change }, fills: [], nowSeconds: 1_800_000_010, ...rest })

test('an open order is in auction, and told to wait for the market when that takes long', () => {
  expect(timeline({}).map(({ label, state }) => `${label} ${state}`)).toEqual([
    'Signed done',
    'In auction current',
    'Settled waiting',
  ])
  const late = timeline({}, { nowSeconds: 1_800_000_400 })
  expect(late[1]?.note).toContain('No solver can meet its limit')
})

test('every fill is a step of its own, with its block', () => {
  const fills = [
    { timestamp: 1_800_000_012, blockNumber: 7n },
    { timestamp: 1_800_000_024, blockNumber: 8n },
  ]
  const steps = timeline({ status: 'fulfilled' }, { fills })
  expect(steps.map(({ label }) => label)).toEqual(['Signed', 'Fill 1', 'Fill 2'])
  expect(steps[2]?.note).toBe('15 Jan 2027, 08:00:24 UTC · block 8')
})

test('a cancellation says who cancelled and how', () => {
  const at = { status: 'cancelled', cancelledAt: new Date(1_800_000_100_000) } as const
  expect(timeline({ ...at, cancellationReason: 'user_signature' })[1]?.note).toContain('its owner')
  expect(timeline({ ...at, cancellationReason: 'policy: ban' })[1]?.note).toContain('the service')
  expect(timeline({ status: 'cancelled' })[1]?.note).toContain('on chain')
})
