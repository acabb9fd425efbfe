import type { AuctionOrder } from '@/lib/auctions/model/auction'
import { findCode } from '@/lib/chain/reads/find-code'
import { decodeHooks } from '@/lib/chain/simulation/trampoline'
import { listTraded } from '@/lib/chain-events/trade-query'
import type { Context } from '@/lib/context'
import { type Address, nativeToken, zeroAddress } from '@/lib/core/address'
import { getNetwork } from '@/lib/core/networks'
import type { OrderRecord } from '@/lib/orders/order-record'

/** The risk that orders with untrusted code revert, from the settlements of the last hour. */
export type RevertRisk = {
  /** Trusted contracts. */
  readonly known: ReadonlySet<Address>
  /** Whether orders with untrusted code are settled one by one, after all others. */
  readonly isolateUntrusted: boolean
  /** Contracts whose orders are excluded for now. */
  readonly blocked: ReadonlySet<Address>
  /** Contracts whose orders settle alone for now, since they used more gas on chain than in the simulation. */
  readonly isolated: ReadonlySet<Address>
  /** Keys of pools (`poolKey`) that are left out for now, since their prices moved in front of too many settlements. */
  readonly attackedPools: ReadonlySet<string>
  /** Set while reverts of untrusted code cost too much. */
  readonly provenOnly: ProvenOnly | undefined
}

/** Untrusted contracts are excluded, except those that traded before `before` (Unix seconds) and are not in `reverted`. */
export type ProvenOnly = {
  readonly before: number
  readonly reverted: ReadonlySet<Address>
}

/** A mined settlement. */
export type EndedSettlement = {
  readonly isReverted: boolean
  readonly at: Date
  /** The untrusted contracts that each of its orders ran. */
  readonly untrusted: readonly (readonly Address[])[]
}

type Runs = Pick<
  OrderRecord,
  'owner' | 'receiver' | 'signingScheme' | 'sellToken' | 'buyToken' | 'interactions'
> &
  Pick<AuctionOrder, 'receiverHasCode'>

/** Milliseconds for which a revert counts as recent. */
const riskWindowMs = 600_000
/** Reverts in that time after which untrusted orders are isolated; a single one may be a price move. */
const isolateAfterReverts = 2
/** Reverts in an hour of orders settled alone after which their contracts are blocked, unless these settle more often. */
const blockAfterReverts = 3

/**
 * Returns the untrusted contracts that a settlement of an order runs: its tokens, the targets of its hooks, a wallet that
 * signs by ERC-1271, and a receiver of the native token that is not the owner or has code (EIP-7702). Each can revert on
 * chain after it passed simulation.
 */
export function untrustedContracts(
  { owner, receiver, signingScheme, sellToken, buyToken, interactions, receiverHasCode }: Runs,
  known: ReadonlySet<Address>,
): Address[] {
  const calls = [...interactions.pre, ...interactions.post]
  const hooks = calls.flatMap(
    ({ target, callData }) => decodeHooks(callData)?.map((hook) => hook.target) ?? [target],
  )
  const paid = receiverOf({ owner, receiver })
  const parties = [
    ...(signingScheme === 'eip1271' ? [owner] : []),
    ...(buyToken === nativeToken && (paid !== owner || receiverHasCode) ? [paid] : []),
  ]
  const run = new Set([sellToken, buyToken, ...parties, ...hooks])
  return [...run].filter((address) => !known.has(address))
}

/** Returns what an order of an auction runs. */
export function runsOf({ order, interactions, receiverHasCode = false }: AuctionOrder): Runs {
  return { ...order, interactions, receiverHasCode }
}

/**
 * Returns orders with the code of their receivers looked up, where these are paid the native token.
 * @throws {ServiceError} InternalServerError if the network's RPC does not answer.
 */
export async function withReceiverCode<T extends Runs>(
  ctx: Context,
  { chainId, blockNumber }: { readonly chainId: number; readonly blockNumber?: bigint },
  orders: readonly T[],
): Promise<T[]> {
  const paid = orders.filter(({ buyToken }) => buyToken === nativeToken).map(receiverOf)
  const withCode = await findCode(ctx.chain(chainId), paid, blockNumber)
  return orders.map((order) => {
    const hasCode = order.buyToken === nativeToken && withCode.has(receiverOf(order))
    return hasCode ? { ...order, receiverHasCode: true } : order
  })
}

function receiverOf({ owner, receiver }: Pick<Runs, 'owner' | 'receiver'>): Address {
  return receiver === zeroAddress ? owner : receiver
}

/** Returns the risk with the untrusted contracts of these orders blocked that {@link ProvenOnly} excludes. */
export async function blockUnproven(
  ctx: Context,
  chainId: number,
  { orders, risk }: { readonly orders: readonly Runs[]; readonly risk: RevertRisk | undefined },
): Promise<RevertRisk | undefined> {
  if (!risk?.provenOnly) return risk
  const { before, reverted } = risk.provenOnly
  const addresses = [...new Set(orders.flatMap((order) => untrustedContracts(order, risk.known)))]
  const traded = await listTraded(ctx.db, { chainId, addresses, before })
  const unproven = addresses.filter((address) => !traded.has(address) || reverted.has(address))
  return { ...risk, blocked: new Set([...risk.blocked, ...unproven]) }
}

/**
 * Assesses the settlements of the last hour. An order that reverts when settled alone counts against all its contracts. One that settles
 * as often as it reverts alone is not blocked, so that an attacker cannot have a working token blocked.
 */
export function assessRevertRisk(
  settlements: readonly EndedSettlement[],
  now: Date,
): Pick<RevertRisk, 'isolateUntrusted' | 'blocked'> {
  const reverted = settlements.filter(({ isReverted }) => isReverted)
  const late = reverted.filter(({ at }) => now.getTime() - at.getTime() < riskWindowMs)
  const failures = countRuns(reverted.filter(({ untrusted }) => untrusted.length === 1))
  const successes = countRuns(settlements.filter(({ isReverted }) => !isReverted))
  const blocked = [...failures].flatMap(([address, count]) =>
    count >= blockAfterReverts && count > (successes.get(address) ?? 0) ? [address] : [],
  )
  return { isolateUntrusted: late.length >= isolateAfterReverts, blocked: new Set(blocked) }
}

function countRuns(settlements: readonly EndedSettlement[]): Map<Address, number> {
  const counts = new Map<Address, number>()
  for (const { untrusted } of settlements) {
    for (const address of new Set(untrusted.flat())) {
      counts.set(address, (counts.get(address) ?? 0) + 1)
    }
  }
  return counts
}

/** Returns the trusted contracts of a network: its base tokens, and those that place native orders. */
export function knownContracts(
  { config }: Pick<Context, 'config'>,
  chainId: number,
): ReadonlySet<Address> {
  const { baseTokens, wrappedNative } = getNetwork(chainId)
  const placers = config.onchainOrderContracts.get(chainId) ?? []
  return new Set([...baseTokens, wrappedNative, nativeToken, ...placers])
}
