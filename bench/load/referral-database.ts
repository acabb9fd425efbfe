import type { Address } from '@/lib/core/address'
import { daySeconds, toUnixSeconds } from '@/lib/core/time'
import { openDatabase, toDecimal } from '@/lib/db/database'
import { insertReferralRows, type ReferralRow } from '@/lib/testing/affiliate/referral-rows'

/** Accounts of a {@link fillReferrals}. */
export type Referrals = {
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
export async function fillReferrals(
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
