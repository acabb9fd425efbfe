import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import type { Transaction } from '@/lib/db/database'
import type { Affiliate as AffiliateRow } from '@/prisma/generated/client'

/** A code bound to a wallet. */
export type Affiliate = {
  readonly walletAddress: Address
  readonly code: string
  readonly signedMessage: Hex
  readonly enabled: boolean
  readonly createdAt: Date
}

/** Binds a code to a wallet; false when the wallet has a code or another wallet has this one. */
export async function insertAffiliate(
  tx: Transaction,
  affiliate: Omit<Affiliate, 'enabled'>,
): Promise<boolean> {
  const { count } = await tx.affiliate.createMany({ data: [affiliate], skipDuplicates: true })
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

/** The code of a wallet. */
export async function findAffiliate(
  db: Transaction,
  walletAddress: Address,
): Promise<Affiliate | undefined> {
  const row = await db.affiliate.findUnique({ where: { walletAddress } })
  return row ? toAffiliate(row) : undefined
}

/** The wallet of a code. */
export async function findAffiliateByCode(
  db: Transaction,
  code: string,
): Promise<Affiliate | undefined> {
  const row = await db.affiliate.findUnique({ where: { code } })
  return row ? toAffiliate(row) : undefined
}

function toAffiliate(row: AffiliateRow): Affiliate {
  return {
    walletAddress: row.walletAddress as Address,
    code: row.code,
    signedMessage: row.signedMessage as Hex,
    enabled: row.enabled,
    createdAt: row.createdAt,
  }
}
