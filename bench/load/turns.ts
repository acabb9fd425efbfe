import type { LoadResult } from './client'
import { median } from './measure'

type Turns = { readonly rounds: number; readonly say: (text: string) => void }

/** Runs each work once per round; the first round warms up, and may fail on a cold and busy machine. */
export async function inTurns<K extends string>(
  works: Readonly<Record<K, () => Promise<LoadResult>>>,
  { rounds, say }: Turns,
): Promise<Record<K, LoadResult[]>> {
  const names = Object.keys(works) as K[]
  const results = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<
    K,
    LoadResult[]
  >
  for (let round = -1; round < rounds; round++) {
    for (const name of names) {
      if (round < 0) await works[name]().catch((error) => say(`while warming up: ${error}`))
      else results[name].push(await works[name]())
    }
  }
  return results
}

/** Returns the median over all rounds of the ratio of our throughput to the peer's. */
export function ratioOf(ours: readonly LoadResult[], peer: readonly LoadResult[]): number {
  return median(ours.map(({ perSecond }, round) => perSecond / (peer[round]?.perSecond ?? 0)))
}

/** Describes the figures of a work, each the median over its rounds. */
export function describeLoad(results: readonly LoadResult[]): string {
  const of = (read: (result: LoadResult) => number) => median(results.map(read))
  return `${of((r) => r.perSecond).toFixed(0)}/s, p50 ${of((r) => r.p50Ms).toFixed(1)} ms, p99 ${of((r) => r.p99Ms).toFixed(1)} ms`
}

/** Returns a check that throws on any other status. */
export function expectStatus(status: number) {
  return (result: LoadResult): LoadResult => {
    const others = Object.keys(result.statuses).filter((each) => each !== String(status))
    if (others.length === 0) return result
    throw new Error(`not all answers were ${status}: ${JSON.stringify(result.statuses)}`)
  }
}
