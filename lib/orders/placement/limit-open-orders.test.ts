import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { emptyAppDataHash } from '@/lib/app-data/app-data-document'
import type { Context } from '@/lib/context'
import type { Hex } from '@/lib/core/bytes'
import { defaultSettlement, defaultVaultRelayer } from '@/lib/core/networks'
import { hashOrder, orderDomain, orderUid } from '@/lib/core/order'
import { getTestAccount } from '@/lib/devnet/accounts'
import { findOrder } from '@/lib/orders/order-store'
import { countOpenOrders } from '@/lib/orders/queries/open-order-query'
import { refreshOrders } from '@/lib/orders/state/refresh-orders'
import { approve } from '@/lib/testing/chain/chain-actions'
import { insertOrder } from '@/lib/testing/orders/insert-order'
import { nowSeconds, type OrderFixture, type Terms } from '@/lib/testing/orders/order-fixture'
import { contractSubmission } from '@/lib/testing/orders/sign-test-order'
import { test } from '@/lib/testing/test'
import { insertPresignature, testOrder } from '@/lib/testing/test-order'
import { isOutOfMarket, maxWaitingOrders } from './limit-open-orders'
import { placeOrder } from './place-order'

let fixture: OrderFixture
let ctx: Context

test.beforeAll(({ orders }) => {
  fixture = orders
  ctx = fixture.createContext(fixture.network.rpcUrl, { MAX_OPEN_LIMIT_ORDERS: '3' })
})

const tooMany = expect.objectContaining({ code: 'TooManyLimitOrders' })

/** Creates an account that can fund its orders and has none yet. */
async function newOwner(index: number) {
  const { address, privateKey } = getTestAccount(index)
  const { sellToken } = fixture.terms()
  const approval = { owner: address, spender: defaultVaultRelayer, amount: 2n ** 200n }
  await approve(fixture.network.rpcUrl, { token: sellToken, ...approval })
  const place = async (change: Partial<Terms> = {}) =>
    (await placeOrder(ctx, await fixture.sign(change, { privateKey }))) as Hex
  return { address, place }
}

async function quoteFor(terms: Terms, trader: Hex): Promise<void> {
  const time = new Date((nowSeconds + 60) * 1000)
  await ctx.db.quote.create({
    data: {
      chainId: 1,
      trader,
      sellToken: terms.sellToken,
      buyToken: terms.buyToken,
      kind: 'sell',
      sellAmount: String(terms.sellAmount - 10n),
      buyAmount: '1000',
      feeAmount: '10',
      gasAmount: 1,
      gasPrice: 1,
      sellTokenPrice: 1,
      signingScheme: 'eip712',
      verified: true,
      blockNumber: 1n,
      createdAt: time,
      expiration: time,
    },
  })
}

describe('an order is out of market', () => {
  const order = { sellAmount: 1_010n, buyAmount: 500n, feeAmount: 0n }
  const quote = { sellAmount: 1_000n, buyAmount: 500n, feeAmount: 10n }

  test('when its limit is an atom better than its quote', () => {
    expect(isOutOfMarket(order, quote)).toBe(false)
    expect(isOutOfMarket({ ...order, buyAmount: 501n }, quote)).toBe(true)
    expect(isOutOfMarket({ ...order, sellAmount: 1_009n }, quote)).toBe(true)
    expect(isOutOfMarket({ ...order, sellAmount: 1_000n, feeAmount: 10n }, quote)).toBe(false)
  })

  test('without a quote', () => {
    expect(isOutOfMarket(order, undefined)).toBe(true)
  })

  test('exactly when the database counts it as such', async () => {
    const small = fc.bigInt(1n, 60n)
    const wide = fc.bigInt(1n, 2n ** 250n)
    const amounts = fc.oneof(
      fc.tuple(small, small, small, small, small),
      fc.tuple(wide, wide, wide, wide, wide),
    )
    let index = 0
    await fc.assert(
      fc.asyncProperty(amounts, async ([sellAmount, buyAmount, sold, bought, feeAmount]) => {
        const owner = `0x${(++index).toString(16).padStart(40, '0')}` as Hex
        const stored = testOrder({ owner, sellAmount, buyAmount })
        const offer = { sellAmount: sold, buyAmount: bought, feeAmount }
        await insertOrder(ctx.db, stored)
        await ctx.db.orderQuote.create({
          data: {
            orderUid: stored.uid,
            sellAmount: String(sold),
            buyAmount: String(bought),
            feeAmount: String(feeAmount),
            gasAmount: 1,
            gasPrice: 1,
            sellTokenPrice: 1,
            verified: true,
          },
        })
        const owners = [{ chainId: 1, owner }]
        const [counts] = await countOpenOrders(ctx.db, { owners, nowSeconds })
        expect(counts?.outOfMarket).toBe(isOutOfMarket(stored, offer) ? 1 : 0)
      }),
      { seed: 7, numRuns: 60 },
    )
  })
})

