// Runs the public npm client against every endpoint that it calls.
import {
  OrderBookApi,
  OrderKind,
  OrderQuoteSideKindSell,
  OrderSigningUtils,
  SupportedChainId,
} from '@cowprotocol/cow-sdk'
import { type Hex, keccak256, toHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, describe, expect, vi } from 'vitest'
import { type ClientFixture, failureOf, soldAmount } from '@/lib/testing/orders/client-fixture'
import { test } from '@/lib/testing/test'

const chainId = SupportedChainId.MAINNET

/** The client's public methods; it calls `fetch` and similar ones itself. */
const methods = [
  'getVersion',
  'getTrades',
  'getOrders',
  'getTxOrders',
  'getOrder',
  'getOrderCompetitionStatus',
  'getOrderMultiEnv',
  'getQuote',
  'sendSignedOrderCancellations',
  'sendOrder',
  'getNativePrice',
  'getTotalSurplus',
  'getAppData',
  'uploadAppData',
  'getSolverCompetition',
  'getOrderLink',
] as const

let fixture: ClientFixture

test.beforeAll(({ client }) => {
  for (const name of methods) vi.spyOn(OrderBookApi.prototype, name)
  fixture = client
})

afterAll(async () => {
  vi.restoreAllMocks()
})

test('getVersion', async () => {
  expect(await fixture.api.getVersion()).toMatch(/./)
})

// A quote on a busy machine may reach its time limit before its simulation ends.
test('getQuote', { retry: 3 }, async () => {
  const { quote, id, verified, from } = await fixture.api.getQuote({
    sellToken: fixture.sellToken,
    buyToken: fixture.buyToken,
    from: fixture.owner,
    kind: OrderQuoteSideKindSell.SELL,
    sellAmountBeforeFee: String(soldAmount),
  })
  expect(id).toBeGreaterThan(0)
  expect(verified).toBe(true)
  expect(from).toBe(fixture.owner)
  expect(BigInt(quote.buyAmount)).toBeGreaterThan(0n)
  expect(BigInt(quote.sellAmount) + BigInt(quote.feeAmount)).toBe(soldAmount)
})

describe('a swap', () => {
  let uid: Hex
  let txHash: Hex
  let auctionId: number

  test('is posted, settled and fulfilled', async () => {
    uid = (await fixture.sdk.postSwapOrder(fixture.swap())).orderId as Hex
    expect(await fixture.api.getOrder(uid)).toMatchObject({
      uid,
      owner: fixture.owner,
      status: 'open',
      kind: 'sell',
    })
    const outcome = await fixture.settle()
    expect(outcome.state).toBe('mined')
    txHash = outcome.txHash!
    auctionId = Number(outcome.auctionId)
    const order = await fixture.api.getOrder(uid)
    expect(order).toMatchObject({ status: 'fulfilled', executedSellAmount: order.sellAmount })
    expect(BigInt(order.executedBuyAmount)).toBeGreaterThanOrEqual(BigInt(order.buyAmount))
    expect(order.totalFee).toMatch(/^[0-9]+$/)
    expect(BigInt(order.quote?.buyAmount ?? 0)).toBeGreaterThanOrEqual(BigInt(order.buyAmount))
  })

  test('is found in both environments and by its explorer link', async () => {
    expect(await fixture.api.getOrderMultiEnv(uid)).toMatchObject({ uid })
    const answer = await fetch(fixture.api.getOrderLink(uid))
    expect(await answer.json()).toMatchObject({ uid })
  })

  test('is in getOrders, getTxOrders and getTrades', async () => {
    const [order] = await fixture.api.getOrders({ owner: fixture.owner })
    expect(order).toMatchObject({ uid, status: 'fulfilled' })
    expect(await fixture.api.getTxOrders(txHash)).toEqual([expect.objectContaining({ uid })])
    const { owner, sellToken, buyToken } = fixture
    const trade = expect.objectContaining({ orderUid: uid, txHash, owner, sellToken, buyToken })
    expect(await fixture.api.getTrades({ owner: fixture.owner })).toEqual([trade])
    expect(await fixture.api.getTrades({ orderUid: uid })).toEqual([trade])
  })

  test('has its competition by auction and by transaction', async () => {
    const competition = await fixture.api.getSolverCompetition(auctionId)
    expect(competition).toMatchObject({ auctionId, transactionHashes: [txHash] })
    expect(competition.solutions?.[0]).toMatchObject({ isWinner: true, ranking: 1 })
    expect(await fixture.api.getSolverCompetition(txHash)).toEqual(competition)
    expect(await fixture.api.getOrderCompetitionStatus(uid)).toMatchObject({ type: 'traded' })
  })

  test('has its surplus and its native price', async () => {
    expect(
      BigInt((await fixture.api.getTotalSurplus(fixture.owner)).totalSurplus ?? ''),
    ).toBeGreaterThan(0n)
    expect((await fixture.api.getNativePrice(fixture.sellToken)).price).toBeCloseTo(1, 1)
  })

  test('is settled for a buy order', async () => {
    const { orderId } = await fixture.sdk.postSwapOrder({
      ...fixture.swap(),
      kind: OrderKind.BUY,
      amount: '100000000',
    })
    expect((await fixture.settle()).state).toBe('mined')
    const order = await fixture.api.getOrder(orderId)
    expect(order).toMatchObject({
      status: 'fulfilled',
      kind: 'buy',
      executedBuyAmount: '100000000',
    })
  })
})

