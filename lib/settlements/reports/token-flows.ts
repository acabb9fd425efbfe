import { cumulativeBalances } from '@/lib/chain/simulation/balance-changes'
import type { PlayedLog } from '@/lib/chain/simulation/play-bundle'
import { type Address, toAddress } from '@/lib/core/address'

/** What an address has of a token after a transaction beyond what it had before, in atoms; less: negative. */
export type TokenFlow = { readonly token: Address; readonly atoms: bigint }

/** What a transaction brought an address, and took from it. */
export type PartyFlows = { readonly party: Address; readonly flows: readonly TokenFlow[] }

/** What a transaction moved, by address (see {@link cumulativeBalances}); who ends where it began is left out. */
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
