import type { Hex } from '@/lib/core/bytes'

/** The read-only part of an EIP-1193 provider. */
export type ReadingProvider = {
  request: (call: { method: string; params: readonly unknown[] }) => Promise<unknown>
}

/**
 * Returns whether a wallet is on the same chain, by the hash of a recent block: anyone can claim a chain id. Ten blocks
 * below the head, so that both nodes know it.
 */
export async function isSameChain(
  wallet: ReadingProvider,
  ours: ReadingProvider,
): Promise<boolean> {
  const head = Number(await ours.request({ method: 'eth_blockNumber', params: [] }))
  const number: Hex = `0x${Math.max(0, head - 10).toString(16)}`
  const call = { method: 'eth_getBlockByNumber', params: [number, false] } as const
  const [theirBlock, ourBlock] = await Promise.all([wallet.request(call), ours.request(call)])
  const [theirs, mine] = [hashOf(theirBlock), hashOf(ourBlock)]
  return theirs !== undefined && theirs === mine
}

function hashOf(block: unknown): unknown {
  return (block as { hash?: unknown } | null)?.hash
}
