import type { Block } from 'viem'
import type { PartnerFee } from '@/lib/app-data/metadata'
import {
  type Auction,
  type AuctionOrder,
  nativeValue,
  neededAmount,
  type PaidOrders,
  type ShortOrder,
  tradedPair,
} from '@/lib/auctions/model/auction'
import { type FeePolicy, withRoomForFees } from '@/lib/auctions/model/order-fees'
import { readBytePrice } from '@/lib/chain/data-fee'
import { readGasMarket } from '@/lib/chain/gas-market'
import { findForgedCall, orderCalleesOf } from '@/lib/chain/simulation/order-calls'
import { interactionGas } from '@/lib/chain/simulation/trampoline'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { maxUint256, minAmount } from '@/lib/core/amount'
import type { Hex } from '@/lib/core/bytes'
import { dependencyDown, isServiceError } from '@/lib/core/errors'
import type { Exclusion } from '@/lib/core/exclusion'
import type { Network } from '@/lib/core/networks/network'
import { toUnixSeconds } from '@/lib/core/time'
import { poolKey } from '@/lib/liquidity/called-pools'
import { readPools } from '@/lib/liquidity/pools/read-pools'
import { rejectOnchainOrders } from '@/lib/orders/onchain/reject-onchain-orders'
import type { OrderRecord } from '@/lib/orders/order-record'
import { findOffers } from '@/lib/orders/placement/order-quote-store'
import { listOpenOrders } from '@/lib/orders/queries/open-order-query'
import { admitPools, admitTrustedPools } from '@/lib/routing/graph/filter-pools'
import type { RouteRequest } from '@/lib/routing/route'
import { allotFunds } from './allot-funds'
import { priceOrders } from './price-orders'
import { readOrderChainStates } from './read-order-chain-state'
import {
  blockUnproven,
  knownContracts,
  type RevertRisk,
  untrustedContracts,
  withReceiverCode,
} from './revert-risk'
import { type Selection, selectOrders } from './select-orders'

/**
 * On real networks a solution must cover its whole estimated network cost; otherwise the operator would pay the
 * difference.
 */
export const realCostCoverBps = 10_000n

/**
 * Share of its volume that an order reserves on real networks, in bps: twice what a pool of 0.01 % moves by for another
 * trade's fee, and a tenth of common slippage limits at most.
 */
const slackReserveBps = 2n

/** Maximum age of a quote, in seconds, that gives its order priority for the owner's funds: prices move on. */
const maxQuoteAgeSeconds = 300

/** An order whose stored row is forged; `reason` completes a sentence that begins with the order. */
export type ForgedOrder = { readonly uid: Hex; readonly reason: string }

/** An auction, and the open orders excluded for insufficient funds. */
export type BuiltAuction = {
  /** Undefined if no order can be settled, or the chain changed during the read. */
  readonly auction: Auction | undefined
  /** Undefined if unknown. */
  readonly shortOrders: readonly ShortOrder[] | undefined
  /** Undefined if the chain was not read. */
  readonly paid?: PaidOrders
  /** Every open order, with the reason for its exclusion; undefined if unknown. */
  readonly exclusions?: ReadonlyMap<OrderRecord, Exclusion | undefined>
  /** With any, there is no auction, since someone has changed the database. */
  readonly forged?: readonly ForgedOrder[]
}

type Wanted = {
  readonly chainId: number
  /** Orders to exclude, with the reasons. */
  readonly without: ReadonlyMap<Hex, Exclusion>
  /** Caps in wei on the sell value of one order and of the day's remaining settlements; omitted: unlimited. */
  readonly caps?: { readonly order: bigint; readonly day: bigint } | undefined
  /** None by default. */
  readonly risk?: RevertRisk
}

/**
 * Builds an auction from the open orders of a network, with fills, balances, allowances, pools and prices of one block.
 * Excludes orders in `without`, those that run blocked code, and those with an unpriced token. Reads nothing more once an
 * order is forged ({@link findForgedCall}).
 * @throws {ServiceError} InternalServerError if the network's RPC does not answer.
 */
