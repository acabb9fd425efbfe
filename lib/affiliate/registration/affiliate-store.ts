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

/** Who may bind a code that was freed; an address: only this wallet. */
export type CodeReservation = Address | 'nobody' | 'anybody'

/** An affiliate, or what was one until an operator freed its wallet. */
export type AffiliateEntry = Affiliate & {
  readonly freedAt: Date | undefined
  /** Undefined while it is not freed; `anybody` also once somebody has bound the code anew. */
  readonly keptFor: CodeReservation | undefined
}

/** Whom a code belongs to now, or did before an operator freed the wallet and kept the code. */
export async function findCodeHolder(
  db: Transaction,
  code: string,
): Promise<AffiliateEntry | undefined> {
  const row = await db.affiliate.findFirst({ where: { code, keepsCode: true } })
  return row ? toEntry(row) : undefined
}

/** Who was the last to bind a code. */
export async function findLastHolder(
  db: Transaction,
  code: string,
): Promise<AffiliateEntry | undefined> {
  const row = await db.affiliate.findFirst({ where: { code }, orderBy: { id: 'desc' } })
  return row ? toEntry(row) : undefined
}

/** Affiliates and those that were, the newest first; `before`: those that registered before this id. */
export async function listAffiliates(
  db: Transaction,
  { limit, before }: { readonly limit: number; readonly before?: bigint | undefined },
): Promise<AffiliateEntry[]> {
  const rows = await db.affiliate.findMany({
    where: before === undefined ? {} : { id: { lt: before } },
    orderBy: { id: 'desc' },
    take: limit,
  })
  return rows.map(toEntry)
}

/** The affiliates of these ids, or what were some, by id. */
export async function mapAffiliates(
  db: Transaction,
  ids: readonly bigint[],
): Promise<Map<bigint, Affiliate>> {
  const rows = await db.affiliate.findMany({ where: { id: { in: [...ids] } } })
  return new Map(rows.map((row) => [row.id, toAffiliate(row)]))
}

function toEntry(row: AffiliateRow): AffiliateEntry {
  const { freedAt, keepsCode } = row
  if (freedAt === null) return { ...toAffiliate(row), freedAt: undefined, keptFor: undefined }
  const keptFor = keepsCode ? ((row.keptFor ?? 'nobody') as CodeReservation) : 'anybody'
  return { ...toAffiliate(row), freedAt, keptFor }
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

/** The columns of a registration's terms, as Prisma or a prepared statement gives them. */
export type TermsRow = {
  readonly [K in keyof ProgrammeTerms]: ProgrammeTerms[K] extends bigint
    ? Parameters<typeof fromDecimal>[0]
    : number
}

/** Selects a {@link TermsRow} from the table `affiliates` as `a`. */
export const termsColumns = `a.reward_amount AS "rewardAmount", a.trigger_volume AS "triggerVolume",
  a.volume_cap AS "volumeCap", a.time_cap_days AS "timeCapDays",
  a.affiliate_percent AS "affiliatePercent", a.trader_percent AS "traderPercent",
  a.dao_percent AS "daoPercent"`

/** The terms that a registration was promised, from its columns. */
export function toProgrammeTerms(row: TermsRow): ProgrammeTerms {
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
