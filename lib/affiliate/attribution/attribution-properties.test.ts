import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Address } from '@/lib/core/address'
import {
  buildFacts,
  buildRegistration,
  buildTrade,
  factsOf,
  firstDay,
  friend,
  type History,
  type HistoryPart,
  histories,
  moments,
  smallTerms,
  trader,
  usdc,
  weth,
  wholeHistory,
} from '@/lib/testing/affiliate/random-history'
import { cases } from '@/lib/testing/cases'
import { type Attribution, attributeTrades } from './attribute-trades'
import { decidedBefore } from './referral-sums'
import type { AttributedTrade, TradeFacts } from './referral-trade'
import { decodeTraderState, encodeTraderState } from './trader-state'

const reversed = { sellToken: usdc, buyToken: weth }
const attribute = (history: History, part: Partial<HistoryPart> = {}) =>
  attributeTrades(factsOf(history, { ...wholeHistory, ...part }))
const isBefore = (time: number) => (trade: AttributedTrade) => trade.timestamp < time

/** Evaluates incrementally: at each time, with the facts known by then, from the previously decided state. */
function attributeStepwise(history: History, times: readonly number[]) {
  let rows: readonly AttributedTrade[] = []
  let from = 0
  let { decided } = wholeHistory
  let { latest } = attribute(history, { knownTo: 0 })
  for (const knownTo of times) {
    const decidedTo = Math.max(from, decidedBefore(knownTo))
    const part = attribute(history, { from, knownTo, decided, decidedTo })
    rows = [...rows.filter(isBefore(from)), ...part.attributedTrades]
    decided = decodeTraderState(JSON.parse(JSON.stringify(encodeTraderState(part.decided))))
    latest = part.latest
    from = decidedTo
  }
  return { rows, latest, decidedTo: from }
}