export async function buildAuction(
  ctx: Context,
  { chainId, without, risk: assessed, caps }: Wanted,
): Promise<BuiltAuction> {
  const { network } = ctx.chain(chainId)
  const nowSeconds = toUnixSeconds(ctx.now())
  const trusted = [...(assessed?.known ?? knownContracts(ctx, chainId))]
  const { orders, refused } = await listOpenOrders(ctx.db, { chainId, nowSeconds, trusted })
  const forged = findForged(ctx, chainId, orders)
  if (forged.length > 0) return { auction: undefined, shortOrders: undefined, forged }
  const risk = await blockUnproven(ctx, chainId, { orders, risk: assessed })
  const excluded = new Map(refused.map(({ order, exclusion }) => [order, exclusion]))
  const waiting = orders.filter((order) => {
    const exclusion = findEarlyExclusion(order, without, risk)
    if (exclusion) excluded.set(order, exclusion)
    return !exclusion
  })
  if (waiting.length === 0) return { auction: undefined, shortOrders: [], exclusions: excluded }
  try {
    const built = await readAuction(ctx, { network, orders: waiting, nowSeconds, risk, caps })
    const { exclusions } = built
    return exclusions ? { ...built, exclusions: new Map([...excluded, ...exclusions]) } : built
  } catch (cause) {
    throw isServiceError(cause) ? cause : dependencyDown(network.title, cause)
  }
}

function findForged(ctx: Context, chainId: number, orders: readonly OrderRecord[]): ForgedOrder[] {
  const callees = orderCalleesOf(ctx, chainId)
  return orders.flatMap((order) => {
    const call = findForgedCall(order, callees)
    if (!call) return []
    return [{ uid: order.uid, reason: `calls ${call.target}, which no order of this service does` }]
  })
}

/** Returns why an order is excluded before the chain is read. */
function findEarlyExclusion(
  order: OrderRecord,
  without: Wanted['without'],
  risk: RevertRisk | undefined,
): Exclusion | undefined {
  const exclusion = without.get(order.uid)
  if (exclusion) return exclusion
  return isBlocked(order, risk) ? { code: 'blockedAfterReverts' } : undefined
}

type Reading = {
  readonly network: Network
  readonly orders: readonly OrderRecord[]
  readonly nowSeconds: number
  readonly risk: RevertRisk | undefined
  readonly caps: Wanted['caps']
}

async function readAuction(ctx: Context, reading: Reading): Promise<BuiltAuction> {
  const { network } = reading
  const { chainId, wrappedNative } = network
  const { client } = ctx.chain(chainId)
  const block = await client.getBlock()
  const { price: gasPrice } = await readGasMarket(ctx, chainId, block)
  const bytePrice = await readBytePrice(ctx, chainId, gasPrice)
  const blockNumber = block.number
  // The next block's time may be this much later, and the contract checks the validity against it.
  const soon =
    Math.max(Number(block.timestamp), reading.nowSeconds) + Math.ceil(network.blockSeconds)
  const valid = reading.orders.filter(({ trueValidTo }) => trueValidTo >= soon)
  const looked = await withReceiverCode(ctx, { chainId, blockNumber }, valid)
  const candidates = looked.map((order) => toCandidate(order, reading.risk))
  const tokens = new Set([wrappedNative, ...candidates.flatMap((c) => tokensOf(c.order, network))])
  const [states, snapshot] = await Promise.all([
    readOrderChainStates(ctx, { chainId, blockNumber, orders: candidates }),
    readPools(ctx, { chainId, tokens: [...tokens], block }),
  ])
  const refused = await rejectOnchainOrders(ctx, {
    chainId,
    orders: reading.orders,
    pools: snapshot.pools,
  })
  const served = candidates.filter(({ uid }) => !refused.has(uid))
  const selection = selectOrders(served, states, blockNumber)
  const { orders, shortOrders } = selection
  const isSameBlock = snapshot.blockHash === block.hash && (await isCanonical(ctx, chainId, block))
  if (!isSameBlock) return { auction: undefined, shortOrders: undefined }
  const paid = {
    uids: orders.map(({ uid }) => uid),
    block: { number: blockNumber, hash: block.hash },
  }
  const charged = await applyFeePolicies(ctx, orders, reading.orders)
  const admit = reading.risk?.isolateUntrusted ? admitTrustedPools : admitPools
  const admission = await admit(ctx, {
    chainId,
    pools: snapshot.pools.filter((pool) => !reading.risk?.attackedPools.has(poolKey(pool))),
    trades: charged.flatMap((entry) => requestOf(entry, network) ?? []),
  })
  const { pools } = admission
  const priced = await priceOrders(ctx, { chainId, orders: charged, pools })
  const uids = priced.orders.map(({ uid }) => uid)
  const quotedAfter = new Date(ctx.now() - maxQuoteAgeSeconds * 1000)
  const offers = await findOffers(ctx.db, uids, { quotedAfter })
  const market = { prices: priced.prices, wrappedNative, offers }
  const capped = findOverCap(priced, { caps: reading.caps, wrappedNative })
  const within = priced.orders.filter(({ uid }) => !capped.has(uid))
  const allotted = allotFunds(within, selection.funds, market)
  const found = findExclusions(charged, { selection, priced, capped, allotted, network })
  const exclusions = new Map(served.map(({ order, uid }) => [order, found.get(uid)]))
  if (allotted.orders.length === 0) return { auction: undefined, shortOrders, paid, exclusions }
  const auction: Auction = {
    chainId,
    blockNumber,
    blockHash: block.hash,
    timestamp: Number(block.timestamp),
    gasPrice,
    ...(bytePrice > 0n ? { bytePrice } : {}),
    ...(ctx.config.embeddedChainIds.includes(chainId)
      ? { costCoverBps: 0n }
      : {
          costCoverBps: realCostCoverBps,
          slackBps: minAmount(BigInt(ctx.config.slippageBps), slackReserveBps),
        }),
    ...priced,
    orders: allotted.orders,
    ...admission,
    wrappedNative,
    baseTokens: network.baseTokens,
    settlementContract: ctx.config.settlementContract,
    vaultRelayer: ctx.config.vaultRelayerContract,
  }
  return { auction, shortOrders, paid, exclusions }
}