describe('open orders above the market price', () => {
  test('are limited by owner: TooManyLimitOrders, also for 20 at once', async () => {
    const { address, place } = await newOwner(2)
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => place()))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason).toEqual(tooMany)
    }
    expect(await ctx.db.order.count({ where: { owner: address } })).toBe(3)
  })

  test('no longer count once cancelled or expired', async () => {
    const { place } = await newOwner(3)
    const uids = [await place(), await place(), await place({ validTo: nowSeconds + 60 })]
    await expect(place()).rejects.toEqual(tooMany)
    await ctx.db.order.update({ where: { uid: uids[0] ?? '' }, data: { status: 'cancelled' } })
    await place()
    await expect(place()).rejects.toEqual(tooMany)
    const later = { ...ctx, slots: new Map(), now: () => (nowSeconds + 61) * 1000 }
    const { privateKey } = getTestAccount(3)
    await placeOrder(later, await fixture.sign({}, { privateKey }))
  })

  test('exclude orders at their quoted price, which are never limited', async () => {
    const { address, place } = await newOwner(4)
    for (const buyAmount of [1_000n, 999n, 998n, 997n]) {
      const terms = fixture.terms({ buyAmount })
      await quoteFor(terms, address)
      await place(terms)
    }
    for (let count = 0; count < 3; count++) await place()
    const terms = fixture.terms({ buyAmount: 1_000n })
    await quoteFor(terms, address)
    await place(terms)
    await expect(place()).rejects.toEqual(tooMany)
  })

  test('include orders of class market', async () => {
    const { place } = await newOwner(5)
    for (let count = 0; count < 3; count++) await place({ feeAmount: 1n })
    await expect(place({ feeAmount: 1n })).rejects.toEqual(tooMany)
  })
})

describe('presign orders', () => {
  const presign = (from: Hex) =>
    contractSubmission(fixture.terms(), { signingScheme: 'presign', signature: '0x', from })

  const waitFor = async (owner: Hex, { count = maxWaitingOrders, ageSeconds = 0 }) => {
    const createdAt = new Date((nowSeconds - ageSeconds) * 1000)
    const waiting = Array.from({ length: count }, () =>
      testOrder({ owner, signingScheme: 'presign', signature: '0x', createdAt }),
    )
    for (const order of waiting) await insertOrder(ctx.db, order)
    return waiting
  }

  test('awaiting their signature are limited by owner: TooManyLimitOrders', async () => {
    const from: Hex = `0x${'5a'.repeat(20)}`
    const waiting = await waitFor(from, { count: maxWaitingOrders - 1 })
    const results = await Promise.allSettled([1, 2, 3].map(() => placeOrder(ctx, presign(from))))
    expect(results.map(({ status }) => status).sort()).toEqual([
      'fulfilled',
      'rejected',
      'rejected',
    ])
    const [first] = waiting
    if (!first) throw new Error('nothing waits')
    await insertPresignature(ctx.db, { uid: first.uid, signed: true })
    await ctx.db.$transaction((tx) => refreshOrders(tx, { uids: [first.uid], nowSeconds }))
    await placeOrder(ctx, presign(from))
    await expect(placeOrder(ctx, presign(from))).rejects.toEqual(tooMany)
  })

  test('signed on chain before submission are accepted, whatever others submitted in the owner’s name', async () => {
    const from: Hex = `0x${'5b'.repeat(20)}`
    await waitFor(from, {})
    const [otherAccount, own] = [presign(from), presign(from)]
    await expect(placeOrder(ctx, own)).rejects.toEqual(tooMany)
    const digest = hashOrder(orderDomain(1, defaultSettlement), {
      ...own.order,
      appData: emptyAppDataHash,
    })
    const uid = orderUid(digest, from, own.order.validTo)
    await insertPresignature(ctx.db, { uid, signed: true })
    expect(await placeOrder(ctx, own)).toBe(uid)
    expect(await findOrder(ctx.db, 1, uid)).toMatchObject({ signed: true })
    await expect(placeOrder(ctx, otherAccount)).rejects.toEqual(tooMany)
  })

  test('no longer count after a day of waiting', async () => {
    const from: Hex = `0x${'5c'.repeat(20)}`
    await waitFor(from, { ageSeconds: 86_400 })
    await placeOrder(ctx, presign(from))
  })

  test('submitted by others do not count against the owner’s own limit', async () => {
    const { address, place } = await newOwner(6)
    for (let count = 0; count < 5; count++) await placeOrder(ctx, presign(address))
    await place()
  })
})
