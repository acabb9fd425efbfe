import { beforeEach, expect } from 'vitest'
import type { IndexedEvent } from '@/lib/chain-events/contract-event'
import { listTrades } from '@/lib/chain-events/trade-query'
import type { Context } from '@/lib/context'
import { type Address, nativeToken } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { defaultSettlement } from '@/lib/core/networks'
import { discoverPools } from '@/lib/liquidity/pools/discover-pools'
import { listOrdersByUids } from '@/lib/orders/order-store'
import { viewOrder } from '@/lib/orders/queries/order-view'
import { placeCharged } from '@/lib/testing/auctions/charged-orders'
import type { SolverFixture } from '@/lib/testing/auctions/solver-fixture'
import { testWith } from '@/lib/testing/test'
import { repeat } from '@/lib/testing/until'
import { bookSettlements } from './book-settlements'

const ether = 10n ** 18n
const scale = 10n ** 18n
const partner: Address = `0x${'7a'.repeat(20)}`
let fixture: SolverFixture
let ctx: Context

const test = testWith({ EMBEDDED_CHAIN_IDS: '', SETTLE: 'on', VOLUME_FEE_BPS: '7' })

test.beforeAll(async ({ solver }) => {
  // The settlement must cover its gas, as on real networks; the volume fee stays in the settlement contract.
  fixture = solver
  ctx = fixture.ctx
  await repeat(() => discoverPools(ctx, { chainId: 1 }), Boolean)
})
beforeEach(() => ctx.db.order.updateMany({ data: { status: 'cancelled' } }))

type Terms = Parameters<SolverFixture['place']>[1]
type KeptJson = { readonly token: Address; readonly amount: string; readonly owed: string }

/** Settles these orders in one transaction, and returns the settlement contract's gain of each token. */
async function settleTogether(terms: readonly Terms[]) {
  const uids: Hex[] = []
  for (const [index, one] of terms.entries()) uids.push((await fixture.place(index + 1, one)).uid)
  const tokens = ['WETH', 'USDC', 'DAI', 'USDT'].map((symbol) => fixture.token(symbol))
  const held = () => Promise.all(tokens.map((token) => fixture.balanceOf(token, defaultSettlement)))
  const before = await held()
  const { state, txHash = '0x', auctionId = 0n } = await fixture.settle()
  expect(state).toBe('mined')
  const after = await held()
  await fixture.index()
  const gained = new Map(
    tokens.map((token, i) => [token.toLowerCase(), (after[i] ?? 0n) - (before[i] ?? 0n)]),
  )
  return { uids, txHash, auctionId, gained }
}

async function readSettled(uids: readonly Hex[], txHash: Hex) {
  const { kept } = await ctx.db.settlement.findFirstOrThrow({ where: { txHash } })
  const orders = await listOrdersByUids(ctx.db, uids)
  const fills = await Promise.all(
    orders.map(async (order) => {
      const page = { filter: { orderUid: order.uid }, limit: 1, offset: 0 } as const
      const [trade] = await listTrades(ctx.db, { chainId: 1, ...page })
      if (!trade) throw new Error('the fill is not indexed')
      return { order, trade }
    }),
  )
  return { kept: kept as unknown as readonly KeptJson[] | null, fills }
}

test.each([
  ['a sell order', [{}]],
  ['a buy order', [{ kind: 'buy', sellAmount: ether, buyAmount: 250_000_000n }]],
  ['an order for the native token', [{ sell: 'USDC', native: true, sellAmount: 10n ** 9n }]],
  [
    'several orders together',
    [
      { sellAmount: 2n * ether, buyAmount: 10n ** 6n },
      { sell: 'DAI', buy: 'USDT', sellAmount: 500n * ether, buyAmount: 10n ** 6n },
    ],
  ],
] as const)(
  'books what a settlement keeps by token, and splits it among its orders: %s',
  async (_, given) => {
    const terms = given.map((one): Terms => {
      const { sell, buy, native, ...rest } = one as Partial<Terms> &
        Record<'sell' | 'buy', string> & {
          native?: boolean
        }
      const sellToken = fixture.token(sell ?? 'WETH')
      return { sellToken, buyToken: native ? nativeToken : fixture.token(buy ?? 'USDC'), ...rest }
    })
    const { uids, txHash, auctionId, gained } = await settleTogether(terms)
    const { kept, fills } = await readSettled(uids, txHash)
    const booked = new Map(kept?.map(({ token, amount }) => [token, BigInt(amount)]))
    for (const [token, amount] of gained)
      expect([token, booked.get(token as Address) ?? 0n]).toEqual([token, amount])

    const rows = await ctx.db.auctionPrice.findMany({ where: { auctionId } })
    const prices = new Map(rows.map(({ token, price }) => [token, BigInt(price.toFixed(0))]))
    const weth = fixture.token('WETH').toLowerCase()
    const priceOf = (token: string) => prices.get(token === nativeToken ? weth : token) ?? 0n
    let value = 0n
    for (const { token, amount, owed } of kept ?? []) {
      value += (BigInt(amount) - BigInt(owed)) * priceOf(token)
    }
    expect(value / scale).toBeGreaterThan(0n)
    let [parts, atoms] = [0n, 0n]
    for (const { order, trade } of fills) {
      const feeToken = order.kind === 'sell' ? order.buyToken : order.sellToken
      const fees = trade.executedFees.reduce((sum, { amount }) => sum + BigInt(amount), 0n)
      const { networkFee = -1n } = trade
      expect(networkFee).toBeGreaterThanOrEqual(0n)
      expect(fees).toBeGreaterThan(0n)
      parts += networkFee * priceOf(feeToken)
      atoms += priceOf(feeToken)
      expect(viewOrder({ order, fullAppData: undefined })).toMatchObject({
        status: 'fulfilled',
        executedFee: networkFee + fees,
        executedFeeToken: feeToken,
      })
    }
    expect(parts).toBeLessThanOrEqual(value)
    expect(parts).toBeGreaterThan(value - atoms)
  },
)

