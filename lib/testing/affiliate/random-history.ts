import fc from 'fast-check'
import {
  type AttributionFacts,
  attributeTrades,
} from '@/lib/affiliate/attribution/attribute-trades'
import {
  type ReverseTrades,
  roundTripSeconds,
  type TradeFacts,
} from '@/lib/affiliate/attribution/referral-trade'
import { newTrader } from '@/lib/affiliate/attribution/trader-state'
import type { CodeSwitch, Registration } from '@/lib/affiliate/registration/registration'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { daySeconds } from '@/lib/core/time'
/** 2026-01-05, a Monday: the first day of the histories. */
export const firstDay = 1_767_571_200

/** The trader whose trades are attributed. */
export const trader: Address = `0x${'a1'.repeat(20)}`
/** Another account, possibly one that funded the trader. */
export const friend: Address = `0x${'f1'.repeat(20)}`
/** The two traded tokens. */
export const weth: Address = `0x${'e1'.repeat(20)}`
/** See {@link weth}. */
export const usdc: Address = `0x${'c1'.repeat(20)}`

/** Programme terms with small numbers, so that histories reach the caps. */
export const smallTerms = {
  rewardAmount: 1_000n,
  triggerVolume: 100n,
  volumeCap: 1_000n,
  timeCapDays: 30,
  affiliatePercent: 50,
  traderPercent: 40,
  daoPercent: 10,
}

/** Returns a registration of `FIRST-CODE`, created a year before the histories begin. */
export function buildRegistration(changes: Partial<Registration> = {}): Registration {
  return {
    id: 1n,
    code: 'FIRST-CODE',
    wallet: `0x${'b1'.repeat(20)}`,
    createdAt: firstDay - 365 * daySeconds,
    freedAt: undefined,
    terms: smallTerms,
    switches: [],
    ...changes,
  }
}

let sequence = 0

/** Returns a sale of WETH for USDC under `FIRST-CODE` worth 10 millionths of a dollar, with unique hashes. */
export function buildTrade(changes: Partial<TradeFacts> = {}): TradeFacts {
  sequence += 1
  const hash: Hex = `0x${sequence.toString(16).padStart(64, '0')}`
  return {
    chainId: 1,
    blockHash: hash,
    blockNumber: BigInt(sequence),
    logIndex: 0,
    timestamp: firstDay,
    txHash: hash,
    isOurs: true,
    code: 'FIRST-CODE',
    sellToken: weth,
    buyToken: usdc,
    volume: 10n,
    undoes: 'volume' in changes ? changes.volume : 10n,
    ...changes,
  }
}

/** Returns the attribution input of a trader without history: its trades and, by default, one registration. */
export function buildFacts(
  trades: readonly TradeFacts[],
  changes: Partial<AttributionFacts> = {},
): AttributionFacts {
  const reverses = buildReverses()
  const registrations = [buildRegistration()]
  return {
    trader,
    decided: newTrader,
    since: 0,
    trades,
    decidedTo: 0,
    registrations,
    reverses,
    ...changes,
  }
}

/** Returns the trades that may offset others; none by default. */
export function buildReverses(changes: Partial<ReverseTrades> = {}): ReverseTrades {
  return { own: [], linked: [], fundings: [], settled: [], ...changes }
}

/** Returns the reasons of the attributed trades, in attribution order. */
export function reasonsOf(facts: AttributionFacts): readonly string[] {
  return attributeTrades(facts).attributedTrades.map(({ reason }) => reason)
}

/** The events of one trader over several days. */
export type History = Omit<ReverseTrades, 'own'> & {
  readonly trades: readonly TradeFacts[]
  readonly registrations: readonly Registration[]
}

const partner = `0x${'f2'.repeat(20)}` as const

/** Multiples of six hours, some shifted by a few seconds, to hit the edges of 24-hour windows often. */
const time = fc
  .tuple(fc.nat(24), fc.constantFrom(0, 0, 0, 1, -1, 777))
  .map(([hours, shift]) => firstDay + hours * 21_600 + shift)

/** Times within a history or up to two weeks after its first day, often at the edges of days. */
export const moments = fc.oneof(
  fc.tuple(time, fc.constantFrom(0, 86_400, 2 * 86_400)).map(([at, later]) => at + later),
  fc.integer({ min: firstDay, max: firstDay + 14 * 86_400 }),
)

