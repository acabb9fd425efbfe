import type { Hex } from '@/lib/core/bytes'

/** The part of an EIP-1193 provider that reads. */
export type ReadingProvider = {
  request: (call: { method: string; params: readonly unknown[] }) => Promise<unknown>
}

/**
 * Whether a wallet talks to the same chain as we do, told by the hash of one of its newest blocks: chain
 * ids can be claimed by anyone. Ten blocks back, so that both sides know it.
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
