import type { MultiTokenEdge } from './joint-curve'
import { blankJointSwaps, blankJointTrade, floatError, maxTokens } from './joint-trade'
import { cutStable, setStableMarginals, solveStablePool } from './stable-joint'
import type { PoolTrades } from './trade-pools'
import { cutWeighted, setWeightedMarginals, solveWeightedPool } from './weighted-joint'

const trade = blankJointTrade()
const swaps = blankJointSwaps()

/**
 * Solves the arbitrage problem of a multi-token pool at the prices of `roots`, as sequential swaps of two tokens;
 * adds them to `gradient` and returns the gain. Like `evaluateEdges`.
 */
export function solveJoint(joint: MultiTokenEdge, first: Int32Array, trades: PoolTrades): number {
  const { start, count, facts, tokens } = joint
  const { roots, direction, valueIn, valueOut, weight } = trades
  if (facts.kind === 'weighted') solveWeightedPool(facts, { tokens, roots }, trade)
  else solveStablePool(facts, { tokens, roots, kept: facts.kept }, trade)
  for (let edge = start; edge < start + count; edge += 1) {
    direction[edge] = 0
    valueIn[edge] = 0
    valueOut[edge] = 0
    weight[edge] = 0
  }
  if (trade.isIdle) return 0
  setWeights(joint, trades)
  if (facts.kind === 'weighted') cutWeighted(facts, trade, swaps)
  else cutStable(facts, trade, swaps)
  let gain = 0
  for (let swap = 0; swap < swaps.count; swap += 1) gain += addSwap(joint, swap, { first, trades })
  return gain
}

/** Returns the maximum gain of a multi-token pool at prices. */
export function jointGain({ facts, tokens }: MultiTokenEdge, roots: Float64Array) {
  if (facts.kind === 'weighted') {
    solveWeightedPool(facts, { tokens, roots }, trade)
    return { max: trade.max, isFull: trade.isFull }
  }
  solveStablePool(facts, { tokens, roots, kept: facts.keptInSequence }, trade)
  const beyond = tokens.reduce((sum, token, i) => {
    return sum + (roots[token] as number) ** 2 * (facts.beyond[i] as number)
  }, 0)
  return { max: trade.max + beyond * (1 + floatError), isFull: false }
}

/**
 * Returns a plane above all trades of a multi-token pool: the output, each atom valued at `paid`, is worth at
 * most the input, each atom valued at `taken`, plus `max` (optimality-bound.md, (7)). By position; it touches at the
 * best trade.
 */
export function jointPlane(joint: MultiTokenEdge, roots: Float64Array) {
  const { facts, tokens } = joint
  const { max, isFull } = jointGain(joint, roots)
  if (facts.kind === 'weighted') setWeightedMarginals(facts, trade)
  else setStableMarginals(facts, trade)
  const kept = facts.kind === 'weighted' ? facts.kept : facts.keptInSequence
  const priceOf = (place: number) => (roots[tokens[place] as number] as number) ** 2
  // If a token is full it enters at its price, and so do all.
  const worthOf = (place: number) => (isFull ? 1 / kept : (trade.marginals[place] as number))
  const paid = Float64Array.from(tokens, (_, place) => {
    return isFull ? priceOf(place) : priceOf(place) * worthOf(place)
  })
  const taken = Float64Array.from(tokens, (_, place) => priceOf(place) * worthOf(place) * kept)
  return { max, isFull, taken, paid }
}

type SwapTarget = { readonly first: Int32Array; readonly trades: PoolTrades }

function addSwap(
  { tokens, edges, facts }: MultiTokenEdge,
  swap: number,
  { first, trades }: SwapTarget,
) {
  const { direction, valueIn, valueOut, gradient, turn } = trades
  const [taken, paid] = [swaps.taken[swap] as number, swaps.paid[swap] as number]
  const [a, b] = [tokens[taken] as number, tokens[paid] as number]
  const edge = edges[taken * tokens.length + paid] as number
  const sold = ((trade.values[taken] as number) * (swaps.partIn[swap] as number)) / facts.kept
  const bought = (trade.values[paid] as number) * (swaps.partOut[swap] as number)
  direction[edge] = first[edge] === a ? 1 : -1
  valueIn[edge] = sold
  valueOut[edge] = bought
  turn[edge] = swap
  gradient[a] = (gradient[a] as number) - sold
  gradient[b] = (gradient[b] as number) + bought
  return bought - sold
}

/** Sets the weight of each pair of tokens that trades or is about to. */
function setWeights({ tokens, edges }: MultiTokenEdge, { weight }: PoolTrades): void {
  const count = tokens.length
  for (let i = 0; i < count; i += 1) {
    for (let j = i + 1; j < count; j += 1) {
      weight[edges[i * count + j] as number] = trade.couplings[i * maxTokens + j] as number
    }
  }
}
