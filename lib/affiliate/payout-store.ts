import type { Address } from '@/lib/core/address'
import type { ReferralRole } from '@/lib/core/affiliate-programme'
import type { Hex } from '@/lib/core/bytes'
import { fromDecimal, type Transaction, toDecimal } from '@/lib/db/database'
import type { CountedVolume } from './epoch'

/** What an epoch has earned a wallet by one trader. */
export type Payout = {
  /** Unix seconds of the epoch's begin. */
  readonly epoch: number
  readonly trader: Address
  readonly role: ReferralRole
  readonly affiliateId: bigint
  /** Who is paid. */
  readonly wallet: Address
  /** How many fell due in the epoch. */
  readonly rewards: number
  /** Millionths of a dollar. */
  readonly amount: bigint
}

/** A payout as it is kept. */
export type PayoutRecord = Payout & {
  /** Of the affiliate. */
  readonly code: string
  readonly paidAt: Date | undefined
  /** The transaction that paid it. */
  readonly paidTx: Hex | undefined
}

/** Stores payouts; what is stored already stays as it is. Gives the number of new ones. */
export async function insertPayouts(
  tx: Transaction,
  payouts: readonly Payout[],
  createdAt: Date,
): Promise<number> {
  const { count } = await tx.referralPayout.createMany({
    data: payouts.map((payout) => ({
      ...payout,
      epoch: BigInt(payout.epoch),
      amount: toDecimal(payout.amount),
      createdAt,
    })),
    skipDuplicates: true,
  })
  return count
}

/** Which payouts to list; what is left out does not matter. */
export type PayoutFilter = {
  readonly epoch?: number | undefined
  readonly wallet?: Address | undefined
  readonly isPaid?: boolean | undefined
  readonly limit?: number | undefined
  /** How many newer ones to skip. */
  readonly offset?: number | undefined
}

/** Payouts, those of the newest epoch first. */
export async function listPayouts(
  db: Transaction,
  { epoch, wallet, isPaid, limit, offset = 0 }: PayoutFilter,
): Promise<readonly PayoutRecord[]> {
  const rows = await db.referralPayout.findMany({
    where: {
      ...(epoch === undefined ? {} : { epoch: BigInt(epoch) }),
      ...(wallet === undefined ? {} : { wallet }),
      ...(isPaid === undefined ? {} : { paidTx: isPaid ? { not: null } : null }),
    },
    orderBy: [{ epoch: 'desc' }, { wallet: 'asc' }, { trader: 'asc' }, { role: 'asc' }],
    include: { affiliate: { select: { code: true } } },
    skip: offset,
    ...(limit === undefined ? {} : { take: limit }),
  })
  return rows.map(({ affiliate, ...row }) => ({
    ...row,
    code: affiliate.code,
    epoch: Number(row.epoch),
    trader: row.trader as Address,
    wallet: row.wallet as Address,
    amount: fromDecimal(row.amount),
    paidAt: row.paidAt ?? undefined,
    paidTx: (row.paidTx ?? undefined) as Hex | undefined,
  }))
}

/** Marks what is unpaid of an epoch's payouts to a wallet as paid; gives their number. */
export async function markPayoutsPaid(
  tx: Transaction,
  paid: {
    readonly epoch: number
    readonly wallet: Address
    readonly paidTx: Hex
    readonly paidAt: Date
  },
): Promise<number> {
  const { epoch, wallet, paidTx, paidAt } = paid
  const [row] = await tx.$queryRaw<{ count: number }[]>`
    WITH paid AS (
      UPDATE referral_payouts SET paid_tx = ${paidTx}, paid_at = ${paidAt}
      WHERE epoch = ${epoch} AND wallet = ${wallet} AND paid_tx IS NULL
      RETURNING affiliate_id, role, amount
    ), counted AS (
      UPDATE affiliates a SET paid_out = a.paid_out + p.amount, last_paid_at = ${paidAt}
      FROM (SELECT affiliate_id, sum(amount) AS amount FROM paid WHERE role = 'affiliate' GROUP BY 1) p
      WHERE a.id = p.affiliate_id
    )
    SELECT count(*)::int AS count FROM paid`
  return row?.count ?? 0
}

/** A trader whose eligible volume has earned more rewards than are in payouts. */
export type Earner = {
  readonly trader: Address
  readonly affiliateId: bigint
  /** Trades before this Unix second are decided; undefined: all are. */
  readonly decidedTo: number | undefined
  /** Rewards that are in payouts. */
  readonly rewarded: number
}

/** The traders who have earned what is in no payout yet. */
export async function listEarners(db: Transaction): Promise<readonly Earner[]> {
  type Row = Omit<Earner, 'decidedTo'> & { readonly decidedTo: number | null }
  const rows = await db.$queryRaw<Row[]>`
    SELECT r.trader, r.affiliate_id AS "affiliateId", p.rewarded,
      CASE WHEN r.last_trade_at >= r.decided_to THEN r.decided_to::float8 END AS "decidedTo"
    FROM referred_traders r
    JOIN affiliates a ON a.id = r.affiliate_id
    CROSS JOIN LATERAL (
      SELECT COALESCE(sum(rewards), 0)::int AS rewarded FROM referral_payouts
      WHERE trader = r.trader AND role = 'affiliate'
    ) p
    WHERE r.eligible >= a.trigger_volume AND div(r.eligible, a.trigger_volume) > p.rewarded
    ORDER BY r.trader`
  return rows.map((row) => ({ ...row, decidedTo: row.decidedTo ?? undefined }))
}

/** What counted of a trader's volume before a moment (Unix seconds), by day, in the order of time. */
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

/** The epochs in which a trader has payouts, by their begin. */
export async function listPayoutEpochs(
  db: Transaction,
  trader: Address,
): Promise<ReadonlySet<number>> {
  const rows = await db.referralPayout.findMany({ where: { trader }, select: { epoch: true } })
  return new Set(rows.map(({ epoch }) => Number(epoch)))
}
