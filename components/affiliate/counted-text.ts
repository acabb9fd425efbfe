import { referralReasons } from '@/lib/affiliate/referral-reason'
import type { ActivityRow } from '@/lib/client/rewards'
import { usdText } from '@/lib/client/usd-text'

type Counted = Pick<ActivityRow, 'usd_value' | 'eligible_volume_usd' | 'eligibility_reason'>

/** What counts of a trade's value: all, a part, or nothing. */
export function countedText(row: Counted): string {
  if (row.usd_value === null) return 'value not known'
  if (row.eligible_volume_usd === row.usd_value) return usdText(row.usd_value)
  return `${usdText(row.eligible_volume_usd)} of ${usdText(row.usd_value)}`
}

/** Why a trade counts, counts in part, or does not. */
export function reasonText(row: Counted): string {
  if (row.eligibility_reason !== 'eligible') return referralReasons[row.eligibility_reason]
  return isInPart(row)
    ? 'It counts in part: what was undone within 24 hours, or is beyond the volume that counts for one trader, does not.'
    : 'It counts in full.'
}

const isInPart = ({ usd_value: value, eligible_volume_usd: counted }: Counted) =>
  value !== null && counted < value
