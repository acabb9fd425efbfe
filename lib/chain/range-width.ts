import { type Context, defineSlot } from '@/lib/context'

/** Blocks asked for at once, at most. */
const widestRange = 2_000

/** Who reads ranges of which network: each has a width of its own. */
export type RangeReader = { readonly chainId: number; readonly indexer: string }

/** How many blocks are asked for at once; it follows what the node answers. */
export type Width = { blocks: number }

/** The width to begin with. */
export const newWidth = (): Width => ({ blocks: widestRange })

/** Widths by `<indexer>:<chain id>`. */
export const rangeWidths = defineSlot('chain/range-width', (_, _reader: string) => newWidth())

const widthOf = (ctx: Context, { chainId, indexer }: RangeReader): Width =>
  rangeWidths(ctx, `${indexer}:${chainId}`)

/** How many blocks to ask a network's node for at once. */
export function rangeWidth(ctx: Context, key: RangeReader): bigint {
  return BigInt(widthOf(ctx, key).blocks)
}

/**
 * Runs a request for as many blocks as {@link rangeWidth} says. A node that refuses it as too wide
 * gets half of it from now on and the answer is undefined, unless it was a single block; one that
 * answers gets a quarter more again, up to 2,000 blocks.
 */
export function withinRange<T>(
  ctx: Context,
  key: RangeReader,
  request: () => Promise<T>,
): Promise<T | undefined> {
  return withinWidth(widthOf(ctx, key), request)
}

/** {@link withinRange} for one who keeps the width. */
export async function withinWidth<T>(
  width: Width,
  request: () => Promise<T>,
): Promise<T | undefined> {
  try {
    const answer = await request()
    width.blocks = Math.min(widestRange, Math.ceil(width.blocks * 1.25))
    return answer
  } catch (error) {
    if (!isTooWide(error) || width.blocks === 1) throw error
    width.blocks = Math.floor(width.blocks / 2)
    return undefined
  }
}

/**
 * Whether a node refused to answer so much. Providers word it differently; all name the results,
 * the range, the size or the time.
 */
export function isTooWide(error: unknown): boolean {
  const text = error instanceof Error ? error.message : ''
  return /too many|too large|too wide|limit|exceed|more than|block range|timed? ?out/i.test(text)
}
