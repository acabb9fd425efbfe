import { describe, expect, test } from 'vitest'
import { daySeconds } from '@/lib/core/time'
import {
  buildFacts,
  buildReverses,
  buildTrade,
  firstDay,
  friend,
  reasonsOf,
  usdc,
  weth,
} from '@/lib/testing/affiliate/referral-history'
import { attributeTrades } from './attribute-trades'
import type { TradeFacts } from './referral-trade'
import type { ReverseTrades } from './reverse-trades'

const reversed = { sellToken: usdc, buyToken: weth }

describe('a trade that was undone', () => {
  const judge = (trades: readonly TradeFacts[], changes: Partial<ReverseTrades> = {}) => {
    const { judged } = attributeTrades(buildFacts(trades, { reverses: buildReverses(changes) }))
    return judged.map(({ reason, eligible }) => [reason, eligible])
  }
  const inTurn = (...changes: Partial<TradeFacts>[]) =>
    changes.map((change, index) => buildTrade({ timestamp: firstDay + index, ...change }))
  const trade = buildTrade({ volume: 100n })
  const settled = [{ ...trade, ...reversed, account: friend, volume: 30n, undoes: 30n }]
  const linked = [{ ...buildTrade({ ...reversed, volume: 30n }), account: friend }]
  const fundings = [{ account: friend, timestamp: firstDay, value: 1_000n }]

  test('in its settlement counts with the rest', () => {
    expect(judge([trade], { settled })).toEqual([['eligible', 70n]])
  })

  test('by the trader counts with the rest, and so does what undid it', () => {
    expect(judge(inTurn({ volume: 100n }, { ...reversed, volume: 130n }))).toEqual([
      ['round_trip', 0n],
      ['eligible', 30n],
    ])
  })

  test('by an account that the trader paid counts with the rest', () => {
    expect(judge([trade], { linked, fundings })).toEqual([['eligible', 70n]])
  })

  test('in every way counts with what none of them undid', () => {
    const back = buildTrade({ ...reversed, volume: 30n, code: undefined })
    const [judged] = judge([trade, back], { linked, fundings, settled })
    expect(judged).toEqual(['eligible', 10n])
  })

  test('in its settlement by an account that the trader paid leaves its earlier trades as they were', () => {
    const trades = [buildTrade({ timestamp: firstDay - 60 }), buildTrade()]
    const [, met = buildTrade()] = trades
    const back = { ...met, ...reversed, logIndex: 1, account: friend }
    const fundings = [{ account: friend, timestamp: firstDay - 90, value: 100n }]
    const reversedBy = (changes: Partial<ReverseTrades>) =>
      reasonsOf(buildFacts(trades, { reverses: buildReverses({ fundings, ...changes }) }))
    expect(reversedBy({ linked: [back], settled: [back] })).toEqual(['eligible', 'both_sides'])
    expect(reversedBy({ linked: [back] })).toEqual(['funded_round_trip', 'eligible'])
  })

  test('more often than it was worth counts for nothing', () => {
    const back = buildTrade({ ...reversed, volume: 80n, code: undefined })
    expect(judge([trade, back], { settled })[0]).toEqual(['both_sides', 0n])
  })

  test.each<[string, readonly TradeFacts[], Partial<ReverseTrades>]>([
    [
      'both_sides',
      [buildTrade({ volume: 30n, txHash: trade.txHash })],
      { settled, linked, fundings },
    ],
    ['round_trip', [buildTrade({ volume: 30n }), buildTrade({ ...reversed, volume: 30n })], {}],
    ['funded_round_trip', [buildTrade({ volume: 30n })], { linked, fundings }],
  ])('as a whole is no more than that: %s', (reason, trades, changes) => {
    expect(judge(trades, changes)[0]).toEqual([reason, 0n])
  })

  test('binds nobody when nothing of it is left', () => {
    const trades = inTurn({}, reversed)
    expect(attributeTrades(buildFacts(trades)).latest.affiliateId).toBeUndefined()
  })

  test('fills the cap with what counts of it', () => {
    const trades = inTurn({ volume: 1_200n }, { ...reversed, volume: 300n }, { volume: 500n })
    expect(judge(trades)).toEqual([
      ['eligible', 900n],
      ['round_trip', 0n],
      ['eligible', 100n],
    ])
  })

  test('is one whatever the order that undid it named, and whoever settled it', () => {
    const back = { ...reversed, code: undefined, isOurs: false }
    expect(judge(inTurn({}, back))).toEqual([
      ['round_trip', 0n],
      ['no_code', 0n],
    ])
  })

  test('may have been undone by a trade that is decided', () => {
    const back = buildTrade({ ...reversed, volume: 40n })
    const own = [{ ...buildTrade({ volume: 30n }), timestamp: firstDay - daySeconds }]
    const facts = buildFacts([back], { since: firstDay, reverses: buildReverses({ own }) })
    const { judged } = attributeTrades(facts)
    expect(judged).toMatchObject([{ reason: 'eligible', eligible: 10n }])
  })
})
