import type { Server } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Context } from '@/lib/context'
import { listen } from '@/lib/http/probes'
import type { NewOrder } from '@/lib/orders/order-store'
import { indexBlocks } from '@/lib/settlements/index-blocks'
import { type SettleOutcome, settleNext } from '@/lib/settlements/settle-next'
import { openSolverDesk, type SolverDesk } from '@/lib/testing/solver-desk'
import { createTestContext } from '@/lib/testing/test-context'
import { endpoints } from './registry'

const leadership = { chainId: 1, epoch: 1n }
const ether = 10n ** 18n
let desk: SolverDesk
let ctx: Context
let server: Server
let url: string

beforeAll(async () => {
  desk = await openSolverDesk()
  ctx = desk.ctx
  await ctx.db.leader.create({ data: { role: 'indexer/1', epoch: 1n } })
  const rpcUrls = new Map([
    [1, desk.network.rpcUrl],
    [100, 'http://127.0.0.1:1'],
  ])
  const environment = { READS_PER_SECOND: '0' }
  const web = createTestContext({ db: ctx.db, rpcUrls, environment })
  const started = await listen(web, { endpoints })
  server = started.server
  url = started.url
})
afterAll(async () => {
  server?.close()
  server?.closeAllConnections()
  await desk?.close()
})

async function get(path: string, network = 'mainnet') {
  const response = await fetch(`${url}/${network}/api/${path}`)
  return { status: response.status, body: await response.json() }
}

async function byUids(uids: unknown) {
  const response = await fetch(`${url}/mainnet/api/v1/orders/by_uids`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(uids),
  })
  return { status: response.status, body: await response.json() }
}

const settle = () => settleNext(ctx, leadership)
const index = async () => {
  while ((await indexBlocks(ctx, leadership)) === 'behind');
}
const statusOf = async ({ uid }: NewOrder) => (await get(`v1/orders/${uid}/status`)).body
const withdraw = ({ uid }: NewOrder) =>
  ctx.db.order.update({ where: { uid }, data: { status: 'cancelled', cancelledAt: new Date() } })

const notFound = (description: string) => ({
  status: 404,
  body: { errorType: 'NotFound', description },
})
const nothing = { firstTradeBlock: null, nativePrice: null }

describe('an order that waits', () => {
  let dear: NewOrder
  let poor: NewOrder
  let unsigned: NewOrder

  beforeAll(async () => {
    dear = await desk.place(1, { buyAmount: 10n ** 30n })
    poor = await desk.place(2, { sellAmount: 10n ** 30n })
    unsigned = await desk.placeSigned(
      { ...dear, validTo: dear.validTo + 100 },
      { owner: dear.owner, signingScheme: 'presign', signature: '0x' },
    )
  })

  test('is scheduled until an auction has looked at it, unless it lacks its signature', async () => {
    expect(await get('v1/auction')).toEqual(notFound('there has been no auction yet'))
    expect(await statusOf(dear)).toEqual({ type: 'scheduled' })
    expect(await statusOf(unsigned)).toEqual({ type: 'open' })
  })

  test('is active in the auction, with all that solvers need to know', async () => {
    await ctx.db.order.update({
      where: { uid: dear.uid },
      data: {
        partnerFees: [
          { recipient: dear.owner, volumeBps: 25 },
          { recipient: dear.owner, surplusBps: 5000, maxVolumeBps: 100 },
          { recipient: dear.owner, priceImprovementBps: 1000, maxVolumeBps: 50 },
        ],
      },
    })
    expect((await settle()).state).toBe('idle')
    const { body } = await get('v1/auction')
    const quote = { sellAmount: String(dear.sellAmount), buyAmount: String(dear.buyAmount) }
    expect(body).toMatchObject({
      block: Number(await ctx.chain(1).client.getBlockNumber()),
      orders: [
        {
          uid: dear.uid,
          owner: dear.owner,
          receiver: dear.owner,
          executed: '0',
          protocolFees: [
            { volume: { factor: 0.0025 } },
            { surplus: { factor: 0.5, maxVolumeFactor: 0.01 } },
            { priceImprovement: { factor: 0.1, maxVolumeFactor: 0.005, quote } },
          ],
          preInteractions: [],
          signature: dear.signature,
        },
      ],
      prices: { [dear.sellToken]: String(ether) },
      surplusCapturingJitOrderOwners: [],
    })
    expect(await statusOf(dear)).toEqual({ type: 'active' })
  })

  test('is open while its owner cannot pay, though an auction has come', async () => {
    expect(await statusOf(poor)).toEqual({ type: 'open' })
  })

  test('keeps its auction round after round, and leaves it when it is cancelled', async () => {
    const before = (await get('v1/auction')).body
    await settle()
    expect((await get('v1/auction')).body).toEqual(before)
    await withdraw(dear)
    await withdraw(poor)
    await withdraw(unsigned)
    await settle()
    expect((await get('v1/auction')).body).toMatchObject({ id: before.id, orders: [], prices: {} })
    expect(await statusOf(dear)).toEqual({ type: 'cancelled' })
  })

  test('is known on its own network only', async () => {
    expect(await get(`v1/orders/${dear.uid}/status`, 'xdai')).toEqual(
      notFound('order status not found'),
    )
    expect(await get('v1/auction', 'xdai')).toEqual(notFound('there has been no auction yet'))
  })
})

