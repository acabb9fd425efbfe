import { type Context, memoized } from '@/lib/context'

/** Blocks asked for at once, at most. */
export const widestRange = 2_000

type Width = { blocks: number }

const widthOf = (ctx: Context, chainId: number): Width =>
  memoized(ctx, `indexer:range:${chainId}`, () => ({ blocks: widestRange }))

/** How many blocks to ask a network's node for at once. */
export function rangeWidth(ctx: Context, chainId: number): bigint {
  return BigInt(widthOf(ctx, chainId).blocks)
}

/**
 * Runs a request for a range. A node that refuses it as too wide gets half of it from now on, one that
 * answers gets twice as much again, up to {@link widestRange}.
 */
export async function withinRange<T>(
  ctx: Context,
  chainId: number,
  request: () => Promise<T>,
): Promise<T> {
  const width = widthOf(ctx, chainId)
  try {
    const answer = await request()
    width.blocks = Math.min(widestRange, width.blocks * 2)
    return answer
  } catch (error) {
    if (isTooWide(error)) width.blocks = Math.max(1, Math.floor(width.blocks / 2))
    throw error
  }
}

/** Providers word it differently; all name the results, the range, the size or the time. */
function isTooWide(error: unknown): boolean {
  const text = error instanceof Error ? error.message : ''
  return /too many|too large|too wide|limit|exceed|more than|block range|timed? ?out/i.test(text)
}
