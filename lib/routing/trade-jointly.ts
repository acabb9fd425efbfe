import { bestJointTrade, blankJointTrade, type JointCurve } from './joint-curve'
import type { PoolTrades } from './trade-pools'

const trade = blankJointTrade()
const usedWeight = new Float64Array(trade.moves.length)

/**
 * Lets a pool of several tokens make its best trade at the prices of `roots`, cut into trades of two tokens that come to
 * it one after the other; adds it to `gradient` and returns what it gains. Like `tradePools`.
 */
export function tradeJointly(joint: JointCurve, first: Int32Array, trades: PoolTrades): number {
  const { start, count, weights } = joint
  bestJointTrade(joint, trades.roots, trade)
  trades.direction.fill(0, start, start + count)
  trades.valueIn.fill(0, start, start + count)
  trades.valueOut.fill(0, start, start + count)
  trades.weight.fill(0, start, start + count)
  setWeights(joint, trades)
  usedWeight.fill(0)
  let gain = 0
  let [taken, paid] = [nextPlace(joint, -1, 1), nextPlace(joint, -1, -1)]
  while (taken >= 0 && paid >= 0) {
    const left = (place: number) =>
      (weights[place] as number) * Math.abs(trade.moves[place] as number) -
      (usedWeight[place] as number)
    const part = Math.min(left(taken), left(paid))
    gain += swap(joint, { taken, paid, part, first }, trades)
    const isTaken = left(taken) <= left(paid)
    usedWeight[taken] = (usedWeight[taken] as number) + part
    usedWeight[paid] = (usedWeight[paid] as number) + part
    if (isTaken) taken = nextPlace(joint, taken, 1)
    else paid = nextPlace(joint, paid, -1)
  }
  return gain
}

/** What a pool of several tokens gains at most at prices. */
export function jointGain(joint: JointCurve, roots: Float64Array) {
  bestJointTrade(joint, roots, trade)
  return { most: trade.most, isFull: trade.isFull }
}

/** The next token that comes in, for a way of 1, or that goes out; -1 after the last. */
function nextPlace({ tokens }: JointCurve, before: number, way: number): number {
  for (let place = before + 1; place < tokens.length; place += 1) {
    if ((trade.moves[place] as number) * way > 0) return place
  }
  return -1
}

type Swap = {
  readonly taken: number
  readonly paid: number
  /** The part of the constraint that the swap uses up: weight times logarithm. */
  readonly part: number
  readonly first: Int32Array
}

function swap(joint: JointCurve, { taken, paid, part, first }: Swap, trades: PoolTrades): number {
  const { tokens, weights, edges, kept } = joint
  const edge = edges[taken * tokens.length + paid] as number
  const [weightIn, weightOut] = [weights[taken] as number, weights[paid] as number]
  const risen = Math.exp((usedWeight[taken] as number) / weightIn)
  const fallen = Math.exp(-(usedWeight[paid] as number) / weightOut)
  const valueIn = ((trade.values[taken] as number) * risen * Math.expm1(part / weightIn)) / kept
  const valueOut = -(trade.values[paid] as number) * fallen * Math.expm1(-part / weightOut)
  const [a, b] = [tokens[taken] as number, tokens[paid] as number]
  trades.direction[edge] = first[edge] === a ? 1 : -1
  trades.valueIn[edge] = valueIn
  trades.valueOut[edge] = valueOut
  trades.gradient[a] = (trades.gradient[a] as number) - valueIn
  trades.gradient[b] = (trades.gradient[b] as number) + valueOut
  return valueOut - valueIn
}

/** How fast the trade grows with the prices, for each two tokens that are traded or about to be. */
function setWeights({ tokens, weights, edges }: JointCurve, { weight }: PoolTrades): void {
  const count = tokens.length
  let open = 0
  for (let i = 0; i < count; i += 1) if (trade.isOpen[i]) open += weights[i] as number
  for (let i = 0; i < count; i += 1) {
    for (let j = i + 1; j < count; j += 1) {
      if (!trade.isOpen[i] || !trade.isOpen[j]) continue
      const product = (weights[i] as number) * (weights[j] as number)
      weight[edges[i * count + j] as number] = (trade.level * product) / open
    }
  }
}
