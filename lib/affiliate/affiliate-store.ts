import type { Address } from '@/lib/core/address'
import type { ProgrammeTerms } from '@/lib/core/affiliate-programme'
import type { Hex } from '@/lib/core/bytes'
import { fromDecimal, type Transaction } from '@/lib/db/database'
import type { Affiliate as AffiliateRow } from '@/prisma/generated/client'

/** A code bound to a wallet, and what was promised for it. */
export type Affiliate = {
  readonly id: bigint
  readonly walletAddress: Address
  readonly code: string
  readonly signedMessage: Hex
  readonly enabled: boolean
  readonly createdAt: Date
  readonly terms: ProgrammeTerms
}

/** The code that a wallet has now. */
export async function findAffiliate(
  db: Transaction,
  walletAddress: Address,
): Promise<Affiliate | undefined> {
  const row = await db.affiliate.findFirst({ where: { walletAddress, freedAt: null } })
  return row ? toAffiliate(row) : undefined
}

/** Whom a code belongs to now. */
export async function findAffiliateByCode(
  db: Transaction,
  code: string,
): Promise<Affiliate | undefined> {
  const row = await db.affiliate.findFirst({ where: { code, freedAt: null } })
  return row ? toAffiliate(row) : undefined
}

function toAffiliate(row: AffiliateRow): Affiliate {
  return {
    id: row.id,
    walletAddress: row.walletAddress as Address,
    code: row.code,
    signedMessage: row.signedMessage as Hex,
    enabled: row.enabled,
    createdAt: row.createdAt,
    terms: toProgrammeTerms(row),
  }
}

/** The terms that a registration was promised, from its columns. */
export function toProgrammeTerms(row: Pick<AffiliateRow, keyof ProgrammeTerms>): ProgrammeTerms {
  return {
    rewardAmount: fromDecimal(row.rewardAmount),
    triggerVolume: fromDecimal(row.triggerVolume),
    volumeCap: fromDecimal(row.volumeCap),
    timeCapDays: row.timeCapDays,
    affiliatePercent: row.affiliatePercent,
    traderPercent: row.traderPercent,
    daoPercent: row.daoPercent,
  }
}
