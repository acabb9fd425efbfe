import fc from 'fast-check'
import { expect } from 'vitest'
import {
  type FixtureTrade,
  fixtureNow,
  type ReferralFixture,
} from '@/lib/testing/affiliate/referral-fixture'
import { test } from '@/lib/testing/test'
import { repeat } from '@/lib/testing/until'

let fixture: ReferralFixture

test.beforeEach(({ referrals }) => {
  fixture = referrals
})

const trader = `0x${'b2'.repeat(20)}` as const
const friend = `0x${'c3'.repeat(20)}` as const
const code = 'FRIEND'
const day = 86_400
const days = 8
const final = fixtureNow - 100
const begin = fixtureNow - (fixtureNow % day) - (days + 3) * day

const step = fc.record({
  pause: fc.integer({ min: 1, max: 6 * 3_600 }),
  isFriend: fc.boolean(),
  isCoded: fc.boolean(),
  direction: fc.constantFrom('buy', 'buy', 'sell'),
  usd: fc.integer({ min: 1, max: 300 }),
  paysOther: fc.nat(5).map((chance) => chance === 0),
  isOurs: fc.nat(5).map((chance) => chance > 0),
  /** Amount that the trader sends the friend just before. */
  sent: fc.nat(200),
})

/** Generates trades of a trader and a friend, and the amounts sent between them before each. */
function randomHistory(seed: number) {
  const [steps = []] = fc.sample(fc.array(step, { minLength: 40, maxLength: 40 }), {
    seed,
    numRuns: 1,
  })
  let at = begin
  return steps.flatMap(({ pause, isFriend, isCoded, paysOther, sent, ...terms }) => {
    at += pause
    if (at >= begin + days * day) return []
    const [account, other] = isFriend ? [friend, trader] : [trader, friend]
    // A trader with an earlier trade without a code would never be bound.
    const coded = isCoded || !isFriend ? { code } : {}
    const paid = paysOther ? { receiver: other } : {}
    const trade: FixtureTrade = { trader: account, at, ...terms, ...coded, ...paid }
    return { trade, sent }
  })
}

async function register(): Promise<void> {
  const wallet = `0x${'a1'.repeat(20)}` as const
  await fixture.register({ wallet, code, terms: { volumeCap: 10n ** 18n } })
}

type History = ReturnType<typeof randomHistory>

async function insert(history: History): Promise<void> {
  for (const { trade, sent } of history) {
    await fixture.trade(trade)
    if (sent < 100) continue
    const timestamp = BigInt(trade.at - 60)
    const data = {
      chainId: 1,
      sender: trader,
      recipient: friend,
      blockNumber: timestamp,
      timestamp,
    }
    await fixture.ctx.db.accountFunding.create({ data: { ...data, value: sent * 1e6 } })
  }
}

/** Evaluates until nothing is left; returns the number of partial runs. */
async function attributeAll(final: number, maxTrades = 1_000): Promise<number> {
  const current = fixture
  await current.indexed({ tip: final + 600, final })
  let parts = 0
  const step = async () => {
    const { attributed, isPartial } = await current.attribute({ maxTrades })
    await current.ctx.db.fundingRead.updateMany({ data: { timestamp: BigInt(final) } })
    if (isPartial) parts += 1
    return isPartial || attributed > 0
  }
  await repeat(step, (isMore) => !isMore)
  return parts
}

async function listAttributions() {
  const current = fixture
  const rows = await current.trades()
  const sums = await current.ctx.db.referredTrader.findMany({ orderBy: { trader: 'asc' } })
  const sumOf = (row: (typeof sums)[number]) =>
    [row.trader, row.trades, row.eligibleTrades, row.volume, row.eligible].join(' ')
  return [
    ...rows.map((row) => [row.timestamp, row.reason, row.volume, row.eligible].join(' ')),
    ...sums.map(sumOf),
  ]
}

test.each([1, 3, 4])(
  'gives the same result day by day as all at once (%i)',
  { tags: ['long'] },
  async (seed) => {
    const current = fixture
    const history = randomHistory(seed)
    await register()
    await insert(history)
    await attributeAll(final)
    const whole = await listAttributions()
    await current.clear()
    await register()
    for (let from = begin; from < begin + days * day; from += day) {
      const to = from + day
      await insert(history.filter(({ trade }) => trade.at >= from && trade.at < to))
      await attributeAll(to)
    }
    await attributeAll(final)
    const parts = await listAttributions()
    expect(parts).toEqual(whole)
    for (const reason of ['eligible', 'round_trip', 'funded_round_trip', 'not_ours']) {
      expect(whole.join()).toContain(reason)
    }
  },
)

test('gives the same result for a long history loaded in parts', { tags: ['long'] }, async () => {
  const current = fixture
  const later = randomHistory(4).filter(({ trade }) => trade.trader === trader || trade.code)
  // The first part has no code; the trader must not be deleted for that.
  const first = Array.from({ length: 25 }, (_, index) => {
    return { trade: { trader: friend, at: begin - 6 * day + index * 5 * 3_600, usd: 5 }, sent: 0 }
  })
  await register()
  await insert([...first, ...later])
  await attributeAll(final)
  const whole = await listAttributions()
  await current.ctx.db.referralTrade.deleteMany()
  await current.ctx.db.referralDay.deleteMany()
  await current.ctx.db.affiliateDay.deleteMany()
  await current.ctx.db.referredTrader.deleteMany()
  await current.ctx.db.fundingRead.deleteMany()
  await current.ctx.db.cursor.deleteMany()
  expect(await attributeAll(final, 24)).toBeGreaterThan(1)
  expect(await listAttributions()).toEqual(whole)
  expect(whole.join()).toContain('eligible')
})
