import { boughtFor, type Ratio } from '@/lib/client/limit/ratio'
import { maxValidForSeconds } from '@/lib/core/time'

/** How many orders a schedule may consist of; the service accepts no more. */
export const partLimits = { min: 2, max: 50 } as const

/** Units of the interval, in seconds. */
export const intervalUnits = {
  minute: 60,
  hour: 3_600,
  day: 86_400,
  week: 7 * 86_400,
} as const

/** Names of the units. */
export type IntervalUnit = keyof typeof intervalUnits

/** Time for some auctions, so that each part has a chance. */
export const minIntervalSeconds = 300

/** What the service accepts as the end of the last part, minus an hour for signatures and clock differences. */
const maxSpanSeconds = maxValidForSeconds - 3_600

/** One order of a schedule: it may be filled between its times, in Unix seconds; amounts in atoms. */
export type PlannedPart = {
  readonly sellAmount: bigint
  readonly buyAmount: bigint
  readonly validFrom: number
  readonly validTo: number
}

/** What determines the parts of a schedule. */
export type PlanTerms = {
  /** Atoms sold by all parts together. */
  readonly total: bigint
  readonly parts: number
  readonly intervalSeconds: number
  /** When the first part begins, in Unix seconds. */
  readonly startSeconds: number
  /** The worst price of each part. */
  readonly worst: Ratio
}

/**
 * Splits an amount into parts that differ by an atom at most and whose sum is exactly the amount; the larger ones come
 * first.
 */
export function splitAmount(total: bigint, parts: number): bigint[] {
  const count = BigInt(parts)
  const rest = total % count
  return Array.from({ length: parts }, (_, index) =>
    BigInt(index) < rest ? total / count + 1n : total / count,
  )
}

/**
 * Plans the parts of a schedule. Each is valid until the next one begins, so at most one draws on the funds at a time. Its
 * minimum is rounded up, so that no part gets a worse price than stated.
 */
export function planParts(terms: PlanTerms): PlannedPart[] {
  const { total, parts, intervalSeconds, startSeconds, worst } = terms
  return splitAmount(total, parts).map((sellAmount, index) => {
    const validFrom = startSeconds + index * intervalSeconds
    return {
      sellAmount,
      buyAmount: boughtFor(sellAmount, worst),
      validFrom,
      validTo: validFrom + intervalSeconds,
    }
  })
}

/** Returns the price that is this many basis points worse for the owner than another. */
export function worsenedBy({ bought, sold }: Ratio, bps: number): Ratio {
  return { bought: bought * BigInt(10_000 - bps), sold: sold * 10_000n }
}

/** Why an interval cannot be used. */
export type IntervalProblem = 'not-whole' | 'too-short' | 'too-long'

/** Checks an interval for a number of parts: long enough for auctions, and the last part ends within a year. */
export function intervalProblem(seconds: number, parts: number): IntervalProblem | undefined {
  if (!Number.isSafeInteger(seconds)) return 'not-whole'
  if (seconds < minIntervalSeconds) return 'too-short'
  return seconds * parts > maxSpanSeconds ? 'too-long' : undefined
}

/**
 * Moves parts that were not placed in time by whole intervals, so that the first of them can still be filled; keeps the
 * others' distance. `spareSeconds` is what its placement may take.
 */
export function postpone<P extends PlannedPart>(
  parts: readonly P[],
  { nowSeconds, spareSeconds }: { readonly nowSeconds: number; readonly spareSeconds: number },
): P[] {
  const [first] = parts
  if (!first) return []
  const interval = first.validTo - first.validFrom
  const late = nowSeconds + spareSeconds - first.validTo
  if (late <= 0) return [...parts]
  const by = Math.ceil(late / interval) * interval
  return parts.map((part) => ({
    ...part,
    validFrom: part.validFrom + by,
    validTo: part.validTo + by,
  }))
}

/** Returns an interval in the largest unit that divides it. */
export function spanOf(seconds: number): { readonly every: number; readonly unit: IntervalUnit } {
  const units = Object.entries(intervalUnits).toReversed() as [IntervalUnit, number][]
  const [unit, size] = units.find(([, each]) => seconds % each === 0) ?? ['minute', 60]
  return { every: Math.round(seconds / size), unit }
}
