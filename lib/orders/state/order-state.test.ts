import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { noEvents, type OrderEvents } from '@/lib/chain-events/order-events'
import { deriveState } from './order-state'

const now = 1_000_000
const order = {
  kind: 'sell' as const,
  sellAmount: 100n,
  buyAmount: 200n,
  trueValidTo: now,
  signingScheme: 'eip712' as const,
  cancelledAt: undefined,
  onchainSender: undefined,
}
const statusOf = (change: Partial<typeof order> | object, facts: Partial<OrderEvents> = {}) =>
  deriveState({ ...order, ...change }, { ...noEvents, ...facts }, now).status

describe('order status', () => {
  it('is open until the second after trueValidTo', () => {
    expect(statusOf({})).toBe('open')
    expect(statusOf({ trueValidTo: now - 1 })).toBe('expired')
  })

  it('is fulfilled when a sell order sold its amount in addition to the fee', () => {
    expect(statusOf({}, { executedSell: 105n, executedFee: 5n })).toBe('fulfilled')
    expect(statusOf({}, { executedSell: 104n, executedFee: 5n })).toBe('open')
  })

  it('is fulfilled when a buy order bought its amount', () => {
    expect(statusOf({ kind: 'buy' }, { executedBuy: 200n })).toBe('fulfilled')
    expect(statusOf({ kind: 'buy' }, { executedBuy: 199n, executedSell: 100n })).toBe('open')
  })

  it('is cancelled by signature or on chain', () => {
    const user = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
    expect(statusOf({ cancelledAt: new Date() })).toBe('cancelled')
    const state = deriveState(order, { ...noEvents, invalidatedBy: user }, now)
    expect(state).toMatchObject({ status: 'cancelled', invalidated: true, onchainUser: user })
  })

  it('prefers fulfilled to cancelled, and cancelled to expired', () => {
    const cancelled = { cancelledAt: new Date(), trueValidTo: now - 1 }
    expect(statusOf(cancelled, { executedSell: 100n })).toBe('fulfilled')
    expect(statusOf(cancelled)).toBe('cancelled')
  })

  it('does not depend on a missing on-chain signature', () => {
    const presign = { ...order, signingScheme: 'presign' as const }
    expect(deriveState(presign, noEvents, now)).toMatchObject({ status: 'open', signed: false })
    expect(deriveState(presign, { ...noEvents, presigned: true }, now).signed).toBe(true)
    expect(deriveState(presign, { ...noEvents, presigned: false }, now).signed).toBe(false)
    expect(deriveState(order, { ...noEvents, presigned: false }, now).signed).toBe(true)
  })

  it('awaits the placing transaction while the chain does not include it', () => {
    const onchainSender = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
    const placed = { ...order, onchainSender } as const
    const facts = { ...noEvents, placed: true }
    expect(deriveState(placed, noEvents, now)).toMatchObject({ status: 'open', signed: false })
    expect(deriveState(placed, facts, now).signed).toBe(true)
    const presign = { ...placed, signingScheme: 'presign' } as const
    expect(deriveState(presign, facts, now).signed).toBe(false)
    expect(deriveState(presign, { ...facts, presigned: true }, now).signed).toBe(true)
  })

  it('reports the sender of an order placed on chain, whoever cancelled it', () => {
    const [onchainSender, contract] = [`0x${'11'.repeat(20)}`, `0x${'22'.repeat(20)}`] as const
    const facts = { ...noEvents, placed: true, invalidatedBy: contract }
    const state = deriveState({ ...order, onchainSender }, facts, now)
    expect(state).toMatchObject({ status: 'cancelled', onchainUser: onchainSender })
  })

  it('never leaves fulfilled or cancelled as time passes', () => {
    const facts = fc.record({
      executedSell: fc.bigInt({ min: 0n, max: 200n }),
      executedBuy: fc.bigInt({ min: 0n, max: 400n }),
      executedFee: fc.bigInt({ min: 0n, max: 10n }),
    })
    fc.assert(
      fc.property(facts, fc.boolean(), fc.nat(), (executed, isCancelled, later) => {
        const cancelledAt = isCancelled ? new Date(0) : undefined
        const given = { ...noEvents, ...executed }
        const before = deriveState({ ...order, cancelledAt }, given, now).status
        const after = deriveState({ ...order, cancelledAt }, given, now + later).status
        expect(before === after || (before === 'open' && after === 'expired')).toBe(true)
      }),
      { seed: 20261121 },
    )
  })
})
