import { decodeHooks } from '@/lib/chain/simulation/trampoline'
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
>

/** Milliseconds for which a revert counts as recent. */
const riskWindowMs = 600_000
/** Reverts in that time after which untrusted orders are isolated; a single one may be a price move. */
const isolateAfterReverts = 2
/** Reverts in an hour of orders settled alone after which their contracts are blocked, unless these settle more often. */
const blockAfterReverts = 3

/**
 * Returns the untrusted contracts that a settlement of an order runs: its tokens, the targets of its hooks, a wallet that
 * signs by ERC-1271, and a receiver of the native token other than the owner. Each can revert on chain after it passed
 * simulation.
 */
export function untrustedContracts(
  { owner, receiver, signingScheme, sellToken, buyToken, interactions }: Runs,
  known: ReadonlySet<Address>,
): Address[] {
  const calls = [...interactions.pre, ...interactions.post]
  const hooks = calls.flatMap(
    ({ target, callData }) => decodeHooks(callData)?.map((hook) => hook.target) ?? [target],
  )
  const parties = [
    ...(signingScheme === 'eip1271' ? [owner] : []),
    ...(buyToken === nativeToken && receiver !== owner && receiver !== zeroAddress
      ? [receiver]
      : []),
  ]
  const run = new Set([sellToken, buyToken, ...parties, ...hooks])
  return [...run].filter((address) => !known.has(address))
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
