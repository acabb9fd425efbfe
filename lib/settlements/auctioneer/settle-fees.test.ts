import { beforeEach, describe, expect } from 'vitest'
import { replayAuction } from '@/lib/auctions/replay/replay-auction'
import { listTrades } from '@/lib/chain-events/trade-query'
import type { Context } from '@/lib/context'
import { type Address, nativeToken } from '@/lib/core/address'
import { defaultSettlement } from '@/lib/core/networks'
import type { NewOrder } from '@/lib/orders/order-record'
import { listOrdersByUids } from '@/lib/orders/order-store'
import { viewOrder, viewTrade } from '@/lib/orders/queries/order-view'
import { placeCharged } from '@/lib/testing/auctions/charged-orders'
import type { SolverFixture } from '@/lib/testing/auctions/solver-fixture'
import { testWith } from '@/lib/testing/test'

const ether = 10n ** 18n
const partner: Address = `0x${'7a'.repeat(20)}`
const treasury: Address = `0x${'7b'.repeat(20)}`
let fixture: SolverFixture
let ctx: Context

const test = testWith({ VOLUME_FEE_BPS: '30', VOLUME_FEE_RECIPIENT: treasury })

test.beforeAll(({ solver }) => {
  fixture = solver
  ctx = fixture.ctx
})
beforeEach(() => ctx.db.order.updateMany({ data: { status: 'cancelled' } }))

type Terms = Parameters<SolverFixture['place']>[1]

/** Settles an order with these partner fees, and returns who received how much of a token. */
async function settleWith(terms: Terms, token: Address, partnerFees: NewOrder['partnerFees']) {
  const order = await placeCharged(fixture, 1, { ...terms, partnerFees })
  const holders = [treasury, partner, defaultSettlement]
  const before = await Promise.all(holders.map((holder) => fixture.balanceOf(token, holder)))
  const outcome = await fixture.settle()
  expect(outcome.state).toBe('mined')
  const after = await Promise.all(holders.map((holder) => fixture.balanceOf(token, holder)))
  const [own = 0n, others = 0n, kept = 0n] = after.map(
    (held, index) => held - (before[index] ?? 0n),
  )
  const { auctionId = 0n } = outcome
  return { order, paid: { own, others, kept }, auctionId }
}

/** The order and its fill in the public API, once indexed. */
async function show({ uid }: NewOrder) {
  await fixture.index()
  const [order] = await listOrdersByUids(ctx.db, [uid])
  const page = { filter: { orderUid: uid }, limit: 1, offset: 0 } as const
  const [trade] = await listTrades(ctx.db, { chainId: 1, ...page })
  if (!order || !trade) throw new Error('the fill is not indexed')
  const { networkFee = -1n } = trade
  expect(networkFee).toBeGreaterThanOrEqual(0n)
  const shown = { order: viewOrder({ order, fullAppData: undefined }), trade: viewTrade(trade) }
  return { ...shown, networkFee }
}

describe('charges, pays out and reports fees', () => {
  test('of a sell order: by volume for the service, by surplus for its partner', async () => {
    const usdc = fixture.token('USDC')
    const { order, paid, auctionId } = await settleWith({}, usdc, [
      { recipient: partner, surplusBps: 5_000, maxVolumeBps: 100 },
    ])
    const shown = await show(order)
    const { buyAmount } = shown.trade
    const gross = buyAmount + paid.own + paid.others
    expect(paid.own).toBe((gross * 30n) / 10_000n)
    // Half of the surplus over a limit of one atom exceeds 1 % of the volume.
    expect(paid.others).toBe(((gross - paid.own) * 100n) / 10_000n)
    expect(paid.kept).toBeGreaterThanOrEqual(0n)
    expect(shown.order).toMatchObject({
      status: 'fulfilled',
      executedBuyAmount: buyAmount,
      executedFee: paid.own + paid.others + shown.networkFee,
      executedFeeToken: usdc,
    })
    expect(shown.trade.executedProtocolFees).toEqual([
      { policy: { volume: { factor: 0.003 } }, amount: String(paid.own), token: usdc },
      {
        policy: { surplus: { factor: 0.5, maxVolumeFactor: 0.01 } },
        amount: String(paid.others),
        token: usdc,
      },
    ])
    expect((await replayAuction(ctx, auctionId)).differences).toEqual([])
  })

  test('of a buy order: on top of its sell amount, within its limit', async () => {
    const weth = fixture.token('WETH')
    const terms = { kind: 'buy', sellAmount: ether, buyAmount: 250_000_000n } as const
    const fees = [{ recipient: partner, volumeBps: 50 }]
    const { order, paid } = await settleWith(terms, weth, fees)
    const shown = await show(order)
    expect(shown.order).toMatchObject({
      executedBuyAmount: order.buyAmount,
      executedFee: paid.own + paid.others + shown.networkFee,
      executedFeeToken: weth,
    })
    const net = shown.trade.sellAmount - paid.own - paid.others
    expect(paid.own).toBe((net * 30n) / 10_000n)
    expect(paid.others).toBe(((net + paid.own) * 50n) / 10_000n)
    expect(paid.others).toBeGreaterThan(0n)
  })

  test('of an order for the native token, in wrapped atoms', async () => {
    const weth = fixture.token('WETH')
    const terms = { sellToken: fixture.token('USDC'), buyToken: nativeToken, sellAmount: 10n ** 9n }
    const { order, paid } = await settleWith(terms, weth, [])
    const shown = await show(order)
    expect(paid.own).toBe(((shown.trade.buyAmount + paid.own) * 30n) / 10_000n)
    expect(paid.own).toBeGreaterThan(0n)
    expect(shown.order.executedFee).toBe(paid.own + shown.networkFee)
  })

  test('of half the improvement on the quote', async () => {
    const usdc = fixture.token('USDC')
    const order = await fixture.place(1, { buyAmount: 10n ** 6n })
    const first = await fixture.settle()
    expect(first.state).toBe('mined')
    const market = (await show(order)).trade.buyAmount
    const partnerFees = [{ recipient: partner, priceImprovementBps: 5_000, maxVolumeBps: 100 }]
    const next = await placeCharged(fixture, 1, { buyAmount: 10n ** 6n, partnerFees })
    const quoted = (market * 995n) / 1_000n
    await ctx.db.orderQuote.create({
      data: {
        orderUid: next.uid,
        sellAmount: String(next.sellAmount),
        buyAmount: String(quoted),
        feeAmount: '0',
        gasAmount: 1,
        gasPrice: 1,
        sellTokenPrice: 1,
        verified: true,
      },
    })
    const before = await fixture.balanceOf(usdc, partner)
    expect((await fixture.settle()).state).toBe('mined')
    const got = (await fixture.balanceOf(usdc, partner)) - before
    const { buyAmount, executedProtocolFees } = (await show(next)).trade
    const improvement = buyAmount + got - quoted
    expect(got).toBe(improvement / 2n)
    expect(got).toBeGreaterThan(0n)
    expect(executedProtocolFees[1]?.policy).toMatchObject({
      priceImprovement: { quote: { buyAmount: String(quoted), fee: '0' } },
    })
  })

  test('only if the limit of the order leaves room for them: otherwise the order waits', async () => {
    const order = await fixture.place(1, { buyAmount: 10n ** 6n })
    expect((await fixture.settle()).state).toBe('mined')
    const market = (await show(order)).trade.buyAmount
    await fixture.place(1, { buyAmount: (market * 9_990n) / 9_970n })
    expect((await fixture.settle()).state).toBe('idle')
  })
})
