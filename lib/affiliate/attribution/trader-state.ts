import { z } from 'zod'

/** The affiliate that a trader is bound to, and sums over its trades since the binding one, eligible or not. */
export type TraderSums = {
  /** The affiliate that the trader is bound to. */
  readonly affiliateId: bigint | undefined
  /** Unix seconds of the binding trade. */
  readonly boundAt: number | undefined
  /** Whether it traded without a registered code before it was bound, which rules out binding for good. */
  readonly tradedWithoutCode: boolean
  readonly trades: number
  readonly eligibleTrades: number
  /** Millionths of a dollar, as `eligible`; trades without a price add nothing. */
  readonly volume: bigint
  readonly eligible: bigint
  /** Unix seconds. */
  readonly lastTradeAt: number | undefined
}

/** The state of a trader after its decided trades. */
export type TraderState = TraderSums & {
  /**
   * Matched amounts of the trader's and linked accounts' trades in the 24 hours before the cut, by `tradeKey`, in
   * millionths of a dollar, each above 0.
   */
  readonly spent: ReadonlyMap<string, bigint>
}

/** The state of a trader without decided trades. */
export const newTrader: TraderState = {
  affiliateId: undefined,
  boundAt: undefined,
  tradedWithoutCode: false,
  trades: 0,
  eligibleTrades: 0,
  volume: 0n,
  eligible: 0n,
  lastTradeAt: undefined,
  spent: new Map(),
}

/** Encodes a state as JSON: bigints as decimal strings, undefined as null. */
export function encodeTraderState(state: TraderState) {
  return {
    ...state,
    affiliateId: state.affiliateId?.toString() ?? null,
    boundAt: state.boundAt ?? null,
    volume: state.volume.toString(),
    eligible: state.eligible.toString(),
    lastTradeAt: state.lastTradeAt ?? null,
    spent: Object.fromEntries([...state.spent].map(([key, value]) => [key, value.toString()])),
  }
}

const whole = z
  .string()
  .regex(/^[0-9]+$/)
  .transform(BigInt)
const count = z.int().nonnegative()
const optionalTime = count.nullable().transform((time) => time ?? undefined)
const stateSchema = z.object({
  affiliateId: whole.nullable().transform((id) => id ?? undefined),
  boundAt: optionalTime,
  tradedWithoutCode: z.boolean(),
  trades: count,
  eligibleTrades: count,
  volume: whole,
  eligible: whole,
  lastTradeAt: optionalTime,
  spent: z.record(z.string(), whole).transform((spent) => new Map(Object.entries(spent))),
})

/**
 * Decodes a state written by {@link encodeTraderState}.
 *
 * @throws {z.ZodError} when malformed: sums must never continue from an incomplete state.
 */
export function decodeTraderState(json: unknown): TraderState {
  return stateSchema.parse(json)
}
