import { type Context, defineSlot } from '@/lib/context'

/** Maximum blocks per request. */
const maxWidth = 2_000

/** A reader of a network's block ranges; each has its own width. */
export type RangeReader = { readonly chainId: number; readonly indexer: string }

/** Blocks per request; it adapts to the node's answers. */
export type Width = { blocks: number }

/** Returns the initial width. */
export const newWidth = (): Width => ({ blocks: maxWidth })

/** Widths by `<indexer>:<chain id>`. */
export const rangeWidths = defineSlot('chain/range-width', (_, _reader: string) => newWidth())

const widthOf = (ctx: Context, { chainId, indexer }: RangeReader): Width =>
  rangeWidths(ctx, `${indexer}:${chainId}`)

/** Returns how many blocks to request at once from a network's node. */
export function rangeWidth(ctx: Context, key: RangeReader): bigint {
  return BigInt(widthOf(ctx, key).blocks)
}

/**
 * Runs a request for {@link rangeWidth} blocks. If the node refuses it as too wide, halves the width and returns
 * undefined; a single block that is refused throws. An answer widens the range by a quarter, up to 2,000 blocks.
 */
export function withinRange<T>(
  ctx: Context,
  key: RangeReader,
  request: () => Promise<T>,
): Promise<T | undefined> {
  return withinWidth(widthOf(ctx, key), request)
}

/** Like {@link withinRange}, for a caller that keeps the width. */
export async function withinWidth<T>(
  width: Width,
  request: () => Promise<T>,
): Promise<T | undefined> {
  try {
    const answer = await request()
    width.blocks = Math.min(maxWidth, Math.ceil(width.blocks * 1.25))
    return answer
  } catch (error) {
    if (!isTooWide(error) || width.blocks === 1) throw error
    width.blocks = Math.floor(width.blocks / 2)
    return undefined
  }
}

/**
 * Returns whether a node refused a request as too large. Providers word it differently; all name the results, the
 * range, the size or the time.
 */
export function isTooWide(error: unknown): boolean {
  const text = error instanceof Error ? error.message : ''
  return /too many|too large|too wide|limit|exceed|more than|block range|timed? ?out/i.test(text)
}
