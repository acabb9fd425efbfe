import { type Context, defineSlot } from '@/lib/context'
import type { Pair } from './check-request'

type Place = { readonly chainId: number; readonly pair: Pair }

/** Measured gas of a settlement, and its sell amount, which selects the closest measurement. */
export type Measurement = { readonly gas: bigint; readonly sellAmount: bigint }

type Kept = Measurement & { readonly atMs: number }

/** Milliseconds for which a measurement applies to other quotes of its shape: the gas of pools changes slowly. */
const keptMs = 10 * 60_000

/** Maximum number of pairs, and of shapes per pair, to bound memory; the least recently used go first. */
const maxPairs = 2_000
const maxShapes = 12

/**
 * Relative difference of gas between two quotes of one shape that differ only in their amounts' digits; a smaller one
 * does not replace a known figure.
 */
const steadyParts = 50n

/** Measured gas of a pair's settlements, by shape of the estimate. */
export function findMeasuredGas(ctx: Context, place: Place): ReadonlyMap<string, Measurement> {
  const since = ctx.now() - keptMs
  const shapes = [...(pairsOf(ctx).get(keyOf(place)) ?? [])]
  return new Map(shapes.filter(([, { atMs }]) => atMs >= since))
}

/** Records the gas of a simulated settlement. */
export function recordGas(
  ctx: Context,
  place: Place,
  { shape, gas, sellAmount }: Measurement & { readonly shape: string },
): void {
  const pairs = pairsOf(ctx)
  const key = keyOf(place)
  const known = findMeasuredGas(ctx, place).get(shape)?.gas
  const shapes = pairs.get(key) ?? new Map<string, Kept>()
  const difference = known === undefined ? gas : gas > known ? gas - known : known - gas
  const kept = known !== undefined && difference * steadyParts <= known ? known : gas
  shapes.delete(shape)
  shapes.set(shape, { gas: kept, sellAmount, atMs: ctx.now() })
  dropOldest(shapes, maxShapes)
  pairs.delete(key)
  pairs.set(key, shapes)
  dropOldest(pairs, maxPairs)
}

const pairsOf = defineSlot('quotes/measured-gas', () => new Map<string, Map<string, Kept>>())

function keyOf({ chainId, pair }: Place): string {
  return `${chainId}/${pair.sellToken}/${pair.buyToken}`
}

function dropOldest(entries: Map<string, unknown>, max: number): void {
  for (const key of entries.keys()) {
    if (entries.size <= max) return
    entries.delete(key)
  }
}

/** Returns the measured gas of the most similar amount; undefined without a measurement. */
export function gasOfSimilar(
  measuredGas: ReadonlyMap<string, Measurement>,
  sellAmount: bigint,
): bigint | undefined {
  const distance = (measured: Measurement) =>
    Math.abs(Math.log(Number(measured.sellAmount) / Number(sellAmount)))
  let nearest: Measurement | undefined
  for (const measured of measuredGas.values()) {
    if (!nearest || distance(measured) < distance(nearest)) nearest = measured
  }
  return nearest?.gas
}
