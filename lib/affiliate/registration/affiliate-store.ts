import type { Address } from '@/lib/core/address'
import type { ProgrammeTerms } from '@/lib/core/affiliate-programme'
import type { Hex } from '@/lib/core/bytes'
import { fromDecimal, type Transaction } from '@/lib/db/database'
import type { Affiliate as AffiliateRow } from '@/prisma/generated/client'

/** A code bound to a wallet, with the terms promised at registration. */
export type Affiliate = {
  readonly id: bigint
  readonly walletAddress: Address
  readonly code: string
  readonly signedMessage: Hex
  readonly enabled: boolean
  readonly createdAt: Date
  readonly terms: ProgrammeTerms
}

/** Returns the current registration of a wallet. */
export async function findAffiliate(
  db: Transaction,
  walletAddress: Address,
): Promise<Affiliate | undefined> {
  const row = await db.affiliate.findFirst({ where: { walletAddress, freedAt: null } })
  return row ? toAffiliate(row) : undefined
}

/** Returns the current registration of a code. */
export async function findAffiliateByCode(
  db: Transaction,
  code: string,
): Promise<Affiliate | undefined> {
  const row = await db.affiliate.findFirst({ where: { code, freedAt: null } })
  return row ? toAffiliate(row) : undefined
}

/** Who may register a freed code: anybody, nobody or one wallet. */
export type CodeReservation = Address | 'nobody' | 'anybody'

/** A registration, current or freed by an operator. */
export type AffiliateEntry = Affiliate & {
  readonly freedAt: Date | undefined
  /** Undefined while not freed; `anybody` also after the code was registered again. */
  readonly keptFor: CodeReservation | undefined
}

/** Returns the registration that holds a code: the current one, or a freed one that still reserves it. */
export async function findCodeHolder(
  db: Transaction,
  code: string,
): Promise<AffiliateEntry | undefined> {
  const row = await db.affiliate.findFirst({ where: { code, keepsCode: true } })
  return row ? toEntry(row) : undefined
}

/** Returns the latest registration of a code. */
export async function findLastHolder(
  db: Transaction,
  code: string,
): Promise<AffiliateEntry | undefined> {
  const row = await db.affiliate.findFirst({ where: { code }, orderBy: { id: 'desc' } })
  return row ? toEntry(row) : undefined
}

/** Lists current and freed registrations, latest first; `before` limits them to lower ids. */
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

/** Returns the current and freed registrations with these ids, by id. */
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

/** Columns of a registration's terms, as read by Prisma or a prepared statement. */
export type TermsRow = {
  readonly [K in keyof ProgrammeTerms]: ProgrammeTerms[K] extends bigint
    ? Parameters<typeof fromDecimal>[0]
    : number
}

/** Columns of a {@link TermsRow}, selected from table `affiliates` as `a`. */
export const termsColumns = `a.reward_amount AS "rewardAmount", a.trigger_volume AS "triggerVolume",
  a.volume_cap AS "volumeCap", a.time_cap_days AS "timeCapDays",
  a.affiliate_percent AS "affiliatePercent", a.trader_percent AS "traderPercent",
  a.dao_percent AS "daoPercent"`

/** Converts the columns of a registration to its terms. */
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