describe('an order that is settled', () => {
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
    order = await desk.place(1, { sellAmount: ether, buyAmount: 1_000_000n })
    const quote = { sellAmount: '1', buyAmount: '2', feeAmount: '3', verified: true }
    const gas = { gasAmount: 200_000, gasPrice: 1e9, sellTokenPrice: 1 }
    const metadata = { slippageBips: 50 }
    await ctx.db.orderQuote.create({ data: { orderUid: order.uid, ...quote, ...gas, metadata } })
  })

  test('comes from nothing: no trade, no surplus, no price of an auction', async () => {
    const { sellToken, owner, uid } = order
    expect((await get(`v1/token/${sellToken}/metadata`)).body).toEqual(nothing)
    expect((await get(`v1/users/${owner}/total_surplus`)).body).toEqual({ totalSurplus: '0' })
    expect((await get(`v2/trades?orderUid=${uid}`)).body).toEqual([])
    const { body } = await get(`v1/orders/${uid}`)
    expect(body).toMatchObject({ status: 'open', quote: { buyAmount: '2', metadata: null } })
  })

  test('has a competition that stays secret until the winner is sent', async () => {
    outcome = await settle()
    expect(outcome.state).toBe('mined')
    const setState = (state: 'prepared' | 'sent' | 'mined') =>
      ctx.db.settlementTransaction.updateMany({ data: { state } })
    await setState('prepared')
    for (const path of competitions()) {
      expect(await get(path)).toEqual(notFound('solver competition not found'))
    }
    expect(await statusOf(order)).toEqual({ type: 'active' })
    await setState('sent')
    expect((await get(competitions()[0])).status).toBe(200)
    expect(await statusOf(order)).toMatchObject({ type: 'executing' })
    await setState('mined')
  })

  test('is executing with what each solver offered, the winner last', async () => {
    const { type, value } = await statusOf(order)
    expect(type).toBe('executing')
    expect(value.at(-1)).toEqual({
      solver: desk.network.solver.address.toLowerCase(),
      executedAmounts: { sell: String(ether), buy: expect.stringMatching(/^[0-9]+$/) },
    })
  })

  test('is solved, not executing, when the settlement that held it failed', async () => {
    await ctx.db.settlementTransaction.updateMany({ data: { state: 'failed' } })
    expect(await statusOf(order)).toMatchObject({ type: 'solved' })
    await ctx.db.settlementTransaction.updateMany({ data: { state: 'mined' } })
  })

  test('is traded once its block is indexed', async () => {
    const before = await statusOf(order)
    await index()
    expect(await statusOf(order)).toEqual({ type: 'traded', value: before.value })
    const { body } = await get(`v1/orders/${order.uid}`)
    expect(body).toMatchObject({
      status: 'fulfilled',
      executedSellAmount: String(ether),
      quote: { gasAmount: '200000', solver: `0x${'0'.repeat(40)}`, metadata: { slippageBips: 50 } },
    })
    expect(body.executedBuyAmount).toBe(before.value.at(-1).executedAmounts.buy)
  })

  test('is found by uid, by uids, by account and by transaction; lists leave its quote out', async () => {
    const { body: single } = await get(`v1/orders/${order.uid}`)
    const { quote: _, ...listed } = single
    const unknown = `0x${'00'.repeat(56)}`
    expect(await byUids([order.uid, unknown, order.uid])).toEqual({
      status: 200,
      body: [{ order: single }],
    })
    expect((await get(`v1/account/${order.owner}/orders?limit=1`)).body).toEqual([listed])
    expect((await get(`v1/transactions/${outcome.txHash}/orders`)).body).toEqual([listed])
    expect((await get(`v1/transactions/${outcome.txHash}/orders`, 'xdai')).body).toEqual([])
  })

  test('has one trade, by order and by owner, in both versions', async () => {
    const { body } = await get(`v2/trades?orderUid=${order.uid}`)
    expect(body).toMatchObject([{ txHash: outcome.txHash, sellAmount: String(ether) }])
    for (const query of [`orderUid=${order.uid}`, `owner=${order.owner}`]) {
      expect((await get(`v1/trades?${query}`)).body).toEqual(body)
      expect((await get(`v2/trades?${query}`)).body).toEqual(body)
    }
  })

  test('has a competition in both shapes, on its own network only', async () => {
    const shared = {
      auctionId: Number(outcome.auctionId),
      auctionStartBlock: expect.any(Number),
      auctionDeadlineBlock: expect.any(Number),
      transactionHashes: [outcome.txHash],
      referenceScores: { [desk.network.solver.address.toLowerCase()]: '0' },
      auction: { orders: [order.uid], prices: { [order.sellToken]: String(ether) } },
    }
    const [v1, ...v2] = await Promise.all(competitions().map((path) => get(path)))
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
      expect(await get(path, 'xdai')).toEqual(notFound('solver competition not found'))
    }
  })

  test('gives its owner a surplus: what it got above its limit at the auction’s price', async () => {
    const { body: trades } = await get(`v2/trades?orderUid=${order.uid}`)
    const { body } = await get(competitions()[1])
    const price = BigInt(body.auction.prices[order.buyToken])
    const surplus = ((BigInt(trades[0].buyAmount) - order.buyAmount) * price) / ether
    const total = (await get(`v1/users/${order.owner}/total_surplus`)).body
    expect(total).toEqual({ totalSurplus: String(surplus) })
    expect(surplus).toBeGreaterThan(ether / 10n)
    const elsewhere = await get(`v1/users/${order.owner}/total_surplus`, 'xdai')
    expect(elsewhere.body).toEqual({ totalSurplus: '0' })
  })

  test('shows that its tokens are traded, and at what price', async () => {
    const { body: trades } = await get(`v2/trades?orderUid=${order.uid}`)
    const { body: competition } = await get(competitions()[1])
    for (const token of [order.sellToken, order.buyToken]) {
      expect((await get(`v1/token/${token}/metadata`)).body).toEqual({
        firstTradeBlock: trades[0].blockNumber,
        nativePrice: competition.auction.prices[token],
      })
      expect((await get(`v1/token/${token}/metadata`, 'xdai')).body).toEqual(nothing)
    }
  })
})

