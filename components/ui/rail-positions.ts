/** The prices of an order, in any one unit; `limit` is the worst the owner accepts. */
export type RailPrices = {
  readonly limit: bigint
  /** Left out where nothing was quoted. */
  readonly quoted?: bigint | undefined
  readonly executed?: bigint | undefined
  /** What could not have been bettered. */
  readonly bound?: bigint | undefined
}

/** Places on the rail in percent of its length; `surplus` only where the owner got the better. */
export type RailPositions = {
  readonly limit: number
  readonly quoted?: number
  readonly executed?: number
  readonly bound?: number
  readonly surplus?: { readonly from: number; readonly to: number }
}

const start = 6
const end = 94

/**
 * Lays the prices out to scale, the limit at the left and the best at the right. More received
 * (sell orders) and less paid (buy orders) both point right: only the distance from the limit
 * counts. Prices worse than the limit are drawn at the limit. Where nothing was quoted, all beyond the limit is surplus.
 */
export const railPositions = ({ limit, quoted, executed, bound }: RailPrices): RailPositions => {
  const forward =
    ([quoted, executed, bound].find((v) => v !== undefined && v !== limit) ?? limit) >= limit
  const gain = (value: bigint | undefined) => {
    const distance = value === undefined ? 0n : forward ? value - limit : limit - value
    return distance > 0n ? distance : 0n
  }
  const best = [quoted, executed, bound].reduce<bigint>(
    (most, value) => (gain(value) > most ? gain(value) : most),
    0n,
  )
  const place = (value: bigint) =>
    best === 0n ? start : start + (Number((gain(value) * 10_000n) / best) / 10_000) * (end - start)
  const positions = {
    limit: start,
    ...(quoted === undefined ? {} : { quoted: place(quoted) }),
    ...(bound === undefined ? {} : { bound: place(bound) }),
  }
  if (executed === undefined) return positions
  const done = { ...positions, executed: place(executed) }
  return gain(executed) > gain(quoted)
    ? { ...done, surplus: { from: done.quoted ?? start, to: done.executed } }
    : done
}
