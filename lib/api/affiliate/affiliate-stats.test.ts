import { beforeAll, describe, expect } from 'vitest'
import type { Address } from '@/lib/core/address'
import { daySeconds } from '@/lib/core/time'
import { toDecimal } from '@/lib/db/database'
import { randomReferrals } from '@/lib/testing/affiliate/random-referrals'
import { insertReferralRows } from '@/lib/testing/affiliate/referral-rows'
import type { WebFixture } from '@/lib/testing/http/web-fixture'
import { test as base } from '@/lib/testing/test'
import { repeat } from '@/lib/testing/until'

/** 2026-09-01, and noon of a day 110 days later. */
const from = 1_788_220_800
const now = from + 110 * daySeconds + 43_200

const wallet: Address = `0x${'a0'.repeat(20)}`
const other: Address = `0x${'b0'.repeat(20)}`
const terms = {
  rewardAmount: toDecimal(20_000_000n),
  triggerVolume: toDecimal(50_000_000_000n),
  volumeCap: toDecimal(600_000_000_000n),
  timeCapDays: 90,
  affiliatePercent: 50,
  traderPercent: 40,
  daoPercent: 10,
}
const trigger = 50_000_000_000

const test = base.extend('webNow', { scope: 'file' }, now * 1_000)

let fixture: WebFixture

test.beforeAll(({ web }) => {
  fixture = web
})
let activity: readonly Row[]
let traders: readonly string[]

type Row = {
  readonly trader_address: string
  readonly creation_date: string
  readonly usd_value: number | null
  readonly eligible_volume_usd: number
  readonly bound_referrer_code: string | null
  readonly is_eligible: boolean
}

beforeAll(async () => {
  const affiliates = [
    // The wallet's first code was released, and it registered another one.
    await register(wallet, 'FIRST-CODE', new Date((from + 80 * daySeconds) * 1_000)),
    await register(wallet, 'SECOND-CODE'),
    await register(other, 'OTHER-CODE'),
  ]
  const rows = randomReferrals(5, { from, affiliates })
  await insertReferralRows(fixture.ctx.db, rows)
  traders = [...new Set(rows.map(({ trader }) => trader))]
  activity = (await Promise.all(traders.map(readActivity))).flat()
  expect(activity).toHaveLength(rows.length)
})

async function register(walletAddress: Address, code: string, freedAt?: Date) {
  const createdAt = new Date((from - daySeconds) * 1_000)
  const signature = { signedMessage: '0x', createdAt, freedAt: freedAt ?? null }
  const data = { walletAddress, code, ...signature, ...terms }
  return fixture.ctx.db.affiliate.create({ data, select: { id: true, code: true } })
}

async function get(path: string) {
  const response = await fetch(`${fixture.url}/affiliate/${path}`)
  return { status: response.status, headers: response.headers, body: await response.json() }
}

/** Reads the whole activity in pages of an odd size. */
async function readActivity(trader: string): Promise<Row[]> {
  const rows: Row[] = []
  const readPage = () => get(`trader-activity/${trader}?limit=7&offset=${rows.length}`)
  await repeat(readPage, ({ body }) => {
    rows.push(...body.rows)
    return body.rows.length < 7
  })
  return rows
}

const micros = (usd: number) => Math.round(usd * 1e6)
const usd = (sum: number) => sum / 1e6
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
const eligibleOf = (rows: readonly Row[]) => sum(rows.map((row) => micros(row.eligible_volume_usd)))
const boundTo = (codes: readonly string[]) =>
  activity.filter(({ bound_referrer_code: code }) => code !== null && codes.includes(code))
const rowsByTrader = (rows: readonly Row[]) =>
  traders.flatMap((trader) => {
    const own = rows.filter((row) => row.trader_address === trader)
    return own.length > 0 ? [[trader, own] as const] : []
  })
const rewardsOf = (rows: readonly Row[]) => Math.floor(eligibleOf(rows) / trigger)

/** Recomputes a trader's volume to its next reward from its rows; undefined if none can follow. */
function leftOf(rows: readonly Row[]): number | undefined {
  const boundAt = Math.min(...rows.map((row) => Date.parse(row.creation_date) / 1_000))
  const next = (rewardsOf(rows) + 1) * trigger
  const isOpen = now <= boundAt + 90 * daySeconds && next <= 600_000_000_000
  return isOpen && rows[0]?.bound_referrer_code !== 'FIRST-CODE'
    ? next - eligibleOf(rows)
    : undefined
}

