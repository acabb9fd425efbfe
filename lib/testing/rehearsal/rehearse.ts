import { setTimeout as delay } from 'node:timers/promises'
import { describeUnready } from '@/lib/devnet/stack/wait-until-ready'
import { seededRandom } from '@/lib/testing/auctions/random-market'
import type { Adversary } from './adversary'
import { type Books, closeBooks, listReverts, readBalances } from './books'
import { readMarginBps } from './pool-quotes'
import { openStage, type RehearsalStage, type StageOptions } from './stage'
import { type HonestOrder, openTraders, type Traders } from './traders'

/** The outcome of one rehearsal. */
export type Rehearsal = Books & {
  readonly network: string
  readonly adversary: string
  readonly seed: number
  /** Honest orders whose limit the pools could pay: those filled, and those that one pool could still pay in the end. */
  readonly fillable: number
  readonly filled: number
  /** The fillable orders placed during the attack, and those of them filled before its end. */
  readonly attacked: number
  readonly filledInAttack: number
  /** Seconds from the end of the attack until the last order placed during it was filled. */
  readonly recoverySeconds: number
  /** Fillable orders that were not filled. */
  readonly lost: number
  /** Fills that were indexed and removed again. */
  readonly takenBack: number
  /** Orders and quotes that the service refused. */
  readonly refused: number
  /** Median seconds from placement to fill, before and during the attack. */
  readonly usualSeconds: number
  readonly attackSeconds: number
}

/** What to rehearse. */
export type Scenario = Omit<StageOptions, 'submission'> & {
  readonly adversary: Adversary
  /** Number of orders before, during and after the attack. */
  readonly orders?: { readonly before: number; readonly during: number; readonly after: number }
  /** Called with each step. */
  readonly onProgress?: ((text: string) => void) | undefined
}

const usualOrders = { before: 2, during: 8, after: 2 }

/** Milliseconds in which everything must be ready, and in which the first orders must be filled. */
const patienceMs = 120_000
/** Milliseconds after the end of an attack in which all orders must be filled. */
export const recoveryMs = 30_000
/** Milliseconds for which a rehearsal waits longer, to tell a late order from a lost one. */
const lateMs = 60_000

/** Runs one rehearsal: orders without disturbance, orders during the attack, orders after it, then the books. */
export async function rehearse(scenario: Scenario): Promise<Rehearsal> {
  const { adversary, seed, orders = usualOrders, onProgress: say = () => {} } = scenario
  say('opens the stage')
  const stage = await openStage({ ...scenario, submission: adversary.submission })
  const watch = watchTrades(stage)
  let end = async () => {}
  try {
    const random = seededRandom(seed)
    const traders = openTraders(stage, random)
    const balances = await readBalances(stage, traders)
    const pace = paceOf(stage, adversary)
    const course = { stage, traders, pace, say, refused: 0 }
    say('waits until the service is ready')
    await untilReady(stage, traders)
    say('places orders without disturbance')
    await placeOrders(course, orders.before)
    await untilFilled(traders, patienceMs)
    const before = traders.orders.length
    const attack = { stage, traders, random }
    say('starts the attack')
    end = await adversary.start(attack)
    const startedMs = Date.now()
    await placeOrders(course, orders.during)
    await untilFilled(traders, pace.graceMs)
    await followFor(traders, startedMs + (adversary.minMs ?? 0) - Date.now())
    const attacked = traders.orders.slice(before)
    const inAttack = attacked.filter(isFilled)
    await end()
    end = async () => {}
    say(`ended the attack: ${inAttack.length} of ${attacked.length} orders are filled`)
    const endedMs = Date.now()
    await placeOrders(course, orders.after)
    await untilFilled(traders, recoveryMs + lateMs - (Date.now() - endedMs))
    say('closes the books')
    const books = await closeBooks(stage, traders, balances)
    for (const revert of await listReverts(stage)) say(revert)
    const takenBack = await watch.countTakenBack()
    const lost = await findLost(course)
    const isFillable = (order: HonestOrder) => isFilled(order) || lost.includes(order)
    const fillable = traders.orders.filter(isFillable)
    const lastMs = Math.max(endedMs, ...attacked.map(({ filledMs = endedMs }) => filledMs))
    return {
      ...books,
      ...{ network: stage.chain.network.name, adversary: adversary.name, seed, takenBack },
      fillable: fillable.length,
      filled: traders.orders.filter(isFilled).length,
      attacked: attacked.filter(isFillable).length,
      filledInAttack: inAttack.length,
      recoverySeconds: (lastMs - endedMs) / 1_000,
      lost: lost.length,
      refused: course.refused,
      usualSeconds: medianSeconds(traders.orders.slice(0, before)),
      attackSeconds: medianSeconds(attacked),
    }
  } finally {
    watch.end()
    await end().catch(() => {})
    await stage.close()
  }
}

