import { type Database, inPreparedTransaction } from '@/lib/db/database'
import { type Affiliate, findAffiliate, findAffiliateByCode } from './affiliate-store'
import type { VerifiedRegistration } from './verify-registration'

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
