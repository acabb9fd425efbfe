import type { Address } from '@/lib/core/address'
import { arrayLiteral } from '@/lib/db/columns'
import { fromDecimal, type Transaction } from '@/lib/db/database'
import { Prisma } from '@/prisma/generated/client'
import type { CountedVolume } from './epoch'

/**
 * Lists the traders whose eligible volume before a Unix second has earned more rewards than are paid out. Includes
 * volume that is not decided yet; the caller must check.
 */
export async function listEarners(db: Transaction, before: number): Promise<readonly Address[]> {
  const rows = await db.$queryRaw<{ trader: Address }[]>`
    SELECT r.trader FROM referred_traders r JOIN affiliates a ON a.id = r.affiliate_id
    WHERE r.eligible >= a.trigger_volume AND div((
        SELECT COALESCE(sum(d.eligible), 0) FROM referral_days d
        WHERE d.trader = r.trader AND d.day < ${before}
      ), a.trigger_volume) > (
        SELECT COALESCE(sum(p.rewards), 0) FROM referral_payouts p
        WHERE p.wallet = r.trader AND p.role = 'trader'
      )
    ORDER BY r.trader`
  return rows.map(({ trader }) => trader)
}

type Since = {
  readonly trader: Address
  readonly since: number
  readonly chainIds: readonly number[]
}

/** Whether a trader has traded since a Unix second, on one of these networks. */
export async function hasTraded(
  db: Transaction,
  { trader, since, chainIds }: Since,
): Promise<boolean> {
  const networks = Prisma.sql`ANY (${arrayLiteral(chainIds)}::int[])`
  const [row] = await db.$queryRaw<{ hasTraded: boolean }[]>`
    SELECT EXISTS (
        SELECT FROM trades
        WHERE chain_id = ${networks} AND owner = ${trader} AND timestamp >= ${since}
      ) OR EXISTS (
        SELECT FROM orders o JOIN trades t ON t.known_uid = o.uid
        WHERE o.chain_id = ${networks} AND o.onchain_sender = ${trader} AND t.timestamp >= ${since}
      ) AS "hasTraded"`
  return row?.hasTraded ?? true
}

/** Lists a trader's eligible volume by day before a time (Unix seconds), in time order. */
export async function listCountedDays(
  db: Transaction,
  { trader, before }: { readonly trader: Address; readonly before: number },
): Promise<readonly CountedVolume[]> {
  const rows = await db.referralDay.findMany({
    where: { trader, day: { lt: BigInt(before) }, eligible: { gt: 0 } },
    orderBy: { day: 'asc' },
    select: { day: true, eligible: true },
  })
  return rows.map(({ day, eligible }) => ({ at: Number(day), eligible: fromDecimal(eligible) }))
}
