import { describe, expect, test } from 'vitest'
import { daySeconds } from '@/lib/core/time'
import {
  buildReverses,
  buildTrade,
  firstDay,
  friend,
  usdc,
  weth,
} from '@/lib/testing/affiliate/random-history'
import { matchTrades } from './match-trades'
import type { LinkedFunding, LinkedTrade, ReverseTrades, TradeFacts } from './referral-trade'

const reversed = { sellToken: usdc, buyToken: weth }
const partner = `0x${'f2'.repeat(20)}` as const
const million = 1_000_000_000_000n

/** Trades a second apart: purchases of positive volumes, sales of negative ones. */
const inSequence = (...volumes: bigint[]) =>
  volumes.map((volume, index) =>
    volume < 0n
      ? buildTrade({ timestamp: firstDay + index, ...reversed, volume: -volume })
      : buildTrade({ timestamp: firstDay + index, volume }),
  )
const linkedAt = (seconds: number, volume: bigint, account = friend): LinkedTrade => ({
  ...buildTrade({ timestamp: firstDay + seconds, ...reversed, volume }),
  account,
})
const fundingAt = (seconds: number, value: bigint, account = friend): LinkedFunding => ({
  account,
  timestamp: firstDay + seconds,
  value,
})

function partsOf(trades: readonly TradeFacts[], changes: Partial<ReverseTrades> = {}) {
  const reverses = buildReverses(changes)
  const matches = matchTrades({ since: 0, trades, reverses, spent: new Map(), decidedTo: 0 })
  return trades.map((trade) => {
    const { own, linked } = matches.partsOf(trade)
    return { own, linked }
  })
}
const ownParts = (...volumes: bigint[]) => partsOf(inSequence(...volumes)).map(({ own }) => own)
const linkedParts = (trades: readonly TradeFacts[], changes: Partial<ReverseTrades>) =>
  partsOf(trades, changes).map(({ linked }) => linked)

describe('round trips of a trader', () => {
  test.each<[string, bigint[], bigint[]]>([
    ['take as much from both', [100n, -100n], [100n, 100n]],
    ['take a cent and no more by a cent', [million, -1n], [1n, 1n]],
    ['take what was sold back at a loss', [100n, -97n], [97n, 97n]],
    [
      'take one of ten purchases for one sale',
      [...Array(10).fill(100n), -100n],
      [100n, ...Array(9).fill(0n), 100n],
    ],
    ['take the oldest first', [60n, 60n, -100n], [60n, 40n, 100n]],
    ['take nothing twice', [100n, -100n, 100n], [100n, 100n, 0n]],
    ['take the remainder later', [100n, -30n, -30n, 40n], [60n, 30n, 30n, 0n]],
    ['begin with either direction', [-50n, 30n, 30n], [50n, 30n, 20n]],
    ['need both directions', [100n, 100n], [0n, 0n]],
  ])('%s', (_, volumes, parts) => {
    expect(ownParts(...volumes)).toEqual(parts)
  })

  test.each([
    [daySeconds, 10n],
    [daySeconds + 1, 0n],
  ])('within %d seconds: %d', (seconds, part) => {
    const back = buildTrade({ timestamp: firstDay + seconds, ...reversed })
    expect(partsOf([back, buildTrade()])).toEqual([
      { own: part, linked: 0n },
      { own: part, linked: 0n },
    ])
  })

  test.each<[string, Partial<TradeFacts>]>([
    ['of another network', { chainId: 100 }],
    ['of another token', { buyToken: friend }],
    ['without a value', { volume: undefined }],
    ['of a token for itself', { buyToken: usdc }],
  ])('do not include a trade back %s', (_, change) => {
    const back = buildTrade({ timestamp: firstDay + 1, ...reversed, ...change })
    expect(partsOf([buildTrade(), back])[0]).toEqual({ own: 0n, linked: 0n })
  })

  test.each<[string, bigint | undefined, bigint]>([
    ['by the received side when the given side has no price', undefined, 95n],
    ['by the received side when the given side is nearly worthless', 1n, 95n],
  ])('offset %s', (_, volume, undoes) => {
    const back = buildTrade({ timestamp: firstDay + 1, ...reversed, volume, undoes })
    expect(partsOf([buildTrade({ volume: 100n }), back])[0]).toEqual({ own: 95n, linked: 0n })
  })

  test('take the offset share of a trade', () => {
    const bought = buildTrade({ volume: 100n, undoes: 110n })
    const back = buildTrade({ timestamp: firstDay + 1, ...reversed, volume: 30n, undoes: 33n })
    expect(partsOf([bought, back])).toEqual([
      { own: 30n, linked: 0n },
      { own: 30n, linked: 0n },
    ])
  })

  test('may use other tokens of the same assets', () => {
    const [ether, dollars, , dai] = [
      '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2',
      '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
      undefined,
      '0x6b175474e89094c44da98b954eedeac495271d0f',
    ] as const
    const there = buildTrade({ sellToken: dollars, buyToken: ether })
    const back = buildTrade({ sellToken: ether, buyToken: dai, timestamp: firstDay + 1 })
    expect(partsOf([there, back]).map(({ own }) => own)).toEqual([10n, 10n])
  })
})

