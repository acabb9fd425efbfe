import { type Address, parseAddress } from './address'
import { findNetwork } from './networks'

/** A token whose holders are kept, and the block from which its transfers are read. */
export type TrackedToken = { readonly address: Address; readonly fromBlock: bigint }

/**
 * Reads `HOLDER_INDEX_TOKENS`: tokens by commas, each as `network:0x…@block`.
 *
 * @throws {Error} naming the first entry that does not hold the form.
 */
export function parseTrackedTokens(
  text: string | undefined,
): ReadonlyMap<number, readonly TrackedToken[]> {
  const tokens = new Map<number, TrackedToken[]>()
  for (const entry of text?.split(',') ?? []) {
    const [, segment = '', token = '', block = ''] =
      /^([^:@]+):(0x[0-9a-fA-F]{40})@([0-9]{1,15})$/.exec(entry.trim()) ?? []
    const network = findNetwork(segment)
    const address = parseAddress(token)
    if (!network || !address) {
      throw new Error(`HOLDER_INDEX_TOKENS: ${entry.trim()} is not network:0x…@block`)
    }
    const known = tokens.get(network.chainId) ?? []
    tokens.set(network.chainId, [...known, { address, fromBlock: BigInt(block) }])
  }
  return tokens
}