type Found = {
  readonly selection: Selection
  readonly priced: Pick<Auction, 'prices'>
  readonly capped: ReadonlyMap<Hex, Exclusion>
  readonly allotted: ReturnType<typeof allotFunds>
  readonly network: Network
}

type Capped = Pick<Wanted, 'caps'> & Pick<Auction, 'wrappedNative'>

/**
 * Returns orders whose unfilled part may exceed the caps, fees included; an order of unknown value exceeds every cap.
 */
function findOverCap(
  { prices, orders }: Pick<Auction, 'prices' | 'orders'>,
  { caps, wrappedNative }: Capped,
): ReadonlyMap<Hex, Exclusion> {
  if (!caps) return new Map()
  return new Map(
    orders.flatMap(({ uid, order, remaining, charge }): [Hex, Exclusion][] => {
      const { sellToken } = tradedPair(order, wrappedNative)
      const open = neededAmount(charge?.signed ?? order, remaining)
      const value = nativeValue(open, prices.get(sellToken) ?? maxUint256)
      const cap = value > caps.order ? 'order' : value > caps.day ? 'day' : undefined
      return cap ? [[uid, { code: 'overCap', cap }]] : []
    }),
  )
}

/** Returns why orders are excluded, by uid. */
function findExclusions(
  charged: readonly AuctionOrder[],
  { selection, priced, capped, allotted, network }: Found,
): ReadonlyMap<Hex, Exclusion> {
  const { shortOrders, unsignedUids, unconfirmedUids } = selection
  const unpriced = charged.flatMap(({ uid, order }): [Hex, Exclusion][] => {
    const token = tokensOf(order, network).find((address) => !priced.prices.has(address))
    return token ? [[uid, { code: 'tokenNotTraded', token }]] : []
  })
  const short = [...shortOrders, ...allotted.unfunded].map((lacking): [Hex, Exclusion] => {
    const code = lacking.shortOf === 'balance' ? 'insufficientBalance' : 'insufficientAllowance'
    const [needed, available] = [String(lacking.needed), String(lacking.available)]
    return [lacking.uid, { code, token: lacking.order.sellToken, needed, available }]
  })
  return new Map<Hex, Exclusion>([
    ...unsignedUids.map((uid): [Hex, Exclusion] => [uid, { code: 'awaitsSignature' }]),
    ...unconfirmedUids.map((uid): [Hex, Exclusion] => [uid, { code: 'hookFails' }]),
    ...unpriced,
    ...capped,
    ...short,
  ])
}

