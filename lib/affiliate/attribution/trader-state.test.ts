import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeTraderState, encodeTraderState, newTrader, type TraderState } from './trader-state'

const amount = fc.bigInt(0n, 10n ** 30n)
const count = fc.nat(1_000_000)
const time = fc.option(fc.nat(4_000_000_000), { nil: undefined })
const states: fc.Arbitrary<TraderState> = fc.record({
  affiliateId: fc.option(fc.bigInt(1n, 2n ** 63n - 1n), { nil: undefined }),
  boundAt: time,
  tradedWithoutCode: fc.boolean(),
  trades: count,
  eligibleTrades: count,
  volume: amount,
  eligible: amount,
  lastTradeAt: time,
  spent: fc.dictionary(fc.string(), amount).map((spent) => new Map(Object.entries(spent))),
})

test('a state survives encoding as JSON', () => {
  fc.assert(
    fc.property(states, (state) => {
      expect(decodeTraderState(JSON.parse(JSON.stringify(encodeTraderState(state))))).toEqual(state)
    }),
    { seed: 81 },
  )
})

test.each([
  ['nothing', null],
  ['a part of one', { affiliateId: '1' }],
  ['sums as numbers', { ...encodeTraderState(newTrader), volume: 1e21 }],
  ['sums below nothing', { ...encodeTraderState(newTrader), eligible: '-1' }],
])('rejects %s as a state', (_, json) => {
  expect(() => decodeTraderState(json)).toThrow()
})
