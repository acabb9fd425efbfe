/** The prices of an order, all in the same unit; `limit` is the worst accepted price. */
export type RailPrices = {
  readonly limit: bigint
  /** Omitted without a quote. */
  readonly quoted?: bigint | undefined
  readonly executed?: bigint | undefined
  /** Upper bound on the execution: provably no better price was possible. */
  readonly bound?: bigint | undefined
}

/** Positions in percent of the rail's length; `surplus` only if the execution beats the quote, or else the limit. */
export type RailPositions = {
  readonly limit: number
  readonly quoted?: number
  readonly executed?: number
  readonly bound?: number
  readonly surplus?: { readonly from: number; readonly to: number }
}

/** Margins in percent, for the labels at the ends. */
const start = 6
const end = 94

/**
 * Positions the prices to scale, the limit on the left and the best price on the right. Receiving more (sell
 * orders) and paying less (buy orders) both point right: only the distance from the limit counts. Prices worse
 * than the limit are clamped to it. Without a quote everything beyond the limit is surplus.
 */
export const railPositions = ({ limit, quoted, executed, bound }: RailPrices): RailPositions => {
  const forward =
    ([quoted, executed, bound].find((v) => v !== undefined && v !== limit) ?? limit) >= limit
  const gain = (value: bigint | undefined) => {
    const distance = value === undefined ? 0n : forward ? value - limit : limit - value
    return distance > 0n ? distance : 0n
  }
  const best = [quoted, executed, bound].reduce<bigint>(
    (max, value) => (gain(value) > max ? gain(value) : max),
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