const reversed = { sellToken: usdc, buyToken: weth }
const pair = fc.oneof(
  { weight: 5, arbitrary: fc.constant({}) },
  { weight: 3, arbitrary: fc.constant(reversed) },
  { weight: 1, arbitrary: fc.constantFrom({ buyToken: friend }, { buyToken: weth }) },
)
const volume = fc.option(fc.bigInt(0n, 400n), { nil: undefined, freq: 10 })
/** Sometimes the reverse value exceeds the volume, or is the only one known. */
const worth = fc.tuple(volume, fc.constantFrom(0n, 0n, 0n, 7n, 90n)).map(([volume, more]) => {
  const undoes = more > 0n || volume !== undefined ? (volume ?? 0n) + more : undefined
  return { volume, undoes }
})
const facts = fc.record({
  timestamp: time,
  chainId: fc.constantFrom(1, 1, 100),
  code: fc.oneof(
    { weight: 20, arbitrary: fc.constant('FIRST-CODE') },
    { weight: 4, arbitrary: fc.constantFrom('OTHER-CODE', 'OWN-CODE') },
    { weight: 1, arbitrary: fc.constantFrom('NOBODYS-CODE', undefined) },
  ),
  isOurs: fc.oneof(
    { weight: 9, arbitrary: fc.constant(true) },
    { weight: 1, arbitrary: fc.constant(false) },
  ),
})
const trade = fc.tuple(facts, worth).map(([facts, worth]) => ({ ...facts, ...worth }))
const account = fc.constantFrom(friend, partner)
const value = fc.bigInt(1n, 400n)
const linked = fc.tuple(fc.record({ timestamp: time, worth }), pair, account)
const settled = fc.record({
  index: fc.nat(29),
  isBack: fc.boolean(),
  isLinked: fc.boolean(),
  worth,
})

const registrations = fc
  .tuple(
    fc.option(time, { nil: undefined }),
    fc.array(fc.record({ enabled: fc.boolean(), at: time }), { maxLength: 3 }),
    fc.integer({ min: 1, max: 10 }),
  )
  .map(([freedAt, unsorted, timeCapDays]) => {
    const terms = { ...smallTerms, timeCapDays }
    const switches: CodeSwitch[] = unsorted.toSorted((left, right) => left.at - right.at)
    const first = buildRegistration({ freedAt, terms, switches })
    const other = buildRegistration({ id: 2n, code: 'OTHER-CODE', terms })
    const own = buildRegistration({ id: 3n, code: 'OWN-CODE', wallet: trader })
    const again = buildRegistration({ id: 4n, createdAt: freedAt ?? 0, terms })
    return freedAt === undefined ? [first, other, own] : [first, other, own, again]
  })

/** Random histories: few orders carry no code, and some settlements trade a pair in both directions. */
export const histories: fc.Arbitrary<History> = fc
  .record({
    trades: fc.array(fc.tuple(trade, pair, fc.boolean()), { maxLength: 30 }),
    linked: fc.array(linked, { maxLength: 8 }),
    fundings: fc.array(fc.record({ account, timestamp: time, value }), { maxLength: 8 }),
    others: fc.array(settled, { maxLength: 5 }),
    registrations,
  })
  .map(({ others, ...history }) => {
    const trades = history.trades.map(([facts, tokens, isShared]) => {
      const txHash: Hex = `0x${facts.timestamp.toString(16).padStart(64, '0')}`
      return buildTrade({ ...facts, ...tokens, ...(isShared ? { txHash } : {}) })
    })
    const settled = others.flatMap(({ index, isBack, isLinked, worth }, place) => {
      const found = trades[index]
      if (!found) return []
      const [sellToken, buyToken] = isBack
        ? [found.buyToken, found.sellToken]
        : [found.sellToken, found.buyToken]
      const logIndex = 1 + place
      return { ...found, logIndex, account: friend, sellToken, buyToken, ...worth, isLinked }
    })
    const own = trades.map((trade) => ({ ...trade, account: trader }))
    const linked = history.linked.map(([{ timestamp, worth }, tokens, by]) => {
      return { ...buildTrade({ timestamp, ...worth, ...tokens }), account: by }
    })
    linked.push(...settled.filter(({ isLinked }) => isLinked))
    return { ...history, trades, linked, settled: [...own, ...settled] }
  })

/** The part of a history to attribute. */
export type HistoryPart = Pick<AttributionFacts, 'decided' | 'decidedTo'> & {
  /** Unix seconds: earlier trades are already decided. */
  readonly from: number
  /** Unix seconds: later events are unknown. */
  readonly knownTo: number
}

/** The whole history, with nothing decided yet. */
export const wholeHistory: HistoryPart = {
  from: 0,
  knownTo: Number.MAX_SAFE_INTEGER,
  decided: newTrader,
  decidedTo: 0,
}

/** Returns the facts that attribution needs for a part of a history, and no others. */
export function factsOf(history: History, part: HistoryPart): AttributionFacts {
  const { from, knownTo, decided, decidedTo } = part
  const since = from - roundTripSeconds
  const isKnown = ({ timestamp }: { timestamp: number }) =>
    since <= timestamp && timestamp <= knownTo
  const own = history.trades.filter(isKnown)
  const trades = own.filter(({ timestamp }) => from <= timestamp)
  const hashes = new Set(trades.map(({ txHash }) => txHash))
  const reverses = {
    own,
    linked: history.linked.filter(isKnown),
    fundings: history.fundings.filter(isKnown),
    settled: history.settled.filter(({ txHash }) => hashes.has(txHash)),
  }
  const { registrations } = history
  return { trader, decided, since: from, trades, decidedTo, registrations, reverses }
}
