import { decodeHooks } from '@/lib/chain/simulation/trampoline'
import { type Address, nativeToken, zeroAddress } from '@/lib/core/address'
import type { OrderRecord } from '@/lib/orders/order-record'

/** What the settlements of the last hour teach about orders that run code nobody vouches for. */
export type RevertRisk = {
  /** Contracts that are vouched for. */
  readonly known: ReadonlySet<Address>
  /** Whether such orders are settled one by one, after all others. */
  readonly isolateUntrusted: boolean
  /** Code that orders may not run for now. */
  readonly blocked: ReadonlySet<Address>
}

/** A settlement that came to its end in a block. */
export type EndedSettlement = {
  readonly isReverted: boolean
  readonly at: Date
  /** For each of its orders the strangers that it ran. */
  readonly untrusted: readonly (readonly Address[])[]
}

type Runs = Pick<
  OrderRecord,
  'owner' | 'receiver' | 'signingScheme' | 'sellToken' | 'buyToken' | 'interactions'
>

const riskWindowMs = 600_000
/** Reverts in that time from which on there is caution: one may be bad luck with prices. */
const isolateAfterReverts = 2
/** Reverts of lone orders in an hour from which on what they ran is to blame, unless it settles more often. */
const blockAfterReverts = 3

/**
 * The contracts that a settlement of an order runs and nobody vouches for: its tokens, what its hooks call, the wallet
 * that signs by ERC-1271, and a receiver of the native token other than the owner. Any of them can fail on the chain
 * what went well in the simulation.
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
 * Learns from the settlements of the last hour. A lone order that reverts blames all that it ran: so that nobody can
 * have a token blocked that settles well with others, what settles as often as it reverts alone is not.
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
