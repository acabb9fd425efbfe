import { describe, expect, test } from 'vitest'
import type { Registration } from '@/lib/affiliate/registration/registration'
import { daySeconds } from '@/lib/core/time'
import {
  buildFacts,
  buildRegistration,
  buildTrade,
  firstDay,
  reasonsOf,
  smallTerms,
  trader,
  usdc,
  weth,
} from '@/lib/testing/affiliate/random-history'
import { attributeTrades } from './attribute-trades'
import type { TradeFacts } from './referral-trade'

/** Evaluates a trade under a modified registration. */
function attributeUnder(registration: Partial<Registration>, trade: Partial<TradeFacts> = {}) {
  const registrations = [buildRegistration(registration)]
  return reasonsOf(buildFacts([buildTrade(trade)], { registrations }))[0]
}

describe('a trade counts', () => {
  test('under another wallet’s code, and binds the trader', () => {
    const trade = buildTrade()
    const { attributedTrades, latest } = attributeTrades(buildFacts([trade]))
    expect(attributedTrades).toEqual([
      { ...trade, reason: 'eligible', affiliateId: 1n, eligible: 10n },
    ])
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

  test('not when its order has no code', () => {
    expect(reasonsOf(buildFacts([buildTrade({ code: undefined })]))).toEqual(['no_code'])
  })

  test.each([
    ['a second before it was registered', { createdAt: firstDay + 1 }, 'unknown_code'],
    ['in the second of its registration', { createdAt: firstDay }, 'eligible'],
    ['a second before it was freed', { freedAt: firstDay + 1 }, 'eligible'],
    ['in the second when it was freed', { freedAt: firstDay }, 'unknown_code'],
    ['never registered', { code: 'OTHER-CODE' }, 'unknown_code'],
  ])('only while its code is registered: %s', (_, registration, reason) => {
    expect(attributeUnder(registration)).toBe(reason)
  })

  test('for the holder of the code at its time, when freed and registered again', () => {
    const registrations = [
      buildRegistration({ freedAt: firstDay + 10 }),
      buildRegistration({ id: 2n, createdAt: firstDay + 10 }),
    ]
    const trade = buildTrade({ timestamp: firstDay + 10 })
    const { attributedTrades } = attributeTrades(buildFacts([trade], { registrations }))
    expect(attributedTrades).toMatchObject([{ reason: 'eligible', affiliateId: 2n }])
  })

  test('not for the wallet of the code itself', () => {
    expect(attributeUnder({ wallet: trader })).toBe('self_referral')
  })

  const off = { enabled: false, at: firstDay }
  test.each([
    ['in the second when it is switched off', [off], 'disabled_code'],
    ['a second before', [{ ...off, at: firstDay + 1 }], 'eligible'],
    ['long after', [{ ...off, at: 1 }], 'disabled_code'],
    ['in the second when it is on again', [off, { enabled: true, at: firstDay }], 'eligible'],
    ['before it is on again', [off, { enabled: true, at: firstDay + 1 }], 'disabled_code'],
  ])('only while its code is enabled: %s', (_, switches, reason) => {
    expect(attributeUnder({ switches })).toBe(reason)
  })

  test('not without a known value, and then binds the trader to nobody', () => {
    const trades = [buildTrade({ volume: undefined })]
    const { attributedTrades, latest } = attributeTrades(buildFacts(trades))
    expect(attributedTrades).toMatchObject([
      { reason: 'no_price', affiliateId: undefined, eligible: 0n },
    ])
    expect(latest.affiliateId).toBeUndefined()
  })
})

describe('a trade settled by others', () => {
  const others = buildTrade({ isOurs: false })

  test('does not count', () => {
    expect(reasonsOf(buildFacts([others]))).toEqual(['not_ours'])
  })

  test('leaves the trader free to be bound', () => {
    const later = buildTrade({ timestamp: firstDay + 1 })
    expect(reasonsOf(buildFacts([others, later]))).toEqual(['not_ours', 'eligible'])
  })

  test('without a code has the reason no_code', () => {
    const trades = [{ ...others, code: undefined }, buildTrade({ timestamp: firstDay + 1 })]
    expect(reasonsOf(buildFacts(trades))).toEqual(['no_code', 'late_binding'])
  })
})

describe('a trade within one asset', () => {
  const [dollars, dai, ether, staked] = [
    '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
    '0x6b175474e89094c44da98b954eedeac495271d0f',
    '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2',
    '0xae7ab96520de3a18e5e111b5eaab095312d7fe84',
  ] as const
  test.each<[string, Partial<TradeFacts>, string]>([
    ['dollars', { sellToken: dollars, buyToken: dai }, 'same_asset'],
    ['ether and staked ether', { sellToken: ether, buyToken: staked }, 'same_asset'],
    ['ether and wrapped ether', { buyToken: weth }, 'same_asset'],
    ['dollars and ether', { sellToken: dollars, buyToken: ether }, 'eligible'],
    [
      'these tokens on another network',
      { sellToken: dollars, buyToken: dai, chainId: 100 },
      'eligible',
    ],
  ])('%s', (_, tokens, reason) => {
    expect(reasonsOf(buildFacts([buildTrade(tokens)]))).toEqual([reason])
  })

  test('is offset as a round trip by other tokens of the assets', () => {
    const there = buildTrade({ sellToken: dollars, buyToken: ether })
    const back = buildTrade({ sellToken: staked, buyToken: dai, timestamp: firstDay + 1 })
    expect(reasonsOf(buildFacts([there, back]))).toEqual(['round_trip', 'round_trip'])
  })
})

describe('a trader', () => {
  const other = buildRegistration({ id: 2n, code: 'OTHER-CODE' })
  const both = [buildRegistration(), other]
  const inSequence = (...changes: Partial<TradeFacts>[]) =>
    changes.map((change, index) => buildTrade({ timestamp: firstDay + index, ...change }))

  test('stays bound to the affiliate of its first eligible trade', () => {
    const trades = inSequence(
      { volume: undefined, code: 'OTHER-CODE' },
      {},
      { code: 'OTHER-CODE' },
      {},
    )
    const { attributedTrades } = attributeTrades(buildFacts(trades, { registrations: both }))
    expect(attributedTrades.map(({ reason, affiliateId }) => [reason, affiliateId])).toEqual([
      ['no_price', undefined],
      ['eligible', 1n],
      ['other_code', 1n],
      ['eligible', 1n],
    ])
  })

  test.each([
    ['without a code', { code: undefined }, 'late_binding'],
    ['under an unregistered code', { code: 'NOBODYS' }, 'late_binding'],
    ['under a code that was its own', { code: 'OWN-CODE' }, 'eligible'],
    ['under a code that was switched off', { code: 'OFF-CODE' }, 'eligible'],
  ])('that traded %s before is bound late: %s', (_, first, reason) => {
    const registrations = [
      buildRegistration(),
      buildRegistration({ id: 3n, code: 'OWN-CODE', wallet: trader }),
      buildRegistration({ id: 4n, code: 'OFF-CODE', switches: [{ enabled: false, at: 0 }] }),
    ]
    expect(reasonsOf(buildFacts(inSequence(first, {}), { registrations }))[1]).toBe(reason)
  })

  test('may trade without a code once bound', () => {
    expect(reasonsOf(buildFacts(inSequence({}, { code: undefined }, {})))).toEqual([
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
    const trades = inSequence({ volume }, { volume: second }, { volume: 1n })
    const { attributedTrades, latest } = attributeTrades(buildFacts(trades))
    expect(attributedTrades.map(({ reason }) => reason)).toEqual(reasons)
    expect(attributedTrades.slice(0, 2).map(({ eligible }) => eligible)).toEqual(counted)
    expect(latest).toMatchObject({ eligible: 1_000n, trades: 3, volume: volume + second + 1n })
  })

  test('has its trades evaluated by time, then network, block and log index', () => {
    const sequence = [
      { timestamp: firstDay - 1, chainId: 100, blockNumber: 9n, logIndex: 9 },
      { chainId: 1, blockNumber: 9n, logIndex: 9 },
      { chainId: 100, blockNumber: 7n, logIndex: 9 },
      { chainId: 100, blockNumber: 8n, logIndex: 1 },
      { chainId: 100, blockNumber: 8n, logIndex: 2 },
    ].map(buildTrade)
    const { attributedTrades } = attributeTrades(buildFacts(sequence.toReversed()))
    expect(attributedTrades.map(({ txHash }) => txHash)).toEqual(
      sequence.map(({ txHash }) => txHash),
    )
  })
})

describe('the first applicable reason is reported', () => {
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
    ['not_ours', { isOurs: false }, { code: 'THIRD-CODE' }],
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
