import { describe, expect, test } from 'vitest'
import { daySeconds } from '@/lib/core/time'
import {
  buildFacts,
  buildRegistration,
  buildTrade,
  firstDay,
  friend,
  reasonsOf,
  smallTerms,
  trader,
  usdc,
  weth,
} from '@/lib/testing/referral-history'
import { attributeTrades } from './attribute-trades'
import type { TradeFacts } from './referral-trade'
import type { Registration } from './registration'

const reversed = { sellToken: usdc, buyToken: weth }

/** A trade and the reasons that a registration, changed like this, gives it. */
function judgeUnder(registration: Partial<Registration>, trade: Partial<TradeFacts> = {}) {
  const registrations = [buildRegistration(registration)]
  return reasonsOf(buildFacts([buildTrade(trade)], { registrations }))[0]
}

describe('a trade counts', () => {
  test('under the code of another wallet, and binds the trader', () => {
    const trade = buildTrade()
    const { judged, latest } = attributeTrades(buildFacts([trade]))
    expect(judged).toEqual([{ ...trade, reason: 'eligible', affiliateId: 1n, eligible: 10n }])
    expect(latest).toEqual({
      affiliateId: 1n,
      boundAt: firstDay,
      tradedWithoutCode: false,
      trades: 1,
      eligibleTrades: 1,
      volume: 10n,
      eligible: 10n,
      lastTradeAt: firstDay,
    })
  })

  test('not when its order names no code', () => {
    expect(reasonsOf(buildFacts([buildTrade({ code: undefined })]))).toEqual(['no_code'])
  })

  test.each([
    ['a second before it was registered', { createdAt: firstDay + 1 }, 'unknown_code'],
    ['in the second of its registration', { createdAt: firstDay }, 'eligible'],
    ['a second before it was freed', { freedAt: firstDay + 1 }, 'eligible'],
    ['in the second when it was freed', { freedAt: firstDay }, 'unknown_code'],
    ['never registered', { code: 'OTHER-CODE' }, 'unknown_code'],
  ])('by whether somebody has its code: %s', (_, registration, reason) => {
    expect(judgeUnder(registration)).toBe(reason)
  })

  test('for whom had the code at its time, when it was freed and bound anew', () => {
    const registrations = [
      buildRegistration({ freedAt: firstDay + 10 }),
      buildRegistration({ id: 2n, createdAt: firstDay + 10 }),
    ]
    const trade = buildTrade({ timestamp: firstDay + 10 })
    const { judged } = attributeTrades(buildFacts([trade], { registrations }))
    expect(judged).toMatchObject([{ reason: 'eligible', affiliateId: 2n }])
  })

  test('not for the wallet of the code itself', () => {
    expect(judgeUnder({ wallet: trader })).toBe('self_referral')
  })

  const off = { enabled: false, at: firstDay }
  test.each([
    ['in the second when it is switched off', [off], 'disabled_code'],
    ['a second before', [{ ...off, at: firstDay + 1 }], 'eligible'],
    ['long after', [{ ...off, at: 1 }], 'disabled_code'],
    ['in the second when it is on again', [off, { enabled: true, at: firstDay }], 'eligible'],
    ['before it is on again', [off, { enabled: true, at: firstDay + 1 }], 'disabled_code'],
  ])('by whether its code is switched on: %s', (_, switches, reason) => {
    expect(judgeUnder({ switches })).toBe(reason)
  })

  test('not when it was never worth anything that anybody knew, and then it binds nobody', () => {
    const trades = [buildTrade({ volume: undefined })]
    const { judged, latest } = attributeTrades(buildFacts(trades))
    expect(judged).toMatchObject([{ reason: 'no_price', affiliateId: undefined, eligible: 0n }])
    expect(latest.affiliateId).toBeUndefined()
  })
})

describe('both sides of one settlement', () => {
  test.each([
    ['the reverse of it, by anybody', {}, 'both_sides'],
    ['the reverse in another settlement', { txHash: '0xaa' as const }, 'eligible'],
    ['the reverse on another network', { chainId: 100 }, 'eligible'],
    ['the same direction', { sellToken: weth, buyToken: usdc }, 'eligible'],
    ['another pair', { buyToken: friend }, 'eligible'],
  ])('takes a trade out of account: %s', (_, changes, reason) => {
    const trade = buildTrade()
    const settled = [{ ...trade, ...reversed, account: friend, ...changes }]
    const reverses = { own: [trade], linked: [], fundings: [], settled }
    expect(reasonsOf(buildFacts([trade], { reverses }))).toEqual([reason])
  })

  test('is another thing than a trade of a token for itself, as of ether for wrapped ether', () => {
    expect(reasonsOf(buildFacts([buildTrade({ buyToken: weth })]))).toEqual(['same_asset'])
  })
})

