import { type Context, defineSlot } from '@/lib/context'
import type { Pair } from './check-pair'

type Place = { readonly chainId: number; readonly pair: Pair }

/** Gas that a settlement was measured to take, and what it sold then, by which others are compared with it. */
export type Measurement = { readonly gas: bigint; readonly sellAmount: bigint }

type Kept = Measurement & { readonly atMs: number }

/** Milliseconds for which gas that was measured for a shape counts for other quotes of it. */
const keptMs = 10 * 60_000

/** Pairs, and shapes of a pair, that are kept: those learnt or used last. */
const maxPairs = 2_000
const maxShapes = 12

/** Parts by which gas of one shape differs by the digits of its amounts alone; a known figure stands within it. */
const steadyParts = 50n

/** The gas that settlements of a pair were measured to take, by shape of the estimate. */
export function learntGas(ctx: Context, place: Place): ReadonlyMap<string, Measurement> {
  const since = ctx.now() - keptMs
  const shapes = [...(pairsOf(ctx).get(keyOf(place)) ?? [])]
  return new Map(shapes.filter(([, { atMs }]) => atMs >= since))
}

/** Notes the gas that a simulated settlement took. */
export function recordGas(
  ctx: Context,
  place: Place,
  { shape, gas, sellAmount }: Measurement & { readonly shape: string },
): void {
  const pairs = pairsOf(ctx)
  const key = keyOf(place)
  const known = learntGas(ctx, place).get(shape)?.gas
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

/** The gas that was measured of what sold the most similar amount; undefined where nothing was measured. */
export function gasOfSimilar(
  learnt: ReadonlyMap<string, Measurement>,
  sellAmount: bigint,
): bigint | undefined {
  const distance = (measured: Measurement) =>
    Math.abs(Math.log(Number(measured.sellAmount) / Number(sellAmount)))
  let nearest: Measurement | undefined
  for (const measured of learnt.values()) {
    if (!nearest || distance(measured) < distance(nearest)) nearest = measured
  }
  return nearest?.gas
}