describe('attribution', { tags: ['long'] }, () => {
  test('gives the same result at once and incrementally', () => {
    fc.assert(
      fc.property(histories, fc.array(moments, { maxLength: 6 }), (history, unsorted) => {
        const times = unsorted.toSorted((left, right) => left - right)
        const whole = attribute(history)
        const parts = attributeStepwise(history, [...times, wholeHistory.knownTo])
        expect(parts.rows).toEqual(whole.attributedTrades)
        expect(parts.latest).toEqual(whole.latest)
      }),
      { seed: 51, numRuns: cases(100, 500) },
    )
  })

  test('never changes decided trades', () => {
    fc.assert(
      fc.property(histories, moments, (history, knownTo) => {
        const { rows, decidedTo } = attributeStepwise(history, [knownTo])
        const whole = attribute(history)
        expect(rows.filter(isBefore(decidedTo))).toEqual(
          whole.attributedTrades.filter(isBefore(decidedTo)),
        )
      }),
      { seed: 52, numRuns: cases(100, 500) },
    )
  })

  test('ignores facts older than it needs', () => {
    fc.assert(
      fc.property(histories, moments, (history, knownTo) => {
        const decidedTo = decidedBefore(knownTo)
        const { decided } = attribute(history, { decidedTo })
        const facts = factsOf(history, { ...wholeHistory, from: decidedTo, decided })
        const { reverses } = factsOf(history, wholeHistory)
        expect(attributeTrades({ ...facts, reverses })).toEqual(attributeTrades(facts))
      }),
      { seed: 58, numRuns: cases(60, 300) },
    )
  })

  test('matches the new chain after a reorg', () => {
    fc.assert(
      fc.property(histories, histories, moments, (dropped, history, fork) => {
        const decidedTo = decidedBefore(fork)
        const old = spliceAt(fork, { before: history, after: dropped })
        const { decided } = attribute(old, { decidedTo })
        const { attributedTrades, latest } = attribute(history, { from: decidedTo, decided })
        const whole = attribute(history)
        expect(attributedTrades).toEqual(
          whole.attributedTrades.filter((trade) => !isBefore(decidedTo)(trade)),
        )
        expect(latest).toEqual(whole.latest)
      }),
      { seed: 53, numRuns: cases(100, 500) },
    )
  })

  test('does not depend on the order of facts', () => {
    const shuffled = histories.chain((history) => {
      const shuffle = <T>(items: readonly T[]) =>
        fc.shuffledSubarray([...items], { minLength: items.length })
      const { trades, linked, fundings, settled, registrations } = history
      return fc
        .record({
          trades: shuffle(trades),
          linked: shuffle(linked),
          fundings: shuffle(fundings),
          settled: shuffle(settled),
          registrations: shuffle(registrations),
        })
        .map((other) => [history, other] as const)
    })
    fc.assert(
      fc.property(shuffled, ([history, other]) => {
        expect(attribute(other)).toEqual(attribute(history))
      }),
      { seed: 54, numRuns: cases(60, 300) },
    )
  })

  test('does not depend on other traders', () => {
    const otherAccount = `0x${'99'.repeat(20)}` as const
    fc.assert(
      fc.property(histories, histories, (history, others) => {
        const linked = others.trades.map((trade) => ({ ...trade, account: otherAccount }))
        const unpaid = others.linked.map((trade) => ({ ...trade, account: friend }))
        const elsewhere = others.settled.map((trade) => ({ ...trade, txHash: '0x77' as const }))
        const isPaid = history.fundings.some(({ account }) => account === friend)
        const disturbed: History = {
          ...history,
          linked: [...history.linked, ...linked, ...(isPaid ? [] : unpaid)],
          fundings: [
            ...history.fundings,
            { account: `0x${'88'.repeat(20)}`, timestamp: firstDay, value: 9n },
          ],
          settled: [...history.settled, ...elsewhere],
          registrations: [...history.registrations, buildRegistration({ id: 9n, code: 'NINTH' })],
        }
        expect(attribute(disturbed)).toEqual(attribute(history))
      }),
      { seed: 55, numRuns: cases(60, 300) },
    )
  })

  test('offsets at most twice the value of one reverse trade', () => {
    const total = ({ attributedTrades }: Attribution) =>
      attributedTrades.reduce((sum, { eligible }) => sum + eligible, 0n)
    const boundless = { ...smallTerms, volumeCap: 10n ** 12n }
    const registrations = [buildRegistration({ terms: boundless })]
    const added = fc.record({ timestamp: moments, volume: fc.bigInt(1n, 1_000n) })
    fc.assert(
      fc.property(histories, added, fc.boolean(), (random, facts, isOwn) => {
        const trades = random.trades.map((trade) => ({ ...trade, code: 'FIRST-CODE' }))
        const history = { ...random, trades, registrations }
        const back = buildTrade({ ...facts, ...reversed, isOurs: false })
        const more = isOwn
          ? { ...history, trades: [...trades, back] }
          : { ...history, linked: [...history.linked, { ...back, account: friend }] }
        const taken = total(attribute(history)) - total(attribute(more))
        expect(taken <= facts.volume * (isOwn ? 2n : 1n)).toBe(true)
      }),
      { seed: 59, numRuns: cases(100, 500) },
    )
  })

  test('counts at most the cap per trader, and nothing before it is bound', () => {
    fc.assert(
      fc.property(histories, (history) => {
        const { attributedTrades, latest } = attribute(history)
        expect(latest.eligible <= smallTerms.volumeCap).toBe(true)
        const counted = attributedTrades.filter(({ reason }) => reason === 'eligible')
        expect(new Set(counted.map(({ affiliateId }) => affiliateId)).size <= 1).toBe(true)
        expect(counted.at(0)?.timestamp).toBe(latest.boundAt)
        const others = attributedTrades.filter(({ reason }) => reason !== 'eligible')
        expect(others.every(({ eligible }) => eligible === 0n)).toBe(true)
        const isWorthIt = attributedTrades.every(
          ({ eligible, volume }) => eligible <= (volume ?? 0n),
        )
        expect(isWorthIt).toBe(true)
      }),
      { seed: 56, numRuns: cases(60, 300) },
    )
  })

  test('covers every reason in these histories', () => {
    const reasons = fc
      .sample(histories, { seed: 57, numRuns: 1_000 })
      .flatMap((history) => attribute(history).attributedTrades.map(({ reason }) => reason))
    expect([...new Set(reasons)].toSorted()).toEqual([
      'both_sides',
      'disabled_code',
      'eligible',
      'funded_round_trip',
      'late_binding',
      'no_code',
      'no_price',
      'not_ours',
      'other_code',
      'round_trip',
      'same_asset',
      'self_referral',
      'time_cap',
      'unknown_code',
      'volume_cap',
    ])
  })

  test.each<[string, (index: number, count: number) => Partial<TradeFacts>]>([
    ['that go there and back by turns', (index) => (index % 2 ? reversed : {})],
    ['of which most are open', (index, count) => (index < count / 2.5 ? {} : reversed)],
  ])(
    'reads 20,000 trades of one trader %s, with 2,000 linked accounts, at most six times as often as a quarter',
    (_, change) => {
      const readsOf = (count: number) => {
        let reads = 0
        const counted = <T extends { readonly timestamp: number }>(facts: T): T => {
          const { timestamp } = facts
          const get = () => {
            reads++
            return timestamp
          }
          return Object.defineProperty({ ...facts }, 'timestamp', { get, enumerable: true })
        }
        const trades = Array.from({ length: count }, (_, index) => {
          const timestamp = firstDay + ((index * 7_919) % count) * 5
          const pair = index % 3 ? {} : { chainId: 100 }
          return buildTrade({ timestamp, ...pair, ...change(Math.floor(index / 2), count) })
        })
        const linked = trades.slice(0, count / 5).map((trade, index) => {
          const account: Address = `0x${(index % (count / 10)).toString(16).padStart(40, '0')}`
          return { ...trade, logIndex: 1, sellToken: usdc, buyToken: weth, volume: 1_000n, account }
        })
        const fundings = linked.map(({ account, timestamp }) => ({ account, timestamp, value: 9n }))
        const settled = trades.map((own) => ({ ...own, account: trader }))
        const facts = buildFacts(trades.map(counted), {
          reverses: {
            own: [],
            linked: linked.map(counted),
            fundings: fundings.map(counted),
            settled: settled.map(counted),
          },
        })
        expect(attributeTrades(facts).attributedTrades).toHaveLength(count)
        return reads
      }
      // Quadratic work would be sixteen times as much.
      expect(readsOf(20_000) / readsOf(5_000)).toBeLessThan(6)
    },
  )
})

function spliceAt(fork: number, { before, after }: { before: History; after: History }): History {
  const splice = <T extends { readonly timestamp: number }>(
    kept: readonly T[],
    other: readonly T[],
  ) => [
    ...kept.filter(({ timestamp }) => timestamp <= fork),
    ...other.filter(({ timestamp }) => timestamp > fork),
  ]
  return {
    trades: splice(before.trades, after.trades),
    linked: splice(before.linked, after.linked),
    fundings: splice(before.fundings, after.fundings),
    settled: [...before.settled, ...after.settled],
    registrations: before.registrations,
  }
}