describe('a round trip', () => {
  test.each([
    [daySeconds, {}, ['round_trip', 'round_trip']],
    [daySeconds + 1, {}, ['eligible', 'eligible']],
    [60, { chainId: 100 }, ['eligible', 'eligible']],
    [60, { buyToken: friend }, ['eligible', 'eligible']],
  ])('of one owner takes %d seconds and undoes both ways', (seconds, changes, reasons) => {
    const back = buildTrade({ timestamp: firstDay + seconds, ...reversed, ...changes })
    expect(reasonsOf(buildFacts([back, buildTrade()]))).toEqual(reasons)
  })

  test('may have begun with a trade that is decided', () => {
    const back = buildTrade(reversed)
    const own = [back, { ...buildTrade(), timestamp: firstDay - daySeconds }]
    const reverses = { own, linked: [], fundings: [], settled: [] }
    expect(reasonsOf(buildFacts([back], { reverses }))).toEqual(['round_trip'])
  })

  const earlier = -daySeconds
  test.each<[trade: number, funding: number, reason: string]>([
    [0, 0, 'funded_round_trip'],
    [0, earlier, 'funded_round_trip'],
    [0, earlier - 1, 'eligible'],
    [0, 1, 'eligible'],
    [100, 100, 'funded_round_trip'],
    [100, earlier + 100, 'funded_round_trip'],
    [100, earlier + 99, 'eligible'],
    [100, 101, 'eligible'],
    [-100, 0, 'funded_round_trip'],
    [-100, earlier, 'funded_round_trip'],
    [-100, earlier - 1, 'eligible'],
    [-100, 1, 'eligible'],
    [daySeconds, 1, 'funded_round_trip'],
    [daySeconds + 1, 2, 'eligible'],
    [earlier, 0, 'funded_round_trip'],
    [earlier - 1, earlier, 'eligible'],
  ])('of an account that traded at %d, funded at %d: %s', (traded, funded, reason) => {
    const trade = buildTrade()
    const linked = [
      { ...trade, ...reversed, account: friend, timestamp: firstDay + traded },
      { ...trade, account: friend },
    ]
    const fundings = [
      { account: friend, timestamp: firstDay + funded, value: 10n },
      { account: friend, timestamp: firstDay - 9 * daySeconds, value: 10n },
      { account: friend, timestamp: firstDay + 9 * daySeconds, value: 10n },
      { account: usdc, timestamp: firstDay + Math.max(0, traded), value: 10n },
    ]
    const reverses = { own: [trade], linked, fundings, settled: [] }
    expect(reasonsOf(buildFacts([trade], { reverses }))).toEqual([reason])
  })
})

