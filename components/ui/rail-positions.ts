/** The three prices of an order, in any one unit; `limit` is the worst the owner accepts. */
export type RailPrices = {
  readonly limit: bigint
  readonly quoted: bigint
  readonly executed?: bigint | undefined
}

/** Places on the rail in percent of its length; `surplus` only where the owner got the better. */
export type RailPositions = {
  readonly limit: number
  readonly quoted: number
  readonly executed?: number
  readonly surplus?: { readonly from: number; readonly to: number }
}

const start = 6
const end = 94

/**
 * Lays the prices out to scale, the limit at the left and the best at the right. More received
 * (sell orders) and less paid (buy orders) both point right: only the distance from the limit
 * counts. Prices worse than the limit are drawn at the limit.
 */
export const railPositions = ({ limit, quoted, executed }: RailPrices): RailPositions => {
  const forward = quoted === limit ? (executed ?? limit) >= limit : quoted > limit
  const gain = (value: bigint) => {
    const distance = forward ? value - limit : limit - value
    return distance > 0n ? distance : 0n
  }
  const best =
    executed !== undefined && gain(executed) > gain(quoted) ? gain(executed) : gain(quoted)
  const place = (value: bigint) =>
    best === 0n ? start : start + (Number((gain(value) * 10_000n) / best) / 10_000) * (end - start)
  const positions = { limit: start, quoted: place(quoted) }
  if (executed === undefined) return positions
  const done = { ...positions, executed: place(executed) }
  return gain(executed) > gain(quoted)
    ? { ...done, surplus: { from: done.quoted, to: done.executed } }
    : done
}
