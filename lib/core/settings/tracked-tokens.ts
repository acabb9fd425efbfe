import { type Address, parseAddress } from '@/lib/core/address'
import { gather } from '@/lib/core/group-by'
import { findNetwork } from '@/lib/core/networks'

/** A token whose holders are indexed, and the first block of its transfers to read. */
export type TrackedToken = { readonly address: Address; readonly fromBlock: bigint }

/**
 * Parses `HOLDER_INDEX_TOKENS`: comma-separated tokens, each as `network:0x…@block`.
 *
 * @throws {Error} naming the first malformed entry.
 */
export function parseTrackedTokens(
  text: string | undefined,
): ReadonlyMap<number, readonly TrackedToken[]> {
  const tokens = (text?.split(',') ?? []).map((entry) => {
    const [, segment = '', token = '', block = ''] =
      /^([^:@]+):(0x[0-9a-fA-F]{40})@([0-9]{1,15})$/.exec(entry.trim()) ?? []
    const network = findNetwork(segment)
    const address = parseAddress(token)
    if (!network || !address) {
      throw new Error(`HOLDER_INDEX_TOKENS: ${entry.trim()} is not network:0x…@block`)
    }
    return [network.chainId, { address, fromBlock: BigInt(block) }] as const
  })
  return gather(tokens)
}