test('excludes the fee paid to a partner from what a settlement keeps', async () => {
  const partnerFees = [{ recipient: partner, volumeBps: 100 }]
  const { uid } = await placeCharged(fixture, 1, { buyAmount: 10n ** 6n, partnerFees })
  const { txHash = '0x' } = await fixture.settle()
  await fixture.index()
  const { fills } = await readSettled([uid], txHash)
  const [fill] = fills
  const paid = await fixture.balanceOf(fixture.token('USDC'), partner)
  expect(paid).toBeGreaterThan(0n)
  expect(fill?.trade.executedFees[1]?.amount).toBe(String(paid))
  // A hundredth of the volume far exceeds the gas cost.
  expect(fill?.trade.networkFee).toBeLessThan(paid)
  expect(fill?.trade.networkFee).toBeGreaterThan(0n)
})

test('rolls back bookings in a reorg', async () => {
  const { uids, txHash } = await settleTogether([{ buyAmount: 10n ** 6n }])
  const { fills } = await readSettled(uids, txHash)
  expect(fills[0]?.order.networkFee).toBe(fills[0]?.trade.networkFee)
  await fixture.rpc('anvil_reorg', [1, []])
  await fixture.rpc('anvil_mine', ['0x2'])
  await fixture.index()
  const [order] = await listOrdersByUids(ctx.db, uids)
  expect(order).toMatchObject({ executedBuy: 0n, networkFee: 0n, protocolFee: 0n })
  expect(await ctx.db.settlement.count({ where: { txHash } })).toBe(0)
})

test('does not book a settlement without a stored auction input, and still reports its fees', async () => {
  const { uids, txHash } = await settleTogether([{ buyAmount: 10n ** 6n }])
  const settled = await readSettled(uids, txHash)
  expect(settled.kept).not.toBeNull()
  // As after a restore without the auction's input.
  await ctx.db.auction.updateMany({ data: { input: null } })
  const [head] = await ctx.db.indexedBlock.findMany({ orderBy: { number: 'desc' }, take: 1 })
  await ctx.db.settlement.deleteMany({ where: { txHash } })
  await ctx.db.trade.deleteMany({ where: { txHash } })
  await ctx.db.indexedBlock.deleteMany({ where: { number: { gte: head?.number ?? 0n } } })
  await fixture.index()
  const { kept, fills } = await readSettled(uids, txHash)
  expect(kept).toBeNull()
  const [fill] = fills
  const fees = fill?.trade.executedFees.reduce((sum, { amount }) => sum + BigInt(amount), 0n)
  expect(fill?.trade.networkFee).toBeUndefined()
  expect(fill && viewOrder({ order: fill.order, fullAppData: undefined }).executedFee).toBe(fees)
})

test('does not book another transaction that names an auction of this service', async () => {
  const { uids, txHash, auctionId } = await settleTogether([{ buyAmount: 10n ** 6n }])
  const { fills } = await readSettled(uids, txHash)
  const trade = fills[0]?.trade
  const { blockHash } = await ctx.db.settlement.findFirstOrThrow({ where: { txHash } })
  const eventsIn = (hash: Hex, change: { readonly sellAmount?: bigint } = {}): IndexedEvent[] => {
    if (!trade) throw new Error('the fill is not indexed')
    const { blockNumber, timestamp } = trade
    const place = { blockNumber, timestamp, blockHash: blockHash as Hex, txHash: hash }
    return [
      { ...trade, ...place, kind: 'trade', logIndex: 0, networkFee: undefined, ...change },
      { ...place, kind: 'settlement', logIndex: 1, solver: partner, auctionId },
    ]
  }
  const book = (events: readonly IndexedEvent[]) => bookSettlements(ctx, 1, events)
  expect(await book(eventsIn(txHash))).toMatchObject([
    { networkFee: trade?.networkFee },
    { kept: expect.arrayContaining([expect.objectContaining({ token: fixture.token('USDC') })]) },
  ])
  const [foreign, other] = [eventsIn(`0x${'ab'.repeat(32)}`), eventsIn(txHash, { sellAmount: 1n })]
  expect(await book(foreign)).toEqual(foreign)
  expect(await book(other)).toEqual(other)
})