describe('statistics match the activity of the traders', () => {
  test.each([
    [wallet, ['FIRST-CODE', 'SECOND-CODE']],
    [other, ['OTHER-CODE']],
  ])('for the affiliate %s', async (address, codes) => {
    const rows = boundTo(codes)
    const perTrader = rowsByTrader(rows).map(([, own]) => own)
    const open = perTrader.filter(([row]) => row?.bound_referrer_code === codes.at(-1))
    const recent = rows.filter(
      (row) =>
        row.eligible_volume_usd > 0 &&
        Date.parse(row.creation_date) / 1_000 >= now - 43_200 - 29 * daySeconds,
    )
    const earned = sum(perTrader.map(rewardsOf)) * 10
    const left = open.flatMap((own) => leftOf(own) ?? [])
    const { status, body, headers } = await get(`affiliate-stats/${address}`)
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('public, max-age=30')
    expect(earned).toBeGreaterThan(0)
    expect(body).toEqual({
      affiliate_address: address,
      referrer_code: codes.at(-1),
      total_volume: usd(eligibleOf(rows)),
      trigger_volume: 50_000,
      total_earned: earned,
      paid_out: 0,
      next_payout: earned,
      left_to_next_reward: usd(Math.min(trigger, ...left)),
      active_traders: rowsByTrader(recent).length,
      total_traders: perTrader.length,
      lastUpdatedAt: body.lastUpdatedAt,
    })
  })

  test('for each trader', async () => {
    for (const trader of traders) {
      const rows = boundTo(['FIRST-CODE', 'SECOND-CODE', 'OTHER-CODE']).filter(
        (row) => row.trader_address === trader,
      )
      const { body } = await get(`trader-stats/${trader}`)
      const left = rows.length > 0 ? leftOf(rows) : undefined
      const earned = rewardsOf(rows) * 8
      expect(body, trader).toMatchObject({
        bound_referrer_code: rows[0]?.bound_referrer_code ?? null,
        linked_since: rows.at(-1)?.creation_date ?? null,
        eligible_volume: usd(eligibleOf(rows)),
        left_to_next_rewards: left === undefined ? null : usd(left),
        total_earned: earned,
        next_payout: earned,
      })
    }
  })

  test('for the traders of an affiliate, which sum to its own', async () => {
    const rows = boundTo(['FIRST-CODE', 'SECOND-CODE'])
    const all = (await get(`affiliate-stats/${wallet}/traders`)).body.rows
    const pages = await Promise.all(
      [0, 4, 8, 12, 16, 20].map(
        async (offset) =>
          (await get(`affiliate-stats/${wallet}/traders?limit=4&offset=${offset}`)).body.rows,
      ),
    )
    expect(pages.flat()).toEqual(all)
    expect(all).toHaveLength(rowsByTrader(rows).length)
    const volumes = all.map((row: { eligible_volume: number }) => row.eligible_volume)
    expect(volumes).toEqual([...volumes].sort((left, right) => right - left))
    const stats = (await get(`affiliate-stats/${wallet}`)).body
    expect(sum(volumes.map(micros))).toBe(micros(stats.total_volume))
    const earned = sum(all.map((row: { total_earned: number }) => row.total_earned))
    expect(earned).toBe(stats.total_earned)
  })

  test('for the days, which sum to the total', async () => {
    const rows = boundTo(['FIRST-CODE', 'SECOND-CODE'])
    const days = (await get(`affiliate-stats/${wallet}/days?from=2026-09-01&to=2027-08-31`)).body
      .rows
    for (const day of days) {
      const own = rows.filter((row) => row.creation_date.startsWith(day.day))
      expect(day).toEqual({
        day: day.day,
        trades: own.length,
        traders: rowsByTrader(own).length,
        volume: usd(sum(own.map((row) => micros(row.usd_value ?? 0)))),
        eligible: usd(eligibleOf(own)),
      })
    }
    expect(sum(days.map((day: { trades: number }) => day.trades))).toBe(rows.length)
    const last = (await get(`affiliate-stats/${wallet}/days`)).body.rows
    expect(last).toEqual(
      days.filter(({ day }: { day: string }) => day >= '2026-09-22' && day <= '2026-12-20'),
    )
  })
})