describe('the native price', () => {
  test('is in native atoms per atom, for the native token too', async () => {
    for (const token of [desk.token('WETH'), `0x${'ee'.repeat(20)}`]) {
      expect(await get(`v1/token/${token}/native_price`)).toEqual({
        status: 200,
        body: { price: 1 },
      })
    }
    const { body } = await get(`v1/token/${desk.token('USDC')}/native_price`)
    // A dollar of 10^6 atoms is some 1/3000 of 10^18.
    expect(body.price).toBeGreaterThan(1e8)
    expect(body.price).toBeLessThan(1e9)
  })

  test('UnsupportedToken: an address without a contract', async () => {
    const { status, body } = await get(`v1/token/0x${'12'.repeat(20)}/native_price`)
    expect([status, body.errorType]).toEqual([400, 'UnsupportedToken'])
  })

  test('NoLiquidity: a token without a pool', async () => {
    const isolated = desk.network.fixtures?.isolatedToken
    const { status, body } = await get(`v1/token/${isolated}/native_price`)
    expect([status, body.errorType]).toEqual([400, 'NoLiquidity'])
  })

  test('InternalServerError with Retry-After while the network does not answer', async () => {
    const path = `${url}/xdai/api/v1/token/${desk.token('USDC')}/native_price`
    const response = await fetch(path)
    expect(response.status).toBe(500)
    expect(response.headers.get('retry-after')).toMatch(/^[0-9]+$/)
  })
})

test('more than 128 uids are refused, and so is what is no list of them', async () => {
  const tooMany = await byUids(Array.from({ length: 129 }, () => `0x${'00'.repeat(56)}`))
  expect(tooMany).toMatchObject({ status: 400, body: { errorType: 'InvalidParameter' } })
  expect(tooMany.body.description).toMatch(/at most 128/)
  expect(await byUids({})).toMatchObject({ status: 400 })
  expect(await byUids(['0x12'])).toMatchObject({ status: 400 })
  expect(await byUids([])).toEqual({ status: 200, body: [] })
})

test('the version is a JSON string: of the package, and of the commit where that is known', async () => {
  const { body } = await get('v1/version')
  expect(body).toMatch(/^[0-9]+\.[0-9]+\.[0-9]+(?:@[0-9a-f]{7})?$/)
})
