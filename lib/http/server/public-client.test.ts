// The public npm client against every endpoint that it calls.
import {
  OrderBookApi,
  OrderKind,
  OrderQuoteSideKindSell,
  OrderSigningUtils,
  SupportedChainId,
} from '@cowprotocol/cow-sdk'
import { type Hex, keccak256, toHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  type ClientDesk,
  failureOf,
  openClientDesk,
  soldAmount,
} from '@/lib/testing/orders/client-fixture'

const chainId = SupportedChainId.MAINNET

/** What the client offers its users; it calls `fetch` and the like by itself. */
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

let desk: ClientDesk

beforeAll(async () => {
  for (const name of methods) vi.spyOn(OrderBookApi.prototype, name)
  desk = await openClientDesk()
})

afterAll(async () => {
  vi.restoreAllMocks()
  await desk?.close()
})

test('getVersion', async () => {
  expect(await desk.api.getVersion()).toMatch(/./)
})

test('getQuote', async () => {
  const { quote, id, verified, from } = await desk.api.getQuote({
    sellToken: desk.sellToken,
    buyToken: desk.buyToken,
    from: desk.owner,
    kind: OrderQuoteSideKindSell.SELL,
    sellAmountBeforeFee: String(soldAmount),
  })
  expect(id).toBeGreaterThan(0)
  expect(verified).toBe(true)
  expect(from).toBe(desk.owner)
  expect(BigInt(quote.buyAmount)).toBeGreaterThan(0n)
  expect(BigInt(quote.sellAmount) + BigInt(quote.feeAmount)).toBe(soldAmount)
})

describe('a swap', () => {
  let uid: Hex
  let txHash: Hex
  let auctionId: number

  test('is posted, settled and fulfilled', async () => {
    uid = (await desk.sdk.postSwapOrder(desk.swap())).orderId as Hex
    expect(await desk.api.getOrder(uid)).toMatchObject({
      uid,
      owner: desk.owner,
      status: 'open',
      kind: 'sell',
    })
    const outcome = await desk.settle()
    expect(outcome.state).toBe('mined')
    txHash = outcome.txHash!
    auctionId = Number(outcome.auctionId)
    const order = await desk.api.getOrder(uid)
    expect(order).toMatchObject({ status: 'fulfilled', executedSellAmount: order.sellAmount })
    expect(BigInt(order.executedBuyAmount)).toBeGreaterThanOrEqual(BigInt(order.buyAmount))
    expect(order.totalFee).toMatch(/^[0-9]+$/)
    expect(BigInt(order.quote?.buyAmount ?? 0)).toBeGreaterThanOrEqual(BigInt(order.buyAmount))
  })

  test('is found in both environments and at its link', async () => {
    expect(await desk.api.getOrderMultiEnv(uid)).toMatchObject({ uid })
    const answer = await fetch(desk.api.getOrderLink(uid))
    expect(await answer.json()).toMatchObject({ uid })
  })

  test('is in getOrders, getTxOrders and getTrades', async () => {
    const [order] = await desk.api.getOrders({ owner: desk.owner })
    expect(order).toMatchObject({ uid, status: 'fulfilled' })
    expect(await desk.api.getTxOrders(txHash)).toEqual([expect.objectContaining({ uid })])
    const { owner, sellToken, buyToken } = desk
    const trade = expect.objectContaining({ orderUid: uid, txHash, owner, sellToken, buyToken })
    expect(await desk.api.getTrades({ owner: desk.owner })).toEqual([trade])
    expect(await desk.api.getTrades({ orderUid: uid })).toEqual([trade])
  })

  test('has its competition by auction and by transaction', async () => {
    const competition = await desk.api.getSolverCompetition(auctionId)
    expect(competition).toMatchObject({ auctionId, transactionHashes: [txHash] })
    expect(competition.solutions?.[0]).toMatchObject({ isWinner: true, ranking: 1 })
    expect(await desk.api.getSolverCompetition(txHash)).toEqual(competition)
    expect(await desk.api.getOrderCompetitionStatus(uid)).toMatchObject({ type: 'traded' })
  })

  test('has its surplus and its native price', async () => {
    expect(BigInt((await desk.api.getTotalSurplus(desk.owner)).totalSurplus ?? '')).toBeGreaterThan(
      0n,
    )
    expect((await desk.api.getNativePrice(desk.sellToken)).price).toBeCloseTo(1, 1)
  })

  test('of buy kind is settled too', async () => {
    const { orderId } = await desk.sdk.postSwapOrder({
      ...desk.swap(),
      kind: OrderKind.BUY,
      amount: '100000000',
    })
    expect((await desk.settle()).state).toBe('mined')
    const order = await desk.api.getOrder(orderId)
    expect(order).toMatchObject({
      status: 'fulfilled',
      kind: 'buy',
      executedBuyAmount: '100000000',
    })
  })
})