describe('round trips with a linked account', () => {
  const trade = buildTrade({ volume: 100n })

  test('require a funding', () => {
    expect(linkedParts([trade], { linked: [linkedAt(1, 100n)] })).toEqual([0n])
  })

  test.each<[string, number, number, bigint]>([
    ['before both', 10, -10, 100n],
    ['between them', 10, 5, 100n],
    ['with the later one', 10, 10, 100n],
    ['after both', 10, 11, 100n],
    ['a day before the later one', 10, 10 - daySeconds, 100n],
    ['longer before', 10, 9 - daySeconds, 0n],
    ['before both, the other one first', -10, -20, 100n],
    ['after the other one, which was first', -10, -5, 100n],
    ['after both, the other one first', -10, 1, 100n],
    ['a day before the later one, the other one first', -10, -daySeconds, 100n],
    ['longer before, the other one first', -10, -daySeconds - 1, 0n],
    ['while they are a day apart', daySeconds, 1, 100n],
    ['while they are further apart', daySeconds + 1, 2, 0n],
  ])('need a funding: %s', (_, traded, funded, part) => {
    const linked = [linkedAt(traded, 100n)]
    expect(linkedParts([trade], { linked, fundings: [fundingAt(funded, 500n)] })).toEqual([part])
  })

  test.each<[string, number, number, bigint]>([
    ['of what is open then', 60, 120, 7n],
    ['while the first is a day old', 60, daySeconds, 7n],
    ['while the first is older', 60, daySeconds + 1, 0n],
    ['while the other is a day old', 1 - daySeconds, 1, 7n],
    ['while the other is older', -daySeconds, 1, 0n],
  ])('may be matched by a later funding, within its capacity: %s', (_, traded, funded, part) => {
    const linked = [linkedAt(traded, 100n)]
    expect(linkedParts([trade], { linked, fundings: [fundingAt(funded, 7n)] })).toEqual([part])
  })

  test('use the capacity of earlier fundings too when a later one matches', () => {
    const fundings = [fundingAt(-5, 5n), fundingAt(60, 2n), fundingAt(120, 3n)]
    const linked = [linkedAt(1, 100n)]
    expect(linkedParts([trade], { linked, fundings })).toEqual([22n])
  })

  test('use the capacity of fundings of the same second once', () => {
    const fundings = [fundingAt(60, 5n), fundingAt(60, 2n), fundingAt(60, 3n, partner)]
    const linked = [linkedAt(1, 100n), linkedAt(2, 100n, partner)]
    expect(linkedParts([trade], { linked, fundings })).toEqual([10n])
  })

  test.each([-1, 1])('never exceed the value of fundings: other trade at %d', (traded) => {
    const fundings = [fundingAt(-5, 5n), fundingAt(-4, 2n), fundingAt(-3, 90n, partner)]
    expect(linkedParts([trade], { linked: [linkedAt(traded, 100n)], fundings })).toEqual([7n])
  })

  test('take the same amount from each trade, however many', () => {
    const linked = [linkedAt(1, 100n), linkedAt(2, 100n)]
    expect(linkedParts([trade], { linked, fundings: [fundingAt(0, 7n)] })).toEqual([14n])
  })

  test('are limited per account by its own fundings', () => {
    const linked = [linkedAt(-3, 100n, partner), linkedAt(-2, 100n), linkedAt(-1, 100n)]
    const fundings = [fundingAt(-5, 40n), fundingAt(-5, 30n, partner)]
    expect(linkedParts([trade], { linked, fundings })).toEqual([70n])
  })

  test('start with the account that traded first', () => {
    const later = buildTrade({ timestamp: firstDay + daySeconds - 1, volume: 100n })
    const linked = [linkedAt(-1, 100n), linkedAt(-2, 100n, partner)]
    const fundings = [fundingAt(0, 500n), fundingAt(0, 500n, partner)]
    const trades = [buildTrade({ volume: 120n }), later]
    expect(linkedParts(trades, { linked, fundings })).toEqual([120n, 80n])
  })

  test('start with the account that has the oldest open trade', () => {
    const trades = [daySeconds, daySeconds + 20].map((seconds) =>
      buildTrade({ timestamp: firstDay + seconds, volume: 100n }),
    )
    const tooOld = linkedAt(-2, 100n, partner)
    const linked = [tooOld, linkedAt(10, 100n), linkedAt(daySeconds - 10, 100n, partner)]
    const fundings = [fundingAt(daySeconds, 500n), fundingAt(daySeconds, 500n, partner)]
    expect(linkedParts(trades, { linked, fundings })).toEqual([100n, 100n])
  })

  test('take what the trader has not offset itself', () => {
    const trades = inSequence(100n, -60n)
    const linked = [linkedAt(2, 100n)]
    expect(partsOf(trades, { linked, fundings: [fundingAt(0, 100n)] })).toEqual([
      { own: 60n, linked: 40n },
      { own: 60n, linked: 0n },
    ])
  })

  test('include an account that received the proceeds of an order', () => {
    const receiver = [fundingAt(0, trade.volume ?? 0n)]
    expect(linkedParts([trade], { linked: [linkedAt(60, 99n)], fundings: receiver })).toEqual([99n])
  })
})

