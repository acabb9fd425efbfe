import type { Address } from '@/lib/core/address'
import type { ProgrammeTerms } from '@/lib/core/affiliate-programme'
import type { Hex } from '@/lib/core/bytes'
import { toUnixSeconds } from '@/lib/core/time'
import { arrayLiteral } from '@/lib/db/columns'
import {
  type Database,
  fromDecimal,
  inPreparedTransaction,
  type Transaction,
} from '@/lib/db/database'
import type { Affiliate as AffiliateRow } from '@/prisma/generated/client'
import type { Registration } from './registration'
import type { VerifiedRegistration } from './verify-registration'

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

/** Lists all registrations that ever had one of these codes, oldest first. */
export async function listRegistrations(
  db: Transaction,
  codes: readonly string[],
): Promise<readonly Registration[]> {
  if (codes.length === 0) return []
  const rows = await db.affiliate.findMany({
    where: { code: { in: [...codes] } },
    include: { switches: { orderBy: [{ at: 'asc' }, { id: 'asc' }] } },
    orderBy: { id: 'asc' },
  })
  return rows.map((row) => ({
    id: row.id,
    code: row.code,
    wallet: row.walletAddress as Address,
    createdAt: secondOf(row.createdAt),
    freedAt: row.freedAt ? secondOf(row.freedAt) : undefined,
    terms: toProgrammeTerms(row),
    switches: row.switches.map(({ enabled, at }) => ({ enabled, at: secondOf(at) })),
  }))
}

function secondOf(date: Date): number {
  return toUnixSeconds(date.getTime())
}

/** A registration to store. */
export type NewAffiliate = Omit<Affiliate, 'id' | 'enabled'>

/** The outcome of a registration; all but `bound` change nothing. */
type BindingOutcome = 'bound' | 'wallet bound already' | 'code taken' | 'signature used'

const binding = {
  name: 'bind-affiliate-code',
  text: `WITH bound AS (
      INSERT INTO affiliates (wallet_address, code, signed_message, created_at, reward_amount, trigger_volume,
        volume_cap, time_cap_days, affiliate_percent, trader_percent, dao_percent)
      VALUES ($1, $2, $3, $4, $6, $7, $8, $9, $10, $11, $12)
      ON CONFLICT DO NOTHING RETURNING wallet_address, signed_message, created_at
    ), used AS (
      INSERT INTO affiliate_signatures (digest, wallet_address, signed_message, created_at)
      SELECT $5, wallet_address, signed_message, created_at FROM bound
      ON CONFLICT DO NOTHING RETURNING digest
    )
    SELECT EXISTS (SELECT FROM bound) AS "isBound", EXISTS (SELECT FROM used) AS "isNew"`,
} as const

// Releases a freed code that is reserved for this wallet.
const release = {
  name: 'release-affiliate-code',
  text: `UPDATE affiliates SET keeps_code = false, kept_for = NULL WHERE code = $1 AND kept_for = $2
    RETURNING code`,
} as const

type Answer = { readonly isBound: boolean; readonly isNew: boolean }

/**
 * Stores a registration and marks its signature as used, both or neither. Unique indexes decide between concurrent
 * registrations. A signature is identified by its digest and wallet, in any encoding and also after its code was freed.
 */
export async function insertBinding(
  db: Database,
  affiliate: NewAffiliate,
  { digest }: Pick<VerifiedRegistration, 'digest'>,
): Promise<BindingOutcome> {
  const { walletAddress, code } = affiliate
  const answers: Answer[] = []
  const isDone = await inPreparedTransaction(db, async (query) => {
    const bind = () => query<Answer>({ ...binding, values: valuesOf(affiliate, digest) })
    answers.push(...(await bind()))
    if (answers[0]?.isBound) return answers[0].isNew
    const released = await query({ ...release, values: [code, walletAddress] })
    if (released.length > 0) answers.unshift(...(await bind()))
    return answers[0]?.isNew === true
  })
  if (isDone) return 'bound'
  if (answers[0]?.isBound) return 'signature used'
  if (await findAffiliate(db, walletAddress)) return 'wallet bound already'
  if (await findAffiliateByCode(db, code)) return 'code taken'
  const digest_walletAddress = { digest, walletAddress }
  const used = await db.affiliateSignature.findUnique({ where: { digest_walletAddress } })
  return used ? 'signature used' : 'code taken'
}