describe('a trader', () => {
  const other = buildRegistration({ id: 2n, code: 'OTHER-CODE' })
  const both = [buildRegistration(), other]
  const inTurn = (...changes: Partial<TradeFacts>[]) =>
    changes.map((change, index) => buildTrade({ timestamp: firstDay + index, ...change }))

  test('stays bound to the affiliate of the first trade that counted', () => {
    const trades = inTurn({ volume: undefined, code: 'OTHER-CODE' }, {}, { code: 'OTHER-CODE' }, {})
    const { judged } = attributeTrades(buildFacts(trades, { registrations: both }))
    expect(judged.map(({ reason, affiliateId }) => [reason, affiliateId])).toEqual([
      ['no_price', undefined],
      ['eligible', 1n],
      ['other_code', 1n],
      ['eligible', 1n],
    ])
  })

  test.each([
    ['without a code', { code: undefined }, 'late_binding'],
    ['under a code that nobody had', { code: 'NOBODYS' }, 'late_binding'],
    ['under a code that was its own', { code: 'OWN-CODE' }, 'eligible'],
    ['under a code that was switched off', { code: 'OFF-CODE' }, 'eligible'],
  ])('that traded %s before is bound late: %s', (_, first, reason) => {
    const registrations = [
      buildRegistration(),
      buildRegistration({ id: 3n, code: 'OWN-CODE', wallet: trader }),
      buildRegistration({ id: 4n, code: 'OFF-CODE', switches: [{ enabled: false, at: 0 }] }),
    ]
    expect(reasonsOf(buildFacts(inTurn(first, {}), { registrations }))[1]).toBe(reason)
  })

  test('may trade without a code once it is bound', () => {
    expect(reasonsOf(buildFacts(inTurn({}, { code: undefined }, {})))).toEqual([
      'eligible',
      'no_code',
      'eligible',
    ])
  })

  test.each([
    [smallTerms.timeCapDays * daySeconds, 'eligible'],
    [smallTerms.timeCapDays * daySeconds + 1, 'time_cap'],
  ])('that was bound %d seconds before: %s', (seconds, reason) => {
    const trades = [buildTrade(), buildTrade({ timestamp: firstDay + seconds })]
    expect(reasonsOf(buildFacts(trades))).toEqual(['eligible', reason])
  })

  test.each([
    ['below the cap', 998n, [998n, 1n], ['eligible', 'eligible', 'eligible']],
    ['over the cap in part', 995n, [995n, 5n], ['eligible', 'eligible', 'volume_cap']],
    ['at the cap', 1_000n, [1_000n, 0n], ['eligible', 'volume_cap', 'volume_cap']],
    ['over the cap at once', 2_000n, [1_000n, 0n], ['eligible', 'volume_cap', 'volume_cap']],
  ])('whose volume is %s', (_, volume, counted, reasons) => {
    const second = volume === 998n ? 1n : 10n
    const trades = inTurn({ volume }, { volume: second }, { volume: 1n })
    const { judged, latest } = attributeTrades(buildFacts(trades))
    expect(judged.map(({ reason }) => reason)).toEqual(reasons)
    expect(judged.slice(0, 2).map(({ eligible }) => eligible)).toEqual(counted)
    expect(latest).toMatchObject({ eligible: 1_000n, trades: 3, volume: volume + second + 1n })
  })

  test('has its trades judged in the order of time, then network, block and place', () => {
    const sequence = [
      { timestamp: firstDay - 1, chainId: 100, blockNumber: 9n, logIndex: 9 },
      { chainId: 1, blockNumber: 9n, logIndex: 9 },
      { chainId: 100, blockNumber: 7n, logIndex: 9 },
      { chainId: 100, blockNumber: 8n, logIndex: 1 },
      { chainId: 100, blockNumber: 8n, logIndex: 2 },
    ].map(buildTrade)
    const { judged } = attributeTrades(buildFacts(sequence.toReversed()))
    expect(judged.map(({ txHash }) => txHash)).toEqual(sequence.map(({ txHash }) => txHash))
  })
})

describe('of reasons that fit together the first is told', () => {
  const spoiled = {
    code: 'OTHER-CODE',
    volume: undefined,
    timestamp: firstDay + 40 * daySeconds,
    buyToken: weth,
  }
  const terms = { ...smallTerms, volumeCap: 10n }
  const first = buildRegistration({ terms })
  const disabled = { id: 2n, code: 'OTHER-CODE', switches: [{ enabled: false, at: 0 }], terms }
  const cases: [string, Partial<TradeFacts>, Partial<Registration>][] = [
    ['no_code', { code: undefined }, {}],
    ['unknown_code', {}, { code: 'THIRD-CODE' }],
    ['self_referral', {}, { wallet: trader }],
    ['disabled_code', {}, {}],
    ['same_asset', {}, { switches: [] }],
    ['other_code', { buyToken: usdc }, { switches: [] }],
    ['no_price', { buyToken: usdc, code: 'FIRST-CODE' }, {}],
    ['time_cap', { buyToken: usdc, code: 'FIRST-CODE', volume: 1n }, {}],
    ['volume_cap', { buyToken: usdc, code: 'FIRST-CODE', volume: 1n, timestamp: firstDay + 1 }, {}],
  ]
  test.each(cases)('%s', (reason, trade, registration) => {
    const registrations = [first, buildRegistration({ ...disabled, ...registration })]
    const trades = [buildTrade(), buildTrade({ ...spoiled, ...trade })]
    expect(reasonsOf(buildFacts(trades, { registrations }))).toEqual(['eligible', reason])
  })
})
