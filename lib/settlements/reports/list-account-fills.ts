import { evaluateTrade } from '@/lib/auctions/model/evaluate-fill'
import { listTrades, type Trade } from '@/lib/chain-events/trade-query'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { listPricesAt, type PriceAt } from '@/lib/market/prices/list-prices-at'
import type { OrderRecord } from '@/lib/orders/order-record'
import { listOrdersByUids } from '@/lib/orders/order-store'
import { findOffers, type Offer } from '@/lib/orders/placement/order-quote-store'
import { listTradesPage } from '@/lib/orders/queries/list-trades'
import type { Page } from '@/lib/orders/queries/page-cursors'
import { nameTokens } from '@/lib/tokens/get-tokens'
import type { Token } from '@/lib/tokens/token'

/** An amount in atoms, and its value in US dollars at the time of its fill; undefined without a price. */
export type ValuedAmount = {
  readonly token: Address
  readonly atoms: bigint
  readonly usd: number | undefined
}

/** A fill of an account's order, with dollars at its time. */
export type AccountFill = {
  readonly uid: Hex
  readonly txHash: Hex
  readonly blockNumber: bigint
  readonly logIndex: number
  /** Block time in Unix seconds. */
  readonly timestamp: number
  /** Whether the order took its quote, or its owner set the price; undefined for an order of another service. */
  readonly type: 'swap' | 'limit' | undefined
  /** The signed fee included. */
  readonly sold: ValuedAmount
  readonly bought: ValuedAmount
  /** Over the quote, in the token whose amount is not exact; undefined without a quote that was taken. */
  readonly vsQuote: ValuedAmount | undefined
  /** Over the limit, in the same token. */
  readonly vsLimit: ValuedAmount | undefined
  /** The signed fee and the network cost beyond it, in their tokens; empty if unknown. */
  readonly networkCosts: readonly ValuedAmount[]
  /** Protocol and partner fees. */
  readonly fees: readonly ValuedAmount[]
}

type Account = { readonly chainId: number; readonly account: Address }

/**
 * Lists a page of an account's fills on a network, newest first, each with its dollars at the time. Includes orders that
 * it owns and on-chain orders that it placed.
 *
 * @throws {ServiceError} as {@link listPricesAt}.
 */
export async function listAccountFills(
  ctx: Context,
  { chainId, account, page }: Account & { readonly page: Page },
): Promise<readonly AccountFill[]> {
  const trades = await listTradesPage(ctx, { chainId, filter: { owner: account }, page })
  return valueFills(ctx, chainId, trades)
}

/** Fills per query while totals are summed. */
const batch = 500
/** Maximum number of fills in totals: an account with more in a month is a program with books of its own. */
const maxSummed = 5_000

/** Sums over an account's fills since a time, in US dollars at the time of each. */
export type FillTotals = {
  /** Number of distinct orders. */
  readonly orders: number
  readonly fills: number
  readonly volumeUsd: number
  readonly vsQuoteUsd: number
  readonly vsLimitUsd: number
  readonly networkCostsUsd: number
  /** Fills that are missing in a sum, because a token had no price. */
  readonly unpriced: number
}

/**
 * Sums an account's newest fills on a network since a time (Unix seconds), 5,000 at most.
 *
 * @throws {ServiceError} as {@link listPricesAt}.
 */
export async function sumAccountFills(
  ctx: Context,
  { chainId, account, since }: Account & { readonly since: number },
): Promise<FillTotals> {
  const trades: Trade[] = []
  const filter = { owner: account }
  for (let offset = 0; offset < maxSummed; offset += batch) {
    const page = await listTrades(ctx.db, { chainId, filter, limit: batch, offset })
    trades.push(...page.filter(({ timestamp }) => timestamp >= since))
    const last = page.at(-1)
    if (page.length < batch || (last && last.timestamp < since)) break
  }
  return sumFills(await valueFills(ctx, chainId, trades))
}

