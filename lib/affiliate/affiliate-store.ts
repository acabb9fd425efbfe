import type { Address } from '@/lib/core/address'
import type { ProgrammeTerms } from '@/lib/core/affiliate-programme'
import type { Hex } from '@/lib/core/bytes'
import { fromDecimal, type Transaction, toDecimal } from '@/lib/db/database'
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

/** Binds a code to a wallet; false when the wallet has a code or another wallet has this one. */
export async function insertAffiliate(
  tx: Transaction,
  { terms, ...affiliate }: Omit<Affiliate, 'id' | 'enabled'>,
): Promise<boolean> {
  const data = {
    ...affiliate,
    ...terms,
    rewardAmount: toDecimal(terms.rewardAmount),
    triggerVolume: toDecimal(terms.triggerVolume),
    volumeCap: toDecimal(terms.volumeCap),
  }
  const { count } = await tx.affiliate.createMany({ data: [data], skipDuplicates: true })
  return count === 1
}

/** Remembers that a signature was used; false when it was before, also in another text. */
export async function insertSignature(
  tx: Transaction,
  signature: {
    readonly digest: Hex
    readonly walletAddress: Address
    readonly signedMessage: Hex
    readonly createdAt: Date
  },
): Promise<boolean> {
  const { count } = await tx.affiliateSignature.createMany({
    data: [signature],
    skipDuplicates: true,
  })
  return count === 1
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
    terms: {
      rewardAmount: fromDecimal(row.rewardAmount),
      triggerVolume: fromDecimal(row.triggerVolume),
      volumeCap: fromDecimal(row.volumeCap),
      timeCapDays: row.timeCapDays,
      affiliatePercent: row.affiliatePercent,
      traderPercent: row.traderPercent,
      daoPercent: row.daoPercent,
    },
  }
}
