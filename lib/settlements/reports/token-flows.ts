import { cumulativeBalances } from '@/lib/chain/simulation/balance-changes'
import type { PlayedLog } from '@/lib/chain/simulation/play-bundle'
import { type Address, toAddress } from '@/lib/core/address'

/** Change of an address's token balance by a transaction, in atoms; negative if it decreased. */
export type TokenFlow = { readonly token: Address; readonly atoms: bigint }

/** An address's balance changes in a transaction. */
export type PartyFlows = { readonly party: Address; readonly flows: readonly TokenFlow[] }

/**
 * Computes a transaction's balance changes by address (see {@link cumulativeBalances}); omits addresses without a net
 * change.
 */
export function sumFlows(
  logs: readonly PlayedLog[],
  wrappedNative: Address,
): readonly PartyFlows[] {
  const [changes = {}] = cumulativeBalances([{ logs }], wrappedNative)
  return Object.entries(changes).flatMap(([party, own]) => {
    const moved = Object.entries(own).filter(([, atoms]) => atoms !== 0n)
    if (moved.length === 0) return []
    const flows = moved.map(([token, atoms]) => ({ token: toAddress(token), atoms }))
    return [{ party: toAddress(party), flows }]
  })
}
