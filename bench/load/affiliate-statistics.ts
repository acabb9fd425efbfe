import { Client } from 'pg'
import type { Address } from '@/lib/core/address'
import { daySeconds, toUnixSeconds } from '@/lib/core/time'
import { openDatabase, toDecimal } from '@/lib/db/database'
import { insertReferralRows, type ReferralRow } from '@/lib/testing/affiliate/referral-rows'
import { type createReport, quantile } from './measure'
import { createOrderDatabase, startDatabases } from './order-database'
import { createProcesses } from './processes'

const trades = 100_000
const traders = 2_000
const turns = 300

/** Requests each after clearing all cached answers, interleaved so that machine load affects all alike. */
export async function measureStatistics(
  report: ReturnType<typeof createReport>,
  folder: string,
): Promise<void> {
  const processes = createProcesses()
  const postgres = await startDatabases(folder)
  try {
    const { url } = await createOrderDatabase(postgres, { name: 'statistics', orders: [] })
    const { affiliate, trader } = await fillReferrals(url, { trades, traders })
    const paths = {
      'affiliate-stats': `affiliate-stats/${affiliate}`,
      'days of an affiliate': `affiliate-stats/${affiliate}/days`,
      'traders of an affiliate': `affiliate-stats/${affiliate}/traders`,
      'payouts of an affiliate': `payouts/${affiliate}`,
      'trader-stats': `trader-stats/${trader}`,
      'trader-activity': `trader-activity/${trader}`,
    }
    const web = await processes.startWeb({ DATABASE_URL: url })
    const times = new Map(Object.keys(paths).map((name) => [name, [] as number[]]))
    const database = new Client({ connectionString: url })
    await database.connect()
    for (let turn = -20; turn < turns; turn++) {
      await web.forget()
      await database.query('DELETE FROM cached_answers')
      for (const [name, path] of Object.entries(paths)) {
        const before = performance.now()
        const response = await fetch(`http://127.0.0.1:${web.port}/affiliate/${path}`)
        await response.text()
        if (response.status !== 200) throw new Error(`${path} was answered ${response.status}`)
        if (turn >= 0) times.get(name)?.push(performance.now() - before)
      }
    }
    await database.end()
    report.say(`statistics of ${trades} trades, of ${traders} traders of one affiliate and of one`)
    for (const [name, ms] of times) {
      report.say(`${name}: p50 ${quantile(ms, 0.5).toFixed(1)} ms`)
      report.atMost(`${name}, p99:`, quantile(ms, 0.99), { ceiling: 20, unit: 'ms' })
    }
  } finally {
    await processes.end()
    await postgres.stop()
  }
}

/** Accounts of a {@link fillReferrals}. */
type Referrals = {
  /** The wallet of the affiliate whose traders share the trades. */
  readonly affiliate: Address
  readonly traders: readonly Address[]
  /** A trader of another affiliate with as many trades of its own. */
  readonly trader: Address
}

const days = 85
const dollars = 10_000_000_000n
const accountOf = (number: number): Address => `0x${number.toString(16).padStart(40, '0')}`

/** Stores trades shared among the traders of one affiliate, and as many of one trader of another. */
async function fillReferrals(
  url: string,
  { trades, traders: count }: { readonly trades: number; readonly traders: number },
): Promise<Referrals> {
  const db = openDatabase({ url, connections: 2 })
  const now = toUnixSeconds(Date.now())
  const begin = now - days * daySeconds
  const register = (wallet: Address, code: string) =>
    db.affiliate.create({
      data: {
        walletAddress: wallet,
        code,
        signedMessage: '0x',
        createdAt: new Date(begin * 1_000),
        rewardAmount: toDecimal(20_000_000n),
        triggerVolume: toDecimal(50_000_000_000n),
        volumeCap: toDecimal(5_000_000_000_000n),
        timeCapDays: 90,
        affiliatePercent: 50,
        traderPercent: 40,
        daoPercent: 10,
      },
    })
  try {
    const [affiliate, other, trader] = [accountOf(1), accountOf(2), accountOf(3)] as const
    const [busy, lone] = [
      await register(affiliate, 'BUSY-CODE'),
      await register(other, 'LONE-CODE'),
    ]
    const traders = Array.from({ length: count }, (_, index) => accountOf(1_000 + index))
    const rowOf = (of: Address, index: number, to: typeof busy): ReferralRow => ({
      trader: of,
      at: begin + Math.floor((index * days * daySeconds) / trades),
      code: to.code,
      affiliateId: to.id,
      volume: dollars,
      eligible: index % 10 === 0 ? 0n : dollars,
      reason: index % 10 === 0 ? 'round_trip' : 'eligible',
    })
    const indices = Array.from({ length: trades }, (_, index) => index)
    await insertReferralRows(db, [
      ...indices.map((index) => rowOf(traders[index % count] ?? trader, index, busy)),
      ...indices.map((index) => rowOf(trader, index, lone)),
    ])
    await db.$executeRaw`
      INSERT INTO referral_payouts (epoch, trader, role, affiliate_id, wallet, rewards, amount,
        created_at, paid_at)
      SELECT ${begin}::bigint + week * 604800, r.trader, p.role::referral_role, r.affiliate_id,
        p.wallet, 1, p.amount, now(), CASE WHEN week < 10 THEN now() END
      FROM referred_traders r CROSS JOIN generate_series(1, 11) AS week
      CROSS JOIN LATERAL (VALUES ('affiliate', ${affiliate}, 10000000), ('trader', r.trader, 8000000))
        AS p (role, wallet, amount)
      WHERE r.affiliate_id = ${busy.id}`
    await db.$executeRaw`
      UPDATE affiliates a SET paid_out = p.amount, last_paid_at = now() FROM (
        SELECT affiliate_id, sum(amount) AS amount FROM referral_payouts
        WHERE role = 'affiliate' AND paid_at IS NOT NULL GROUP BY 1
      ) p WHERE p.affiliate_id = a.id`
    await db.$executeRaw`VACUUM ANALYZE`
    return { affiliate, traders, trader }
  } finally {
    await db.$disconnect()
  }
}