test('a swap with a suggested slippage, a partner fee and another receiver is settled', async () => {
  const { slippageBps: _, ...terms } = desk.swap()
  const receiver = desk.network.accounts[3]!.address
  const { orderId } = await desk.sdk.postSwapOrder({
    ...terms,
    receiver,
    partnerFee: { volumeBps: 20, recipient: receiver },
  })
  expect((await desk.settle()).state).toBe('mined')
  const order = await desk.api.getOrder(orderId)
  expect(order).toMatchObject({ status: 'fulfilled', receiver })
  expect(JSON.parse(order.fullAppData ?? '')).toMatchObject({
    appCode: 'Public client',
    metadata: { partnerFee: { volumeBps: 20 }, quote: { slippageBips: expect.any(Number) } },
  })
})

test('a quote can be looked at before it is signed', async () => {
  const { quoteResults, postSwapOrderFromQuote } = await desk.sdk.getQuote(desk.swap())
  const { amountsToSign } = quoteResults.amountsAndCosts
  expect(amountsToSign.sellAmount).toBe(soldAmount)
  const { orderId } = await postSwapOrderFromQuote()
  expect(await desk.api.getOrder(orderId)).toMatchObject({
    buyAmount: String(amountsToSign.buyAmount),
    feeAmount: '0',
  })
  expect((await desk.settle()).state).toBe('mined')
})

describe('a limit order', () => {
  let uid: Hex

  test('is posted and waits', async () => {
    uid = (await desk.sdk.postLimitOrder(desk.patientSale())).orderId as Hex
    expect((await desk.settle()).state).toBe('idle')
    expect(await desk.api.getOrder(uid)).toMatchObject({ status: 'open', class: 'limit' })
    expect(await desk.api.getOrderCompetitionStatus(uid)).toMatchObject({
      type: expect.stringMatching(/^(open|scheduled|active)$/),
    })
  })

  test('is cancelled off chain by its owner alone', async () => {
    const stranger = desk.network.accounts[2]!.privateKey
    const attempt = desk.sdk.offChainCancelOrder({ orderUid: uid, signer: stranger })
    expect(await failureOf(attempt)).toMatchObject({ status: 400, errorType: 'InvalidSignature' })
    expect(await desk.sdk.offChainCancelOrder({ orderUid: uid })).toBe(true)
    expect(await desk.api.getOrder(uid)).toMatchObject({ status: 'cancelled', invalidated: true })
    expect(await desk.api.getOrderCompetitionStatus(uid)).toMatchObject({ type: 'cancelled' })
    expect(await failureOf(desk.sdk.offChainCancelOrder({ orderUid: uid }))).toMatchObject({
      errorType: 'AlreadyCancelled',
    })
  })

  test('is cancelled together with others by one signature', async () => {
    const orders = [
      await desk.sdk.postLimitOrder(desk.patientSale()),
      await desk.sdk.postLimitOrder(desk.patientSale(10n ** 12n + 1n)),
    ]
    const orderUids = orders.map(({ orderId }) => orderId)
    const signer = privateKeyToAccount(desk.privateKey)
    const signed = await OrderSigningUtils.signOrderCancellations(
      orderUids,
      chainId,
      signer as never,
    )
    await desk.api.sendSignedOrderCancellations({ ...signed, orderUids })
    for (const each of orderUids) {
      expect(await desk.api.getOrder(each)).toMatchObject({ status: 'cancelled' })
    }
  })
})

test('uploadAppData and getAppData', async () => {
  const document = '{"appCode":"Public client","metadata":{},"version":"1.14.0"}'
  const hash = keccak256(toHex(document))
  await desk.api.uploadAppData(hash, document)
  expect(await desk.api.getAppData(hash)).toEqual({ fullAppData: document })
  const other = keccak256(toHex('other'))
  expect(await failureOf(desk.api.getAppData(other))).toMatchObject({ status: 404 })
  expect(await failureOf(desk.api.uploadAppData(other, document))).toMatchObject({
    status: 400,
    errorType: 'AppDataHashMismatch',
  })
})

test('errors carry their errorType and a description', async () => {
  const unknown: Hex = `0x${'12'.repeat(56)}`
  expect(await failureOf(desk.api.getOrder(unknown))).toMatchObject({
    status: 404,
    errorType: 'NotFound',
  })
  const quote = desk.api.getQuote({
    sellToken: desk.sellToken,
    buyToken: desk.sellToken,
    from: desk.owner,
    kind: OrderQuoteSideKindSell.SELL,
    sellAmountBeforeFee: '1000',
  })
  expect(await failureOf(quote)).toEqual({
    status: 400,
    errorType: 'SameBuyAndSellToken',
    description: expect.stringMatching(/./),
  })
  expect(await failureOf(desk.api.getSolverCompetition(999_999))).toMatchObject({ status: 404 })
})

test('the network may be named by its chain id', async () => {
  const byId = desk.openApi('1')
  expect(await byId.getVersion()).toBe(await desk.api.getVersion())
  expect(await byId.getOrders({ owner: desk.owner })).toEqual(
    await desk.api.getOrders({ owner: desk.owner }),
  )
})

test('every method of the client was called', () => {
  const own = Object.getOwnPropertyNames(OrderBookApi.prototype)
  const inner = ['constructor', 'fetch', 'getApiBaseUrls', 'getContextWithOverride']
  expect(own.filter((name) => !inner.includes(name)).sort()).toEqual([...methods].sort())
  for (const name of methods) expect(OrderBookApi.prototype[name], name).toHaveBeenCalled()
})
