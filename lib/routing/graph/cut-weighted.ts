import { type JointSwaps, type MultiTokenTrade, maxTokens, nextPlace } from './joint-trade'
import type { WeightedFacts } from './weighted-joint'

/** Part of the constraint that each token has used up: weight times logarithm. */
const used = new Float64Array(maxTokens)

/** Decomposes a trade with all tokens into sequential swaps of two tokens. */
export function cutWeighted(
  { weights }: WeightedFacts,
  trade: MultiTokenTrade,
  swaps: JointSwaps,
): void {
  const { count } = trade
  for (let i = 0; i < count; i += 1) used[i] = 0
  let swap = 0
  let [taken, paid] = [nextPlace(trade, -1, 1), nextPlace(trade, -1, -1)]
  while (taken < count && paid < count) {
    const [ofTaken, ofPaid] = [leftOf(weights, trade, taken), leftOf(weights, trade, paid)]
    const part = Math.min(ofTaken, ofPaid)
    const [weightIn, weightOut] = [weights[taken] as number, weights[paid] as number]
    const [risen, fallen] = [(used[taken] as number) / weightIn, (used[paid] as number) / weightOut]
    swaps.taken[swap] = taken
    swaps.paid[swap] = paid
    swaps.partIn[swap] = Math.exp(risen) * Math.expm1(part / weightIn)
    swaps.partOut[swap] = -Math.exp(-fallen) * Math.expm1(-part / weightOut)
    swap += 1
    used[taken] = (used[taken] as number) + part
    used[paid] = (used[paid] as number) + part
    if (ofTaken <= ofPaid) taken = nextPlace(trade, taken, 1)
    else paid = nextPlace(trade, paid, -1)
  }
  swaps.count = swap
}

function leftOf(weights: Float64Array, { logChanges }: MultiTokenTrade, place: number): number {
  return (
    (weights[place] as number) * Math.abs(logChanges[place] as number) - (used[place] as number)
  )
}