function valuesOf(affiliate: NewAffiliate, digest: string): unknown[] {
  const { walletAddress, code, signedMessage, createdAt, terms } = affiliate
  const sums = [terms.rewardAmount, terms.triggerVolume, terms.volumeCap].map(String)
  const shares = [terms.affiliatePercent, terms.traderPercent, terms.daoPercent]
  return [
    ...[walletAddress, code, signedMessage, createdAt, digest],
    ...[...sums, terms.timeCapDays, ...shares],
  ]
}

/** The registration to change and the time of the change. */
type CodeChange = { readonly affiliateId: bigint; readonly at: Date }

/**
 * Enables or disables a code and records the time; returns false when already in that state or freed. Concurrent
 * changes are serialised, and their recorded times follow that order despite clock skew.
 */
export async function updateEnabled(
  tx: Transaction,
  { affiliateId, at, enabled }: CodeChange & { readonly enabled: boolean },
): Promise<boolean> {
  const { count } = await tx.affiliate.updateMany({
    where: { id: affiliateId, freedAt: null, enabled: !enabled },
    data: { enabled },
  })
  if (count === 0) return false
  await addSwitches(tx, affiliateId, [{ enabled, at }])
  return true
}

/** Frees the wallet of a registration and reserves its code as `keptFor` says; returns false when already freed. */
export async function updateFreed(
  tx: Transaction,
  { affiliateId, at, keptFor }: CodeChange & { readonly keptFor: CodeReservation },
): Promise<boolean> {
  const { count } = await tx.affiliate.updateMany({
    where: { id: affiliateId, freedAt: null },
    data: { freedAt: at, ...columnsOf(keptFor) },
  })
  return count === 1
}

/** Changes the reservation of a freed code; returns false when the code is not reserved. */
export async function updateReservation(
  tx: Transaction,
  { affiliateId, keptFor }: Pick<CodeChange, 'affiliateId'> & { readonly keptFor: CodeReservation },
): Promise<boolean> {
  const { count } = await tx.affiliate.updateMany({
    where: { id: affiliateId, freedAt: { not: null }, keepsCode: true },
    data: columnsOf(keptFor),
  })
  return count === 1
}

/**
 * Restores a freed registration; returns false when it was not freed. Records the code as disabled in between, so that
 * trades of that time never count.
 *
 * @throws {PrismaClientKnownRequestError} a unique violation when the code or wallet is registered again
 */
export async function updateRestored(
  tx: Transaction,
  { id, freedAt, enabled }: AffiliateEntry,
  at: Date,
): Promise<boolean> {
  const { count } = await tx.affiliate.updateMany({
    where: { id, freedAt: { not: null } },
    data: { freedAt: null, keepsCode: true, keptFor: null },
  })
  if (count === 0 || freedAt === undefined) return false
  const off = { enabled: false, at: freedAt }
  if (enabled) await addSwitches(tx, id, [off, { enabled, at }])
  return true
}

function columnsOf(keptFor: CodeReservation) {
  const isWallet = keptFor !== 'nobody' && keptFor !== 'anybody'
  return { keepsCode: keptFor !== 'anybody', keptFor: isWallet ? keptFor : null }
}

async function addSwitches(
  tx: Transaction,
  affiliateId: bigint,
  switches: readonly { readonly enabled: boolean; readonly at: Date }[],
): Promise<void> {
  const last = await tx.affiliateSwitch.findFirst({
    where: { affiliateId },
    orderBy: [{ at: 'desc' }, { id: 'desc' }],
  })
  let notBefore = last?.at
  for (const { enabled, at } of switches) {
    notBefore = notBefore && notBefore > at ? notBefore : at
    await tx.affiliateSwitch.create({ data: { affiliateId, enabled, at: notBefore } })
  }
}

/** A sum (millionths of a dollar) that an affiliate was paid. */
export type PaidSum = { readonly affiliateId: bigint; readonly amount: bigint }

/** Adds payouts to the totals of their affiliates; `at` becomes the time of their last payout. */
export async function addPaidOut(
  tx: Transaction,
  sums: readonly PaidSum[],
  at: Date,
): Promise<void> {
  await tx.$executeRaw`
    UPDATE affiliates a SET paid_out = a.paid_out + p.amount, last_paid_at = ${at}
    FROM unnest(
      ${arrayLiteral(sums.map(({ affiliateId }) => affiliateId))}::bigint[],
      ${arrayLiteral(sums.map(({ amount }) => amount))}::numeric[]) AS p (id, amount)
    WHERE a.id = p.id`
}