describe('incremental matching', () => {
  test('continues with the remainder of trades before the cut', () => {
    const [first, second, third] = inSequence(100n, -30n, -100n) as [
      TradeFacts,
      TradeFacts,
      TradeFacts,
    ]
    const cut = third.timestamp
    const facts = { since: 0, reverses: buildReverses(), spent: new Map(), decidedTo: cut }
    const { spent } = matchTrades({ ...facts, trades: [first, second] })
    const own = [first, second, third]
    const next = { since: cut, reverses: buildReverses({ own }), spent, decidedTo: cut }
    expect(matchTrades({ ...next, trades: [third] }).partsOf(third)).toMatchObject({ own: 70n })
  })

  test('does not rematch trades before the cut, even within funding capacity', () => {
    const [first, second] = inSequence(100n, -100n) as [TradeFacts, TradeFacts]
    const linked = [{ ...first, logIndex: 1, ...reversed, account: friend }]
    const reverses = buildReverses({ linked, fundings: [fundingAt(0, 7n)] })
    const facts = { since: 0, spent: new Map(), reverses, decidedTo: second.timestamp }
    const { spent } = matchTrades({ ...facts, trades: [first] })
    const own = [first]
    const next = { ...facts, since: second.timestamp, spent, reverses: { ...reverses, own } }
    expect(matchTrades({ ...next, trades: [second] }).partsOf(second)).toMatchObject({ own: 93n })
  })

  test('drops amounts that nothing can match any more', () => {
    const trades = inSequence(100n, -30n)
    const facts = { since: 0, trades, reverses: buildReverses(), spent: new Map() }
    const spentAt = (decidedTo: number) => matchTrades({ ...facts, decidedTo }).spent
    expect([...spentAt(firstDay + 2).values()]).toEqual([30n, 30n])
    expect([...spentAt(firstDay + daySeconds + 1).values()]).toEqual([30n])
    expect(spentAt(firstDay + daySeconds + 2).size).toBe(0)
    expect(spentAt(firstDay + 1).size).toBe(0)
  })
})