/** Returns the trade that pools must serve for an order; undefined if it only unwraps the native token. */
function requestOf({ order }: AuctionOrder, network: Network): RouteRequest | undefined {
  const pair = tradedPair(order, network.wrappedNative)
  if (pair.sellToken === pair.buyToken) return undefined
  const { sellAmount, buyAmount } = order
  return order.kind === 'sell' ? { ...pair, sellAmount } : { ...pair, buyAmount }
}

type LookedAt = OrderRecord & Pick<AuctionOrder, 'receiverHasCode'>

function toCandidate(order: LookedAt, risk: RevertRisk | undefined) {
  const { uid, interactions, signatureGas, transferGas, receiverHasCode } = order
  return {
    uid,
    order,
    interactions,
    ...(signatureGas === undefined ? {} : { signatureGas }),
    ...(transferGas ? { transferGas } : {}),
    ...(receiverHasCode ? { receiverHasCode } : {}),
    interactionGas: interactionGas(interactions),
    ...(order.failedSettlements > 0 || isUncertain(order, risk) ? { isIsolated: true } : {}),
  }
}

/** Before the chain is read: a blocked receiver of the native token has code. */
function isBlocked(order: OrderRecord, risk: RevertRisk | undefined): boolean {
  if (!risk || risk.blocked.size === 0) return false
  const run = untrustedContracts({ ...order, receiverHasCode: true }, risk.known)
  return run.some((address) => risk.blocked.has(address))
}

function isUncertain(order: LookedAt, risk: RevertRisk | undefined): boolean {
  if (!risk) return false
  const run = untrustedContracts(order, risk.known)
  return risk.isolateUntrusted ? run.length > 0 : run.some((address) => risk.isolated.has(address))
}

/** The reads are by block number, so the block must still be canonical. */
async function isCanonical(ctx: Context, chainId: number, block: Block): Promise<boolean> {
  const { client } = ctx.chain(chainId)
  const { hash } = await client.getBlock({ blockNumber: block.number ?? 0n })
  return hash === block.hash
}

function tokensOf(order: OrderRecord | AuctionOrder['order'], network: Network): Address[] {
  const { sellToken, buyToken } = tradedPair(order, network.wrappedNative)
  return [sellToken, buyToken]
}

/** Gas of a fee transfer, whose recipient may not hold the token yet: its first balance costs 22,100 (EIP-2929). */
const payoutGas = 45_000n

/**
 * Attaches the fees to an auction's orders: this service's volume fee first, if configured, then the partner fees of
 * their app data.
 */
async function applyFeePolicies(
  ctx: Context,
  entries: readonly AuctionOrder[],
  records: readonly OrderRecord[],
): Promise<AuctionOrder[]> {
  const fees = new Map(records.map(({ uid, partnerFees }) => [uid, partnerFees]))
  const compared = records.filter(({ partnerFees }) =>
    partnerFees.some((fee) => 'priceImprovementBps' in fee),
  )
  const offers = await findOffers(
    ctx.db,
    compared.map(({ uid }) => uid),
  )
  const own = ownFee(ctx)
  return entries.map((entry) => {
    const partners = (fees.get(entry.uid) ?? []).map((fee) => ({
      fee,
      ...('priceImprovementBps' in fee ? { quote: offers.get(entry.uid) } : {}),
    }))
    return charge(entry, [...own, ...partners], ctx.config.settlementContract)
  })
}

function charge(
  entry: AuctionOrder,
  policies: readonly FeePolicy[],
  settlement: Address,
): AuctionOrder {
  const recipients = new Set(
    policies.map(({ fee }) => fee.recipient).filter((to) => to !== settlement),
  )
  const interactionGas = entry.interactionGas + payoutGas * BigInt(recipients.size)
  return { ...withRoomForFees(entry, policies), interactionGas }
}

/** Returns the partner fees of an auction's order, without this service's own fee. */
export function partnerFeesOf(ctx: Context, { charge }: AuctionOrder): PartnerFee[] {
  return (charge?.policies ?? []).slice(ownFee(ctx).length).map(({ fee }) => fee)
}

/** Without a recipient the fee stays in the settlement contract. */
function ownFee({ config }: Context): FeePolicy[] {
  const { volumeFeeBps, feeRecipient, settlementContract } = config
  if (volumeFeeBps === 0) return []
  return [{ fee: { volumeBps: volumeFeeBps, recipient: feeRecipient ?? settlementContract } }]
}