const isFilled = ({ filledMs }: HonestOrder) => filledMs !== undefined

type Pace = { readonly betweenMs: number; readonly graceMs: number }

/**
 * Orders come every block, at least a second apart. Then the attack goes on until they are filled, at most for half a minute
 * or 24 blocks: a withdrawn settlement delays its orders by five, and the next one may be attacked again. Where they cannot
 * be filled, it soon ends.
 */
function paceOf({ chain: { profile } }: RehearsalStage, { stopsSettling }: Adversary): Pace {
  return {
    betweenMs: Math.max(1_000, profile.blockMs),
    graceMs: stopsSettling ? 10_000 : Math.max(30_000, 24 * profile.blockMs),
  }
}

type Course = {
  readonly stage: RehearsalStage
  readonly traders: Traders
  readonly pace: Pace
  readonly say: (text: string) => void
  refused: number
}

async function placeOrders(course: Course, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    await course.traders.place().catch((error: Error) => {
      course.refused += 1
      course.say(`an order was refused: ${error.message}`)
    })
    await followFor(course.traders, course.pace.betweenMs)
  }
}

/** Milliseconds between two looks at the open orders. */
const lookMs = 500

async function followFor(traders: Traders, durationMs: number): Promise<void> {
  const untilMs = Date.now() + durationMs
  do {
    await delay(Math.min(lookMs, Math.max(0, untilMs - Date.now())))
    await traders.look().catch(() => {})
  } while (Date.now() < untilMs)
}

async function untilFilled(traders: Traders, forMs: number): Promise<void> {
  const untilMs = Date.now() + forMs
  while (Date.now() < untilMs && !traders.orders.every(isFilled)) {
    await followFor(traders, lookMs)
  }
}

/** Waits until the service quotes. @throws {Error} with the last refusal after two minutes. */
async function untilReady({ web }: RehearsalStage, traders: Traders): Promise<void> {
  const untilMs = Date.now() + patienceMs
  for (;;) {
    const unready = await describeUnready(web.url)
    if (unready === undefined) {
      const refusal = await traders.place().then(
        () => undefined,
        (error: Error) => error.message,
      )
      if (refusal === undefined) return
      if (Date.now() > untilMs) throw new Error(`no order was accepted: ${refusal}`)
    } else if (Date.now() > untilMs) throw new Error(`the service is not ready: ${unready}`)
    await delay(lookMs)
  }
}

/** What a settlement of a small order alone costs at most, in bps of it: gas, data and slack. */
const costBps = 40

/** Open orders that one pool could pay now, the cost of a settlement included. */
async function findLost({ stage, traders, say }: Course): Promise<HonestOrder[]> {
  const open = traders.orders.filter((order) => !isFilled(order))
  const margins = await Promise.all(open.map((order) => readMarginBps(stage, order)))
  for (const [index, { uid }] of open.entries()) {
    say(
      `order ${uid.slice(0, 10)} is open: the best pool pays ${margins[index]} bps above its limit`,
    )
  }
  return open.filter((_, index) => (margins[index] ?? 0) >= costBps)
}

type TradeWatch = {
  /** Number of fills that were indexed and removed again. */
  readonly countTakenBack: () => Promise<number>
  readonly end: () => void
}

/** Watches the indexed fills. */
function watchTrades({ ctx, chain }: RehearsalStage): TradeWatch {
  const { chainId } = chain.network
  const seen = new Set<string>()
  const look = async () => {
    const trades = await ctx.db.trade.findMany({
      where: { chainId },
      select: { blockHash: true, logIndex: true },
    })
    const now = trades.map(({ blockHash, logIndex }) => `${blockHash} ${logIndex}`)
    for (const key of now) seen.add(key)
    return now.length
  }
  const timer = setInterval(() => void look().catch(() => {}), lookMs)
  return {
    countTakenBack: async () => {
      const left = await look()
      return seen.size - left
    },
    end: () => clearInterval(timer),
  }
}

function medianSeconds(orders: readonly HonestOrder[]): number {
  const seconds = orders
    .flatMap(({ placedMs, filledMs }) =>
      filledMs === undefined ? [] : (filledMs - placedMs) / 1e3,
    )
    .sort((a, b) => a - b)
  return seconds[Math.floor(seconds.length / 2)] ?? Number.NaN
}