/** Sums fills; an amount without a price counts as unpriced, never as zero. */
export function sumFills(fills: readonly AccountFill[]): FillTotals {
  const sums = { volumeUsd: 0, vsQuoteUsd: 0, vsLimitUsd: 0, networkCostsUsd: 0 }
  let unpriced = 0
  for (const { sold, bought, vsQuote, vsLimit, networkCosts } of fills) {
    const volume = sold.usd ?? bought.usd
    const counted = [vsQuote, vsLimit, ...networkCosts].filter((each) => each !== undefined)
    if (volume === undefined || counted.some(({ usd }) => usd === undefined)) unpriced += 1
    sums.volumeUsd += volume ?? 0
    sums.vsQuoteUsd += vsQuote?.usd ?? 0
    sums.vsLimitUsd += vsLimit?.usd ?? 0
    for (const { usd } of networkCosts) sums.networkCostsUsd += usd ?? 0
  }
  const orders = new Set(fills.map(({ uid }) => uid)).size
  return { orders, fills: fills.length, ...sums, unpriced }
}

async function valueFills(
  ctx: Context,
  chainId: number,
  trades: readonly Trade[],
): Promise<readonly AccountFill[]> {
  const uids = [...new Set(trades.map(({ orderUid }) => orderUid))]
  const times = timesOf(trades)
  const [orders, offers, tokens, priceAt] = await Promise.all([
    listOrdersByUids(ctx.db, uids),
    findOffers(ctx.db, uids),
    nameTokens(ctx, { chainId, addresses: [...times.keys()] }),
    listPricesAt(ctx, { chainId, times }),
  ])
  const known = new Map(orders.map((order) => [order.uid, order]))
  return trades.map((trade) => {
    const order = known.get(trade.orderUid)
    return describeFill(trade, {
      order,
      offer: offers.get(trade.orderUid),
      value: valuerOf({ tokens, priceAt, at: trade.timestamp }),
    })
  })
}

function timesOf(trades: readonly Trade[]): ReadonlyMap<Address, readonly number[]> {
  const times = new Map<Address, number[]>()
  for (const { sellToken, buyToken, timestamp } of trades) {
    for (const token of [sellToken, buyToken]) {
      times.set(token, [...(times.get(token) ?? []), timestamp])
    }
  }
  return times
}

type Valuation = (token: Address, atoms: bigint) => ValuedAmount

type Valuer = {
  readonly tokens: ReadonlyMap<Address, Token>
  readonly priceAt: PriceAt
  readonly at: number
}

const valuerOf =
  ({ tokens, priceAt, at }: Valuer): Valuation =>
  (token, atoms) => {
    const decimals = tokens.get(token)?.decimals
    const price = priceAt(token, at)
    const isKnown = decimals !== undefined && price !== undefined
    return { token, atoms, usd: isKnown ? (Number(atoms) / 10 ** decimals) * price : undefined }
  }

type Known = {
  readonly order: OrderRecord | undefined
  readonly offer: Offer | undefined
  readonly value: Valuation
}

function describeFill(trade: Trade, { order, offer, value }: Known): AccountFill {
  const { orderUid: uid, txHash, blockNumber, logIndex, timestamp, feeAmount } = trade
  const { sellToken, buyToken, sellAmount, buyAmount, networkFee } = trade
  const flexible = order?.kind === 'buy' ? sellToken : buyToken
  const beyond = order && networkFee !== undefined ? [value(flexible, networkFee)] : []
  const signed = feeAmount > 0n ? [value(sellToken, feeAmount)] : []
  return {
    ...{ uid, txHash, blockNumber, logIndex, timestamp },
    ...surplusOf(trade, { order, offer, value }),
    sold: value(sellToken, sellAmount),
    bought: value(buyToken, buyAmount),
    networkCosts: [...signed, ...beyond],
    fees: trade.executedFees.map(({ token, amount }) => value(token, BigInt(amount))),
  }
}

function surplusOf(
  trade: Trade,
  { order, offer, value }: Known,
): Pick<AccountFill, 'type' | 'vsQuote' | 'vsLimit'> {
  if (!order) return { type: undefined, vsQuote: undefined, vsLimit: undefined }
  const isSell = order.kind === 'sell'
  const amounts = { sellAmount: trade.sellAmount - trade.feeAmount, buyAmount: trade.buyAmount }
  const { limit, quoted, got } = evaluateTrade(order, amounts, {
    ...{ offer, room: undefined, price: undefined },
  })
  // The service assigns any quote of the same size to an order, even if its owner asked for more.
  const isTaken = quoted !== undefined && (isSell ? limit <= quoted : limit >= quoted)
  const over = (price: bigint) =>
    value(isSell ? order.buyToken : order.sellToken, isSell ? got - price : price - got)
  return {
    type: isTaken ? 'swap' : 'limit',
    vsQuote: isTaken ? over(quoted) : undefined,
    vsLimit: over(limit),
  }
}
