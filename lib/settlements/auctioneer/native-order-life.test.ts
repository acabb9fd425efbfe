import { parseEther } from 'viem'
import { expect, vi } from 'vitest'
import { nativeOrdersContract } from '@/lib/core/networks'
import { listNotifications } from '@/lib/notifications/notification-store'
import { getOrder } from '@/lib/orders/queries/list-orders'
import { viewOrder } from '@/lib/orders/queries/order-view'
import { getQuote } from '@/lib/quotes/get-quote'
import { refundOrders } from '@/lib/settlements/lifecycle/refund-orders'
import type { SolverFixture } from '@/lib/testing/auctions/solver-fixture'
import { send } from '@/lib/testing/auctions/test-settlement'
import { nativeOrder } from '@/lib/testing/chain/native-orders'
import { openUntrustedMarket } from '@/lib/testing/chain/untrusted-market'
import { testQuoteRequest } from '@/lib/testing/orders/test-quote-request'
import { test } from '@/lib/testing/test'
import { runRound } from './run-round'

const leadership = { chainId: 1, epoch: 1n } as const
const sellAmount = parseEther('0.5')
let fixture: SolverFixture

test.beforeAll(({ solver }) => {
  fixture = solver
})

/** Quotes, places and indexes an order that sells half an ether. */
async function sellNative(account: number, terms: { buyAmount?: bigint } = {}) {
  const sender = fixture.network.accounts[account]?.address ?? '0x'
  const buyToken = fixture.token('USDC')
  const validTo = Math.floor(Date.now() / 1000) + 900
  const request = testQuoteRequest({
    sellToken: fixture.token('WETH'),
    buyToken,
    from: sender,
    receiver: sender,
    size: { kind: 'sell', sellAmountBeforeFee: sellAmount },
    expiry: { validTo },
    signingScheme: 'eip1271',
    onchainOrder: true,
  })
  // Retries as clients should: the first read of all pools takes long on a busy machine.
  const ask = async () => {
    const quote = await getQuote(fixture.ctx, request)
    expect(quote.verified).toBe(true)
    return quote
  }
  const quote = await vi.waitFor(ask, { timeout: 60_000, interval: 1_000 })
  const { buyAmount = (quote.buyAmount * 99n) / 100n } = terms
  const quoteId = quote.id ?? -1n
  const order = nativeOrder({ sender, buyToken, validTo, sellAmount, buyAmount, quoteId })
  await send(fixture.network, order.placement)
  await fixture.index()
  return { ...order, sender, buyToken, buyAmount, quote, validTo }
}

test('sells the native token from quote to notification', async () => {
  const { uid, sender, buyToken, buyAmount, quote, validTo } = await sellNative(2)
  const before = await fixture.balanceOf(buyToken, sender)
  expect(await runRound(fixture.ctx, leadership)).toMatchObject({ state: 'mined', shortOrders: [] })
  await fixture.index()
  const received = (await fixture.balanceOf(buyToken, sender)) - before
  expect(received).toBeGreaterThanOrEqual(buyAmount)
  const shown = viewOrder(await getOrder(fixture.ctx, { chainId: 1, uid }))
  expect(shown).toMatchObject({
    status: 'fulfilled',
    owner: nativeOrdersContract,
    executedSellAmount: sellAmount,
    executedBuyAmount: received,
    onchainUser: sender,
    onchainOrderData: { sender, placementError: null },
    ethflowData: { userValidTo: validTo, refundTxHash: null, isRefunded: false },
    quote: { buyAmount: quote.buyAmount, verified: true },
  })
  const notifications = await listNotifications(fixture.ctx.db, sender, { limit: 10 })
  expect(notifications?.map(({ type }) => type)).toContain('order_filled')
})

test('does not settle an order after its sender cancels it', async () => {
  const { uid, invalidation } = await sellNative(3)
  await send(fixture.network, invalidation)
  // The indexer has not seen it yet; the simulation rejects it.
  expect(await runRound(fixture.ctx, leadership)).toMatchObject({ state: 'idle' })
  await fixture.index()
  const shown = viewOrder(await getOrder(fixture.ctx, { chainId: 1, uid }))
  expect(shown).toMatchObject({ status: 'cancelled', ethflowData: { isRefunded: true } })
})

test('settles orders of two senders of the same contract', async () => {
  const orders = [await sellNative(4), await sellNative(5)]
  const states = [await runRound(fixture.ctx, leadership), await runRound(fixture.ctx, leadership)]
  expect(states.map(({ state }) => state)).toContain('mined')
  await fixture.index()
  for (const { uid } of orders) {
    const { order } = await getOrder(fixture.ctx, { chainId: 1, uid })
    expect(order.status).toBe('fulfilled')
  }
})

test('rejects an order for a fee-on-transfer token in the first round, and refunds it when its sender cancels it', async () => {
  const [maker, sender] = [7, 8].map((index) => fixture.network.accounts[index]?.address ?? '0x')
  const own = parseEther('1000')
  const pairs = [{ token: fixture.token('WETH'), held: parseEther('1'), own }]
  const market = { by: maker ?? '0x', kind: 'feeOnTransfer', pairs } as const
  const buyToken = await openUntrustedMarket(fixture, market)
  const validTo = Math.floor(Date.now() / 1000) + 900
  const order = nativeOrder({ sender: sender ?? '0x', buyToken, validTo, sellAmount })
  await send(fixture.network, order.placement)
  await fixture.index()
  const view = async () => viewOrder(await getOrder(fixture.ctx, { chainId: 1, uid: order.uid }))
  expect(await view()).toMatchObject({ onchainOrderData: { placementError: null } })
  expect(await runRound(fixture.ctx, leadership)).toMatchObject({ state: 'idle' })
  expect(await view()).toMatchObject({
    status: 'open',
    onchainOrderData: { placementError: 'preValidationError' },
  })
  await send(fixture.network, order.invalidation)
  await fixture.index()
  expect(await view()).toMatchObject({ status: 'cancelled', ethflowData: { isRefunded: true } })
})

test('refunds an order that expired without a fill, once', async () => {
  const { uid, sender, order } = await sellNative(6, { buyAmount: 10n ** 30n })
  await fixture.rpc('evm_increaseTime', [1_000])
  await fixture.rpc('evm_mine', [])
  await fixture.index()
  await fixture.ctx.db.order.update({ where: { uid }, data: { status: 'expired' } })
  const balance = () => fixture.ctx.chain(1).client.getBalance({ address: sender })
  const before = await balance()
  expect(await refundOrders(fixture.ctx, leadership)).toBe('mined')
  expect((await balance()) - before).toBe(order.sellAmount)
  // Before the refund is indexed, the simulation rejects another one.
  expect(await refundOrders(fixture.ctx, leadership)).toBeUndefined()
  await fixture.index()
  const shown = viewOrder(await getOrder(fixture.ctx, { chainId: 1, uid }))
  expect(shown).toMatchObject({ ethflowData: { isRefunded: true } })
  // The database's clock does not follow the chain's.
  await fixture.ctx.db.order.update({ where: { uid }, data: { status: 'expired' } })
  expect(await refundOrders(fixture.ctx, leadership)).toBeUndefined()
})
