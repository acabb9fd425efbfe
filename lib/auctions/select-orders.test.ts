import { expect, test } from 'vitest'
import { maxUint256 } from '@/lib/core/amount'
import { dai, fixtureOrder, milli, usdc } from '@/lib/testing/build-auction-fixture'
import type { AuctionOrder } from './auction'
import type { OrderChainState } from './read-order-chain-state'
import { selectOrders } from './select-orders'

const owner = `0x${'aa'.repeat(20)}` as const
const paid: OrderChainState = { filled: 0n, presigned: false, payable: milli(1000) }
const pair = { sellToken: usdc, buyToken: dai, owner }

const select = (cases: readonly (readonly [AuctionOrder, OrderChainState])[]) =>
  selectOrders(
    cases.map(([entry]) => entry),
    new Map(cases.map(([{ uid }, state]) => [uid, state])),
    5n,
  )

test('an order that its owner cannot pay is short, with what is there and what it needs', () => {
  const entry = fixtureOrder(1, { ...pair, feeAmount: 5n })
  const { orders, shortOrders } = select([[entry, paid]])
  expect(orders).toEqual([])
  expect(shortOrders).toEqual([
    {
      uid: entry.uid,
      order: entry.order,
      blockNumber: 5n,
      needed: milli(1000) + 5n,
      available: milli(1000),
    },
  ])
})

test('an order whose pre-hooks could not be played waits and is not short', () => {
  const { orders, shortOrders } = select([
    [fixtureOrder(1, pair), { ...paid, payable: 5n, isUnsure: true }],
  ])
  expect([...orders, ...shortOrders]).toEqual([])
})

test('a partially fillable order takes part with whatever is there', () => {
  const entry = fixtureOrder(1, { ...pair, partiallyFillable: true })
  const state = { ...paid, payable: 3n, filled: milli(400) }
  const { orders, shortOrders } = select([[entry, state]])
  expect(orders).toEqual([{ ...entry, remaining: milli(600), available: 3n }])
  expect(shortOrders).toEqual([])
})

test('two orders do not count on the same atoms; the later one waits and is not short', () => {
  const first = fixtureOrder(1, pair)
  const second = fixtureOrder(2, pair)
  const { orders, shortOrders } = select([
    [first, { ...paid, payable: milli(1500) }],
    [second, { ...paid, payable: milli(1500) }],
  ])
  expect(orders.map(({ uid }) => uid)).toEqual([first.uid])
  expect(shortOrders).toEqual([])
})

test('orders that are filled, invalidated or not signed on chain take no part', () => {
  const filled = fixtureOrder(1, pair)
  const invalidated = fixtureOrder(2, pair)
  const unsigned = fixtureOrder(3, { ...pair, signingScheme: 'presign' })
  const { orders, shortOrders } = select([
    [filled, { ...paid, filled: milli(1000) }],
    [invalidated, { ...paid, filled: maxUint256 }],
    [unsigned, paid],
  ])
  expect([...orders, ...shortOrders]).toEqual([])
})
