import type { Translator } from '@/lib/client/i18n/translator'
import type { ActivityRow } from '@/lib/client/rewards'
import type { Format } from '@/lib/core/format/format'

type Counted = Pick<ActivityRow, 'usd_value' | 'eligible_volume_usd' | 'eligibility_reason'>

type Words = { readonly t: Translator<'affiliate'>; readonly format: Format }

/** Describes the eligible part of a trade's value: all, some or none of it. */
export function countedText({ t, format }: Words, row: Counted): string {
  if (row.usd_value === null) return t('reason.unpriced')
  if (row.eligible_volume_usd === row.usd_value) return format.usd(row.usd_value)
  return t('reason.partOf', {
    part: format.usd(row.eligible_volume_usd),
    whole: format.usd(row.usd_value),
  })
}

/** Explains why a trade is eligible, partly eligible or not eligible. */
export function reasonText(t: Translator<'affiliate'>, row: Counted): string {
  if (row.eligibility_reason !== 'eligible') return t(`reason.${row.eligibility_reason}`)
  return isInPart(row) ? t('reason.inPart') : t('reason.inFull')
}

const isInPart = ({ usd_value: value, eligible_volume_usd: counted }: Counted) =>
  value !== null && counted < value
