import { expect, test } from 'vitest'
import type { AuctionOrder } from '@/lib/auctions/model/auction'
import { maxUint256 } from '@/lib/core/amount'
import { dai, fixtureOrder, milli, usdc } from '@/lib/testing/auctions/build-auction-fixture'
import type { OrderChainState } from './read-order-chain-state'
import { selectOrders } from './select-orders'

const owner = `0x${'aa'.repeat(20)}` as const
const having = (balance: bigint, allowance = balance): OrderChainState => ({
  filled: 0n,
  presigned: false,
  funds: { balance, allowance },
})
const paid = having(milli(1000))
const pair = { sellToken: usdc, buyToken: dai, owner }

const select = (cases: readonly (readonly [AuctionOrder, OrderChainState])[]) =>
  selectOrders(
    cases.map(([entry]) => entry),
    new Map(cases.map(([{ uid }, state]) => [uid, state])),
    5n,
  )

test('an unfunded order is short, with the available and needed amounts', () => {
  const entry = fixtureOrder(1, { ...pair, feeAmount: 5n })
  const { orders, shortOrders } = select([[entry, paid]])
  expect(orders).toEqual([])
  expect(shortOrders).toEqual([
    {
      uid: entry.uid,
      order: entry.order,
      blockNumber: 5n,
      shortOf: 'balance',
      needed: milli(1000) + 5n,
      available: milli(1000),
    },
  ])
})

test('an order covered by the balance only is short of allowance', () => {
  const entry = fixtureOrder(1, pair)
  const { shortOrders } = select([[entry, having(milli(1000), 7n)]])
  expect(shortOrders).toMatchObject([{ uid: entry.uid, shortOf: 'allowance', available: 7n }])
})

test('an order whose pre-hooks could not be simulated waits and is not short', () => {
  const { orders, shortOrders } = select([
    [fixtureOrder(1, pair), { ...having(5n), isUnconfirmed: true }],
  ])
  expect([...orders, ...shortOrders]).toEqual([])
})

test('a partially fillable order takes part with any available amount', () => {
  const entry = fixtureOrder(1, { ...pair, partiallyFillable: true })
  const state = { ...having(3n), filled: milli(400) }
  const { orders, shortOrders } = select([[entry, state]])
  expect(orders).toEqual([{ ...entry, remaining: milli(600), available: 3n }])
  expect(shortOrders).toEqual([])
})

test('excludes orders that are filled, invalidated or not signed on chain', () => {
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
