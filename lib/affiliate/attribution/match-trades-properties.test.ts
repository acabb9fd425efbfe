import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ceilDiv, minAmount } from '@/lib/core/amount'
import { daySeconds } from '@/lib/core/time'
import { factsOf, histories, trader, wholeHistory } from '@/lib/testing/affiliate/random-history'
import { findAssetPair } from './asset-pair'
import { type MatchedParts, matchTrades } from './match-trades'
import {
  compareTrades,
  type LinkedTrade,
  type OwnTrade,
  type ReverseTrades,
  type TradeFacts,
} from './referral-trade'

/** Reimplements the rules without an index: each trade scans all earlier ones. */
function matchNaively({ linked, fundings }: ReverseTrades, trades: readonly TradeFacts[]) {
  type OpenTrade = { trade: TradeFacts | LinkedTrade; by: string; rest: bigint } & {
    -readonly [part in keyof MatchedParts]: bigint
  }
  const all: OpenTrade[] = [
    ...trades.map((trade) => ({ trade, by: trader as string })),
    ...linked.map((trade) => ({ trade, by: trade.account as string })),
  ]
    .filter(({ trade }) => findAssetPair(trade))
    .toSorted((left, right) => compareTrades(left.trade, right.trade))
    .map((item) => ({ ...item, rest: item.trade.undoes ?? 0n, own: 0n, linked: 0n }))
  const capacityOf = (by: string, now: number) =>
    fundings
      .filter(({ account, timestamp }) => {
        return account === by && timestamp <= now && timestamp >= now - daySeconds
      })
      .reduce((sum, { value }) => sum + value, 0n)
  const openAt = (now: number, direction: string | undefined) =>
    all.filter(({ trade, rest }) => {
      const isThere = direction !== undefined && direction === findAssetPair(trade)?.there
      return rest > 0n && isThere && trade.timestamp >= now - daySeconds
    })
  const undo = (room: bigint, part: 'own' | 'linked', sides: readonly OpenTrade[]) => {
    const min = sides.reduce((min, { rest }) => minAmount(min, rest), room)
    for (const side of sides) {
      side.rest -= min
      side[part] += min
    }
    return room - min
  }
  const fund = (by: string, now: number) => {
    const others = all.filter((each) => each.by === by)
    const directions = new Set(others.map(({ trade }) => findAssetPair(trade)?.there))
    for (const direction of directions) {
      let room = capacityOf(by, now)
      for (const other of openAt(now, direction)) {
        if (other.by !== by || other.trade.timestamp >= now) continue
        const own = openAt(now, findAssetPair(other.trade)?.back)
        for (const maker of own) {
          if (maker.by !== trader || maker.trade.timestamp >= now) continue
          room = undo(room, 'linked', [other, maker])
        }
      }
    }
  }
  const takeTurn = (taker: OpenTrade, index: number) => {
    const now = taker.trade.timestamp
    const before = new Set(all.slice(0, index))
    const makers = openAt(now, findAssetPair(taker.trade)?.back).filter((each) => before.has(each))
    const turns = [...new Set([trader, ...makers.map(({ by }) => by)])]
    for (const by of taker.by === trader ? turns : [trader]) {
      const other = by === trader ? taker.by : by
      const part = other === trader ? 'own' : 'linked'
      let room = part === 'own' ? taker.rest : capacityOf(other, now)
      for (const maker of makers.filter((each) => each.by === by)) {
        room = undo(room, part, [taker, maker])
      }
    }
  }
  const coming = [...new Set(fundings.map(({ timestamp, account }) => `${timestamp} ${account}`))]
    .map((key) => key.split(' ') as [string, string])
    .toSorted(([at, by], [otherAt, other]) => Number(at) - Number(otherAt) || (by < other ? -1 : 1))
  const fundTo = (now: number) => {
    for (const [at, by] of coming.splice(0, coming.filter(([at]) => Number(at) <= now).length)) {
      fund(by, Number(at))
    }
  }
  all.forEach((taker, index) => {
    fundTo(taker.trade.timestamp)
    takeTurn(taker, index)
  })
  fundTo(Number.POSITIVE_INFINITY)
  return all
}

test('matches equal those of a scan over every pair of trades', () => {
  let met = 0
  fc.assert(
    fc.property(histories, histories, (history, more) => {
      const linked = [...history.linked, ...more.linked]
      const fundings = [...history.fundings, ...more.fundings]
      const { reverses, trades } = factsOf({ ...history, linked, fundings }, wholeHistory)
      const spent = new Map<string, bigint>()
      const matches = matchTrades({ since: 0, trades, reverses, spent, decidedTo: 0 })
      const looked = matchNaively(reverses, trades).filter(({ by }) => by === trader)
      for (const { trade, own, linked } of looked) {
        const { volume, undoes } = trade
        const shareOf = (part: bigint) => (volume && undoes ? ceilDiv(volume * part, undoes) : 0n)
        const parts = { own: shareOf(own), linked: shareOf(linked) }
        expect(matches.partsOf(trade as TradeFacts)).toEqual(parts)
        if (own > 0n && linked > 0n) met += 1
      }
    }),
    { seed: 71, numRuns: 500 },
  )
  expect(met).toBeGreaterThan(50)
})

/** Gives both sides of a trade the same value. */
const asEven = <T extends OwnTrade>(trade: T): T => ({ ...trade, undoes: trade.volume })

test('a match takes the same amount from both sides, and at most their value', () => {
  fc.assert(
    fc.property(histories, (history) => {
      const facts = factsOf(history, wholeHistory)
      const reverses = { ...facts.reverses, linked: facts.reverses.linked.map(asEven) }
      const trades = facts.trades.map(asEven)
      const spent = new Map<string, bigint>()
      const matches = matchTrades({ since: 0, trades, reverses, spent, decidedTo: 0 })
      const parts = trades.map(matches.partsOf)
      const sums = new Map<string, bigint>()
      trades.forEach((trade, index) => {
        const { own, linked } = parts[index] as MatchedParts
        expect(own + linked <= (trade.volume ?? 0n)).toBe(true)
        const key = findAssetPair(trade)?.there ?? ''
        sums.set(key, (sums.get(key) ?? 0n) + own)
      })
      for (const trade of trades) {
        const { there = '', back = '' } = findAssetPair(trade) ?? {}
        expect(sums.get(back) ?? 0n).toBe(sums.get(there))
      }
      const byLinked = parts.reduce((sum, { linked }) => sum + linked, 0n)
      const offered = reverses.linked.reduce((sum, { volume }) => sum + (volume ?? 0n), 0n)
      expect(byLinked <= offered).toBe(true)
    }),
    { seed: 72, numRuns: 300 },
  )
})
