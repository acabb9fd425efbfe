import { z } from 'zod'

/**
 * Whom the trades of a trader bind it to, and its sums. Sums are over the trades since the one that bound it, whether
 * they count or not; nothing is summed before.
 */
export type TraderSums = {
  /** Whom the trader is bound to. */
  readonly affiliateId: bigint | undefined
  /** Unix seconds of the trade that bound it. */
  readonly boundAt: number | undefined
  /** Whether it traded without a code that anybody had before it was bound, so that none can bind it any more. */
  readonly tradedWithoutCode: boolean
  readonly trades: number
  readonly eligibleTrades: number
  /** Millionths of a dollar, as the next; trades without a price add nothing. */
  readonly volume: bigint
  readonly eligible: bigint
  /** Unix seconds. */
  readonly lastTradeAt: number | undefined
}

/** What the decided trades of a trader leave for later ones to build on. */
export type TraderState = TraderSums & {
  /**
   * What of the trader's own trades and of linked accounts' in the 24 hours before the cut had been matched by trades
   * before it, by `tradeKey`, in millionths of a dollar and above nothing.
   */
  readonly spent: ReadonlyMap<string, bigint>
}

/** The state of a trader of whom no trade is decided. */
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

/** A state as JSON holds it: numbers beyond doubles in decimals, and null for what is undefined. */
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
const moment = count.nullable().transform((time) => time ?? undefined)
const stateSchema = z.object({
  affiliateId: whole.nullable().transform((id) => id ?? undefined),
  boundAt: moment,
  tradedWithoutCode: z.boolean(),
  trades: count,
  eligibleTrades: count,
  volume: whole,
  eligible: whole,
  lastTradeAt: moment,
  spent: z.record(z.string(), whole).transform((spent) => new Map(Object.entries(spent))),
})

/**
 * Reads a state that {@link encodeTraderState} has written.
 *
 * @throws {z.ZodError} when it is none: sums must not go on from less than was decided.
 */
export function decodeTraderState(json: unknown): TraderState {
  return stateSchema.parse(json)
}
