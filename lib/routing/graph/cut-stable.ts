import { type JointSwaps, type MultiTokenTrade, maxTokens, nextPlace } from './joint-trade'
import { outFor } from './stable-curve'
import type { StableFacts } from './stable-facts'

/** Balances as they are after the swaps so far. */
const now = new Float64Array(maxTokens)

/** Two balances and the constants of their curve; see `StableCurve`. */
const way = { a: 0, b: 0, c: 0, x: 0, y: 0 }

/** Cuts a trade with all tokens into swaps of two tokens that come one after the other. */
export function cutStable(facts: StableFacts, trade: MultiTokenTrade, swaps: JointSwaps): void {
  const { balances } = facts
  const { count } = trade
  for (let i = 0; i < count; i += 1) now[i] = balances[i] as number
  let swap = 0
  let [taken, paid] = [nextPlace(trade, -1, 1), nextPlace(trade, -1, -1)]
  while (taken < count && paid < count) {
    const [more, less] = [leftOf(facts, trade, taken), -leftOf(facts, trade, paid)]
    setWay(facts, taken, paid)
    const out = outFor(way, more)
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

/** What must come in for what goes out: the curve is the same seen from its other side. */
function inFor(amount: number): number {
  const { x, y } = way
  way.x = y
  way.y = x
  return -outFor(way, -amount)
}

function leftOf({ balances }: StableFacts, { changes }: MultiTokenTrade, place: number): number {
  const balance = balances[place] as number
  return balance * (changes[place] as number) - ((now[place] as number) - balance)
}

/** Two tokens among the others as they are now: `a (x + y) + b - c / (x y)` is kept. */
function setWay({ a, k, balances }: StableFacts, taken: number, paid: number): void {
  const [x, y] = [now[taken] as number, now[paid] as number]
  let c = k
  for (let i = 0; i < balances.length; i += 1) {
    c *=
      i === taken || i === paid
        ? (balances[i] as number)
        : (balances[i] as number) / (now[i] as number)
  }
  way.x = x
  way.y = y
  way.a = a
  way.c = c
  way.b = c / (x * y) - a * (x + y)
}
