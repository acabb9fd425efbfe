import { addPaidOut } from '@/lib/affiliate/registration/affiliate-store'
import type { Address } from '@/lib/core/address'
import type { ReferralRole } from '@/lib/core/affiliate-programme'
import type { Hex } from '@/lib/core/bytes'
import { arrayLiteral } from '@/lib/db/columns'
import {
  type Database,
  fromDecimal,
  queryPrepared,
  type RowOf,
  type Transaction,
  toDecimal,
} from '@/lib/db/database'
/** A wallet's earnings from one trader in an epoch. */
export type Payout = {
  /** Unix seconds of the epoch's start. */
  readonly epoch: number
  readonly trader: Address
  readonly role: ReferralRole
  readonly affiliateId: bigint
  /** The recipient of the payout. */
  readonly wallet: Address
  /** Number of rewards that fell due in the epoch. */
  readonly rewards: number
  /** Millionths of a dollar. */
  readonly amount: bigint
}

/** A stored payout. */
export type PayoutRecord = Payout & {
  /** The affiliate's code. */
  readonly code: string
  readonly createdAt: Date
  readonly paidAt: Date | undefined
  /** The transaction that paid it. */
  readonly paidTx: Hex | undefined
}

/** Stores payouts, skips existing ones, and returns the number of new ones. */
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

/** The rewards that a trader has in payouts, and the starts of the epochs (Unix seconds) that have one. */
export type Rewarded = { readonly rewarded: number; readonly epochs: ReadonlySet<number> }

/** Returns the rewards of a trader that payouts hold, paid or not. */
export async function findRewarded(db: Transaction, trader: Address): Promise<Rewarded> {
  const payouts = await db.referralPayout.findMany({
    where: { wallet: trader, role: 'trader' },
    select: { epoch: true, rewards: true },
  })
  return {
    rewarded: payouts.reduce((sum, { rewards }) => sum + rewards, 0),
    epochs: new Set(payouts.map(({ epoch }) => Number(epoch))),
  }
}

/** A payout filter; absent members match everything. */
export type PayoutFilter = {
  readonly epoch?: number | undefined
  readonly wallet?: Address | undefined
  readonly isPaid?: boolean | undefined
  readonly limit?: number | undefined
}

/** Lists payouts, latest epoch first. */
export async function listPayouts(
  db: Transaction,
  { epoch, wallet, isPaid, limit }: PayoutFilter,
): Promise<readonly PayoutRecord[]> {
  const rows = await db.referralPayout.findMany({
    where: {
      ...(epoch === undefined ? {} : { epoch: BigInt(epoch) }),
      ...(wallet === undefined ? {} : { wallet }),
      ...(isPaid === undefined ? {} : { paidTx: isPaid ? { not: null } : null }),
    },
    orderBy: [{ epoch: 'desc' }, { wallet: 'asc' }, { trader: 'asc' }, { role: 'asc' }],
    include: { affiliate: { select: { code: true } } },
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

/** Whether an epoch has payouts. */
export async function hasPayouts(db: Transaction, epoch: number): Promise<boolean> {
  const found = await db.referralPayout.findFirst({
    where: { epoch: BigInt(epoch) },
    select: { epoch: true },
  })
  return found !== null
}

/** Marks payouts as paid; returns the number that were unpaid before. */
export async function markPayoutsPaid(
  tx: Transaction,
  paid: {
    readonly payouts: readonly Pick<Payout, 'epoch' | 'trader' | 'role'>[]
    readonly paidTx: Hex
    readonly paidAt: Date
  },
): Promise<number> {
  const { payouts, paidTx, paidAt } = paid
  /** `amount`: the affiliate's share; null when only traders were paid. */
  type Paid = {
    readonly affiliateId: bigint
    readonly amount: string | null
    readonly count: number
  }
  const rows = await tx.$queryRaw<Paid[]>`
    WITH paid AS (
      UPDATE referral_payouts p SET paid_tx = ${paidTx}, paid_at = ${paidAt}
      FROM unnest(
        ${arrayLiteral(payouts.map(({ epoch }) => epoch))}::bigint[],
        ${arrayLiteral(payouts.map(({ trader }) => trader))}::text[],
        ${payouts.map(({ role }) => role)}::text[]) AS k (epoch, trader, role)
      WHERE p.epoch = k.epoch AND p.trader = k.trader AND p.role = k.role::referral_role
        AND p.paid_tx IS NULL
      RETURNING p.affiliate_id, p.role, p.amount
    )
    SELECT affiliate_id AS "affiliateId", (sum(amount) FILTER (WHERE role = 'affiliate'))::text AS amount,
      count(*)::int AS count
    FROM paid GROUP BY affiliate_id ORDER BY affiliate_id`
  const sums = rows.flatMap(({ affiliateId, amount }) =>
    amount === null ? [] : { affiliateId, amount: BigInt(amount) },
  )
  await addPaidOut(tx, sums, paidAt)
  return rows.reduce((total, { count }) => total + count, 0)
}

/** A payout as shown to its wallet. */
export type WalletPayout = Omit<PayoutRecord, 'affiliateId' | 'wallet' | 'createdAt'>

const statement = {
  name: 'payouts-of-wallet',
  text: `SELECT p.epoch::float8 AS epoch, p.trader, p.role::text AS role, a.code, p.rewards, p.amount,
      p.paid_at AS "paidAt", p.paid_tx AS "paidTx"
    FROM referral_payouts p JOIN affiliates a ON a.id = p.affiliate_id
    WHERE p.wallet = $1 ORDER BY p.epoch DESC, p.trader, p.role LIMIT $2 OFFSET $3`,
} as const

/**
 * Lists a wallet's payouts of closed epochs, latest first. Uses a prepared statement, so only outside transactions.
 *
 * @param query page size, and number of newer payouts to skip.
 */
export async function listPayoutsOf(
  db: Database,
  query: { readonly wallet: Address; readonly limit: number; readonly offset: number },
): Promise<readonly WalletPayout[]> {
  const values = [query.wallet, query.limit, query.offset]
  const rows = await queryPrepared<RowOf<WalletPayout>>(db, { ...statement, values })
  return rows.map((row) => ({
    ...row,
    amount: fromDecimal(row.amount),
    paidAt: row.paidAt ?? undefined,
    paidTx: row.paidTx ?? undefined,
  }))
}
