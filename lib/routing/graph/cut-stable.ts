import { type JointSwaps, type MultiTokenTrade, maxTokens, nextPlace } from './joint-trade'
import { outFor } from './stable-curve'
import type { StableFacts } from './stable-facts'

/** Balances after the swaps so far. */
const now = new Float64Array(maxTokens)

/** Two balances and the constants of their curve; see `StableCurve`. */
const pairCurve = { a: 0, b: 0, c: 0, x: 0, y: 0 }

/** Decomposes a trade with all tokens into sequential swaps of two tokens. */
export function cutStable(facts: StableFacts, trade: MultiTokenTrade, swaps: JointSwaps): void {
  const { balances } = facts
  const { count } = trade
  for (let i = 0; i < count; i += 1) now[i] = balances[i] as number
  let swap = 0
  let [taken, paid] = [nextPlace(trade, -1, 1), nextPlace(trade, -1, -1)]
  while (taken < count && paid < count) {
    const [more, less] = [leftOf(facts, trade, taken), -leftOf(facts, trade, paid)]
    setPair(facts, taken, paid)
    const out = outFor(pairCurve, more)
    const isTaken = out <= less
    const partIn = isTaken ? more : inFor(less)
    const partOut = isTaken ? out : less
    swaps.taken[swap] = taken
    swaps.paid[swap] = paid
    swaps.partIn[swap] = partIn / (balances[taken] as number)
    swaps.partOut[swap] = partOut / (balances[paid] as number)
    swap += 1
    now[taken] = (now[taken] as number) + partIn
    now[paid] = (now[paid] as number) - partOut
    if (isTaken) taken = nextPlace(trade, taken, 1)
    else paid = nextPlace(trade, paid, -1)
  }
  swaps.count = swap
}

/** Returns the input for an output: the curve is symmetric. */
function inFor(amount: number): number {
  const { x, y } = pairCurve
  pairCurve.x = y
  pairCurve.y = x
  return -outFor(pairCurve, -amount)
}

function leftOf({ balances }: StableFacts, { changes }: MultiTokenTrade, place: number): number {
  const balance = balances[place] as number
  return balance * (changes[place] as number) - ((now[place] as number) - balance)
}

/** Sets the curve of two tokens at the current balances of the others: `a (x + y) + b - c / (x y)` is kept. */
function setPair({ a, k, balances }: StableFacts, taken: number, paid: number): void {
  const [x, y] = [now[taken] as number, now[paid] as number]
  let c = k
  for (let i = 0; i < balances.length; i += 1) {
    c *=
      i === taken || i === paid
        ? (balances[i] as number)
        : (balances[i] as number) / (now[i] as number)
  }
  pairCurve.x = x
  pairCurve.y = y
  pairCurve.a = a
  pairCurve.c = c
  pairCurve.b = c / (x * y) - a * (x + y)
}
