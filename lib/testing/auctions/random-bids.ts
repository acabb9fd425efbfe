import type { Bid } from '@/lib/auctions/selection/select-winners'

/** A set of bids, named by its difficulty. */
export type BidFamily = { readonly name: string; readonly bids: readonly Bid[] }

type Draw = { readonly below: (bound: number) => number; readonly share: () => number }

/** Returns random numbers from a seed (mulberry32). */
export function createDraw(seed: number): Draw {
  let state = seed >>> 0
  const share = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return { share, below: (bound) => Math.floor(share() * bound) }
}

/** Returns a bid that passes the fairness filter: it scores on a pair of its own and only uses the others. */
function bid(index: number, pairs: readonly number[], score: bigint): Bid {
  return {
    solver: `solver${index % 8}`,
    scores: new Map([[`own${index}`, score]]),
    uses: pairs.map((pair) => `pair${pair}`),
  }
}

/**
 * Returns families of bids that make a winner selection wrong or slow. Scores have realistic sizes (10^13 to 10^19),
 * so that floating point cannot represent them exactly.
 */
export function bidFamilies(count: number, seed: number): BidFamily[] {
  const { below, share } = createDraw(seed)
  const wei = () => 10n ** 13n + BigInt(below(2 ** 30)) * BigInt(below(2 ** 30))
  const equal = () => 10n ** 17n
  const some = (size: number, pairs: number) => {
    const drawn = new Set<number>()
    while (drawn.size < size) drawn.add(below(pairs))
    return [...drawn]
  }
  const family = (
    name: string,
    draw: (index: number) => readonly number[],
    score: () => bigint,
  ) => ({
    name,
    bids: Array.from({ length: count }, (_, index) => bid(index, draw(index), score())),
  })
  const batches = () => some(1 + Math.floor(share() ** 3 * 12), 60)
  return [
    family('one pair each', () => [below(30)], wei),
    family('one pair each, equal scores', () => [below(30)], equal),
    family('two pairs each', () => some(2, 60), wei),
    family('two pairs each, equal scores', () => some(2, 60), equal),
    family('batches mixed with single bids', batches, wei),
    worthTheirPairs(count, { below, share }),
    family('many conflicts', () => some(8, 40), wei),
    family('many conflicts, equal scores', () => some(8, 40), equal),
    family('neighbours', () => stretch(below(100), 1 + below(8)), wei),
    family('a ring', (index) => [index, (index + 1) % count], equal),
    randomGraph(count, { below, share }, { edges: 0.01, score: wei }),
    randomGraph(count, { below, share }, { edges: 0.6, score: wei }),
  ]
}

function stretch(from: number, length: number): number[] {
  return Array.from({ length }, (_, index) => from + index)
}

/** Bids on up to twelve pairs, each scoring about the value of its pairs: greedy selection is rarely optimal. */
function worthTheirPairs(count: number, { below, share }: Draw): BidFamily {
  const worth = Array.from({ length: 60 }, () => 1 + below(1_000_000))
  const bids = Array.from({ length: count }, (_, index) => {
    const pairs = new Set<number>()
    const size = 1 + Math.floor(share() ** 3 * 12)
    while (pairs.size < size) pairs.add(below(60))
    const sum = [...pairs].reduce((all, pair) => all + (worth[pair] ?? 0) * (0.9 + share() / 5), 0)
    return bid(index, [...pairs], BigInt(Math.round(sum)) * 10n ** 12n + BigInt(below(2 ** 30)))
  })
  return { name: 'batches worth their pairs', bids }
}

/** One pair per edge of a random graph, and one private pair per bid. */
function randomGraph(
  count: number,
  { share }: Draw,
  { edges, score }: { readonly edges: number; readonly score: () => bigint },
): BidFamily {
  const pairs = Array.from({ length: count }, (_, index) => [count * count + index])
  for (let one = 0; one < count; one += 1) {
    for (let other = 0; other < one; other += 1) {
      if (share() >= edges) continue
      for (const index of [one, other]) pairs[index]?.push(one * count + other)
    }
  }
  const bids = pairs.map((own, index) => bid(index, own, score()))
  return { name: `random graph, ${edges * 100} % edges`, bids }
}