test('a swap with a suggested slippage, a partner fee and another receiver is settled', async () => {
  const { slippageBps: _, ...terms } = fixture.swap()
  const receiver = fixture.network.accounts[3]!.address
  const { orderId } = await fixture.sdk.postSwapOrder({
    ...terms,
    receiver,
    partnerFee: { volumeBps: 20, recipient: receiver },
  })
  expect((await fixture.settle()).state).toBe('mined')
  const order = await fixture.api.getOrder(orderId)
  expect(order).toMatchObject({ status: 'fulfilled', receiver })
  expect(JSON.parse(order.fullAppData ?? '')).toMatchObject({
    appCode: 'Public client',
    metadata: { partnerFee: { volumeBps: 20 }, quote: { slippageBips: expect.any(Number) } },
  })
})

test('shows a quote before it is signed', async () => {
  const { quoteResults, postSwapOrderFromQuote } = await fixture.sdk.getQuote(fixture.swap())
  const { amountsToSign } = quoteResults.amountsAndCosts
  expect(amountsToSign.sellAmount).toBe(soldAmount)
  const { orderId } = await postSwapOrderFromQuote()
  expect(await fixture.api.getOrder(orderId)).toMatchObject({
    buyAmount: String(amountsToSign.buyAmount),
    feeAmount: '0',
  })
  expect((await fixture.settle()).state).toBe('mined')
})

describe('a limit order', () => {
  let uid: Hex

  test('is posted and stays open', async () => {
    uid = (await fixture.sdk.postLimitOrder(fixture.patientSale())).orderId as Hex
    expect((await fixture.settle()).state).toBe('idle')
    expect(await fixture.api.getOrder(uid)).toMatchObject({ status: 'open', class: 'limit' })
    expect(await fixture.api.getOrderCompetitionStatus(uid)).toMatchObject({
      type: expect.stringMatching(/^(open|scheduled|active)$/),
    })
  })

  test('is cancelled off chain by its owner only', async () => {
    const other = fixture.network.accounts[2]!.privateKey
    const attempt = fixture.sdk.offChainCancelOrder({ orderUid: uid, signer: other })
    expect(await failureOf(attempt)).toMatchObject({ status: 400, errorType: 'InvalidSignature' })
    expect(await fixture.sdk.offChainCancelOrder({ orderUid: uid })).toBe(true)
    expect(await fixture.api.getOrder(uid)).toMatchObject({
      status: 'cancelled',
      invalidated: true,
    })
    expect(await fixture.api.getOrderCompetitionStatus(uid)).toMatchObject({ type: 'cancelled' })
    expect(await failureOf(fixture.sdk.offChainCancelOrder({ orderUid: uid }))).toMatchObject({
      errorType: 'AlreadyCancelled',
    })
  })

  test('is cancelled with others by one signature', async () => {
    const orders = [
      await fixture.sdk.postLimitOrder(fixture.patientSale(10n ** 12n + 2n)),
      await fixture.sdk.postLimitOrder(fixture.patientSale(10n ** 12n + 1n)),
    ]
    const orderUids = orders.map(({ orderId }) => orderId)
    const signer = privateKeyToAccount(fixture.privateKey)
    const signed = await OrderSigningUtils.signOrderCancellations(
      orderUids,
      chainId,
      signer as never,
    )
    await fixture.api.sendSignedOrderCancellations({ ...signed, orderUids })
    for (const each of orderUids) {
      expect(await fixture.api.getOrder(each)).toMatchObject({ status: 'cancelled' })
    }
  })
})

test('uploadAppData and getAppData', async () => {
  const document = '{"appCode":"Public client","metadata":{},"version":"1.14.0"}'
  const hash = keccak256(toHex(document))
  await fixture.api.uploadAppData(hash, document)
  expect(await fixture.api.getAppData(hash)).toEqual({ fullAppData: document })
  const other = keccak256(toHex('other'))
  expect(await failureOf(fixture.api.getAppData(other))).toMatchObject({ status: 404 })
  expect(await failureOf(fixture.api.uploadAppData(other, document))).toMatchObject({
    status: 400,
    errorType: 'AppDataHashMismatch',
  })
})

test('errors carry their errorType and a description', async () => {
  const unknown: Hex = `0x${'12'.repeat(56)}`
  expect(await failureOf(fixture.api.getOrder(unknown))).toMatchObject({
    status: 404,
    errorType: 'NotFound',
  })
  const quote = fixture.api.getQuote({
    sellToken: fixture.sellToken,
    buyToken: fixture.sellToken,
    from: fixture.owner,
    kind: OrderQuoteSideKindSell.SELL,
    sellAmountBeforeFee: '1000',
  })
  expect(await failureOf(quote)).toEqual({
    status: 400,
    errorType: 'SameBuyAndSellToken',
    description: expect.stringMatching(/./),
  })
  expect(await failureOf(fixture.api.getSolverCompetition(999_999))).toMatchObject({ status: 404 })
})

test('accepts a chain id as network segment', async () => {
  const byId = fixture.openApi('1')
  expect(await byId.getVersion()).toBe(await fixture.api.getVersion())
  expect(await byId.getOrders({ owner: fixture.owner })).toEqual(
    await fixture.api.getOrders({ owner: fixture.owner }),
  )
})

test('covers every method of the client', () => {
  const own = Object.getOwnPropertyNames(OrderBookApi.prototype)
  const inner = ['constructor', 'fetch', 'getApiBaseUrls', 'getContextWithOverride']
  expect(own.filter((name) => !inner.includes(name)).sort()).toEqual([...methods].sort())
  for (const name of methods) expect(OrderBookApi.prototype[name], name).toHaveBeenCalled()
})
