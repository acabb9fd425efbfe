import { beforeAll, describe, expect } from 'vitest'
import type { NewOrder } from '@/lib/orders/order-record'
import type { SettleOutcome } from '@/lib/settlements/auctioneer/run-round'
import { notFound, type ReadFixture } from '@/lib/testing/http/read-fixture'
import { test } from '@/lib/testing/test'

const ether = 10n ** 18n
const nothing = { firstTradeBlock: null, nativePrice: null }
let fixture: ReadFixture

test.beforeAll(({ reads }) => {
  fixture = reads
})

describe('a settled order', () => {
  let order: NewOrder
  let outcome: SettleOutcome
  const competitions = () =>
    [
      `v1/solver_competition/${outcome.auctionId}`,
      `v2/solver_competition/${outcome.auctionId}`,
      'v2/solver_competition/latest',
      `v2/solver_competition/by_tx_hash/${outcome.txHash}`,
    ] as const

  beforeAll(async () => {
    order = await fixture.place(1, { sellAmount: ether, buyAmount: 1_000_000n })
    const quote = { sellAmount: '1', buyAmount: '2', feeAmount: '3', verified: true }
    const gas = { gasAmount: 200_000, gasPrice: 1e9, sellTokenPrice: 1 }
    const metadata = { slippageBips: 50 }
    await fixture.ctx.db.orderQuote.create({
      data: { orderUid: order.uid, ...quote, ...gas, metadata },
    })
  })

  test('starts without trade, surplus or auction price', async () => {
    const { sellToken, owner, uid } = order
    expect((await fixture.get(`v1/token/${sellToken}/metadata`)).body).toEqual(nothing)
    expect((await fixture.get(`v1/users/${owner}/total_surplus`)).body).toEqual({
      totalSurplus: '0',
    })
    expect((await fixture.get(`v2/trades?orderUid=${uid}`)).body).toEqual([])
    const { body } = await fixture.get(`v1/orders/${uid}`)
    expect(body).toMatchObject({ status: 'open', quote: { buyAmount: '2', metadata: null } })
  })

  test('has a competition that is hidden until the winner is submitted', async () => {
    outcome = await fixture.settle()
    expect(outcome.state).toBe('mined')
    const setState = (state: 'prepared' | 'sent' | 'mined') =>
      fixture.ctx.db.settlementTransaction.updateMany({ data: { state } })
    await setState('prepared')
    for (const path of competitions()) {
      expect(await fixture.get(path)).toEqual(notFound('solver competition not found'))
    }
    expect(await fixture.statusOf(order)).toEqual({ type: 'active' })
    await setState('sent')
    expect((await fixture.get(competitions()[0])).status).toBe(200)
    expect(await fixture.statusOf(order)).toMatchObject({ type: 'executing' })
    await setState('mined')
  })

  test('is executing with each solver’s offer, the winner last', async () => {
    const { type, value } = await fixture.statusOf(order)
    expect(type).toBe('executing')
    expect(value.at(-1)).toEqual({
      solver: fixture.network.solver.address.toLowerCase(),
      executedAmounts: { sell: String(ether), buy: expect.stringMatching(/^[0-9]+$/) },
    })
  })

  test('is solved, not executing, after its settlement failed', async () => {
    await fixture.ctx.db.settlementTransaction.updateMany({ data: { state: 'failed' } })
    expect(await fixture.statusOf(order)).toMatchObject({ type: 'solved' })
    await fixture.ctx.db.settlementTransaction.updateMany({ data: { state: 'mined' } })
  })

  test('is traded once its block is indexed', async () => {
    const before = await fixture.statusOf(order)
    await fixture.index()
    expect(await fixture.statusOf(order)).toEqual({ type: 'traded', value: before.value })
    const { body } = await fixture.get(`v1/orders/${order.uid}`)
    expect(body).toMatchObject({
      status: 'fulfilled',
      executedSellAmount: String(ether),
      quote: { gasAmount: '200000', solver: `0x${'0'.repeat(40)}`, metadata: { slippageBips: 50 } },
    })
    expect(body.executedBuyAmount).toBe(before.value.at(-1).executedAmounts.buy)
  })

  test('is found by uid, uids, account and transaction; the latter omits the quote', async () => {
    const { body: single } = await fixture.get(`v1/orders/${order.uid}`)
    const { quote: _, ...listed } = single
    const unknown = `0x${'00'.repeat(56)}`
    expect(await fixture.post('v1/orders/by_uids', [order.uid, unknown, order.uid])).toEqual({
      status: 200,
      body: [{ order: single }],
    })
    expect((await fixture.get(`v1/account/${order.owner}/orders?limit=1`)).body).toEqual([single])
    expect((await fixture.get(`v1/transactions/${outcome.txHash}/orders`)).body).toEqual([listed])
    expect((await fixture.get(`v1/transactions/${outcome.txHash}/orders`, 'xdai')).body).toEqual([])
  })

  test('has one trade, by order and by owner, in both versions', async () => {
    const { body } = await fixture.get(`v2/trades?orderUid=${order.uid}`)
    expect(body).toMatchObject([{ txHash: outcome.txHash, sellAmount: String(ether) }])
    for (const query of [`orderUid=${order.uid}`, `owner=${order.owner}`]) {
      expect((await fixture.get(`v1/trades?${query}`)).body).toEqual(body)
      expect((await fixture.get(`v2/trades?${query}`)).body).toEqual(body)
    }
  })

  test('has a competition in both schemas, on its own network only', async () => {
    const shared = {
      auctionId: Number(outcome.auctionId),
      auctionStartBlock: expect.any(Number),
      auctionDeadlineBlock: expect.any(Number),
      transactionHashes: [outcome.txHash],
      referenceScores: { [fixture.network.solver.address.toLowerCase()]: '0' },
      auction: { orders: [order.uid], prices: { [order.sellToken]: String(ether) } },
    }
    const [v1, ...v2] = await Promise.all(competitions().map((path) => fixture.get(path)))
    expect(v1?.body).toMatchObject({
      ...shared,
      solutions: [{ solver: 'route', isWinner: true, orders: [{ id: order.uid }] }],
    })
    for (const { body } of v2) {
      expect(body).toMatchObject({
        ...shared,
        solutions: [
          {
            txHash: outcome.txHash,
            referenceScore: '0',
            ranking: 1,
            orders: [{ id: order.uid, sellToken: order.sellToken, buyToken: order.buyToken }],
          },
        ],
      })
      expect(body).toEqual(v2[0]?.body)
    }
    for (const path of competitions()) {
      expect(await fixture.get(path, 'xdai')).toEqual(notFound('solver competition not found'))
    }
  })

  test('adds to its owner’s surplus: the gain over the limit at the auction’s price', async () => {
    const { body: trades } = await fixture.get(`v2/trades?orderUid=${order.uid}`)
    const { body } = await fixture.get(competitions()[1])
    const price = BigInt(body.auction.prices[order.buyToken])
    const surplus = ((BigInt(trades[0].buyAmount) - order.buyAmount) * price) / ether
    const total = (await fixture.get(`v1/users/${order.owner}/total_surplus`)).body
    expect(total).toEqual({ totalSurplus: String(surplus) })
    expect(surplus).toBeGreaterThan(ether / 10n)
    const elsewhere = await fixture.get(`v1/users/${order.owner}/total_surplus`, 'xdai')
    expect(elsewhere.body).toEqual({ totalSurplus: '0' })
  })

  test('sets the first trade block and price of its tokens', async () => {
    const { body: trades } = await fixture.get(`v2/trades?orderUid=${order.uid}`)
    const { body: competition } = await fixture.get(competitions()[1])
    for (const token of [order.sellToken, order.buyToken]) {
      expect((await fixture.get(`v1/token/${token}/metadata`)).body).toEqual({
        firstTradeBlock: trades[0].blockNumber,
        nativePrice: competition.auction.prices[token],
      })
      expect((await fixture.get(`v1/token/${token}/metadata`, 'xdai')).body).toEqual(nothing)
    }
  })
})

test('rejects more than 128 uids, and a body that is not a list', async () => {
  const tooMany = await fixture.post(
    'v1/orders/by_uids',
    Array.from({ length: 129 }, () => `0x${'00'.repeat(56)}`),
  )
  expect(tooMany).toMatchObject({ status: 400, body: { errorType: 'InvalidParameter' } })
  expect(tooMany.body.description).toMatch(/at most 128/)
  expect(await fixture.post('v1/orders/by_uids', {})).toMatchObject({ status: 400 })
  expect(await fixture.post('v1/orders/by_uids', ['0x12'])).toMatchObject({ status: 400 })
  expect(await fixture.post('v1/orders/by_uids', [])).toEqual({ status: 200, body: [] })
})
