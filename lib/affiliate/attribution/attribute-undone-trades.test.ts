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
} from '@/lib/testing/affiliate/random-history'
import { attributeTrades } from './attribute-trades'
import type { ReverseTrades, TradeFacts } from './referral-trade'

const reversed = { sellToken: usdc, buyToken: weth }

describe('an offset trade', () => {
  const attribute = (trades: readonly TradeFacts[], changes: Partial<ReverseTrades> = {}) => {
    const { attributedTrades } = attributeTrades(
      buildFacts(trades, { reverses: buildReverses(changes) }),
    )
    return attributedTrades.map(({ reason, eligible }) => [reason, eligible])
  }
  const inSequence = (...changes: Partial<TradeFacts>[]) =>
    changes.map((change, index) => buildTrade({ timestamp: firstDay + index, ...change }))
  const trade = buildTrade({ volume: 100n })
  const settled = [{ ...trade, ...reversed, account: friend, volume: 30n, undoes: 30n }]
  const linked = [{ ...buildTrade({ ...reversed, volume: 30n }), account: friend }]
  const fundings = [{ account: friend, timestamp: firstDay, value: 1_000n }]

  test('counts its remainder when offset in its settlement', () => {
    expect(attribute([trade], { settled })).toEqual([['eligible', 70n]])
  })

  test('counts its remainder when offset by the trader, as does the offsetting trade', () => {
    expect(attribute(inSequence({ volume: 100n }, { ...reversed, volume: 130n }))).toEqual([
      ['round_trip', 0n],
      ['eligible', 30n],
    ])
  })

  test('counts its remainder when offset by an account that the trader paid', () => {
    expect(attribute([trade], { linked, fundings })).toEqual([['eligible', 70n]])
  })

  test('counts the remainder of all offsets combined', () => {
    const back = buildTrade({ ...reversed, volume: 30n, code: undefined })
    const [attributedTrades] = attribute([trade, back], { linked, fundings, settled })
    expect(attributedTrades).toEqual(['eligible', 10n])
  })

  test('leaves earlier trades unchanged when a paid account offset it in its settlement', () => {
    const trades = [buildTrade({ timestamp: firstDay - 60 }), buildTrade()]
    const [, met = buildTrade()] = trades
    const back = { ...met, ...reversed, logIndex: 1, account: friend }
    const fundings = [{ account: friend, timestamp: firstDay - 90, value: 100n }]
    const reversedBy = (changes: Partial<ReverseTrades>) =>
      reasonsOf(buildFacts(trades, { reverses: buildReverses({ fundings, ...changes }) }))
    expect(reversedBy({ linked: [back], settled: [back] })).toEqual(['eligible', 'both_sides'])
    expect(reversedBy({ linked: [back] })).toEqual(['funded_round_trip', 'eligible'])
  })

  test('does not count when offset by more than its value', () => {
    const back = buildTrade({ ...reversed, volume: 80n, code: undefined })
    expect(attribute([trade, back], { settled })[0]).toEqual(['both_sides', 0n])
  })

  test.each<[string, readonly TradeFacts[], Partial<ReverseTrades>]>([
    [
      'both_sides',
      [buildTrade({ volume: 30n, txHash: trade.txHash })],
      { settled, linked, fundings },
    ],
    ['round_trip', [buildTrade({ volume: 30n }), buildTrade({ ...reversed, volume: 30n })], {}],
    ['funded_round_trip', [buildTrade({ volume: 30n })], { linked, fundings }],
  ])('does not count when fully offset: %s', (reason, trades, changes) => {
    expect(attribute(trades, changes)[0]).toEqual([reason, 0n])
  })

  test('binds nobody when fully offset', () => {
    const trades = inSequence({}, reversed)
    expect(attributeTrades(buildFacts(trades)).latest.affiliateId).toBeUndefined()
  })

  test('fills the cap with its remainder', () => {
    const trades = inSequence({ volume: 1_200n }, { ...reversed, volume: 300n }, { volume: 500n })
    expect(attribute(trades)).toEqual([
      ['eligible', 900n],
      ['round_trip', 0n],
      ['eligible', 100n],
    ])
  })

  test('is offset whatever code the other order has and whoever settled it', () => {
    const back = { ...reversed, code: undefined, isOurs: false }
    expect(attribute(inSequence({}, back))).toEqual([
      ['round_trip', 0n],
      ['no_code', 0n],
    ])
  })

  test('may be offset by a decided trade', () => {
    const back = buildTrade({ ...reversed, volume: 40n })
    const own = [{ ...buildTrade({ volume: 30n }), timestamp: firstDay - daySeconds }]
    const facts = buildFacts([back], { since: firstDay, reverses: buildReverses({ own }) })
    const { attributedTrades } = attributeTrades(facts)
    expect(attributedTrades).toMatchObject([{ reason: 'eligible', eligible: 10n }])
  })
})
