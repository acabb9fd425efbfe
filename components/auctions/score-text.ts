import type { Format } from '@/lib/client/i18n/format'

/** Formats a score given in native atoms: "0.0064 ETH". */
export const scoreText = (format: Format, score: bigint, nativeSymbol: string): string =>
  `${format.amount(score, 18)} ${nativeSymbol}`

const floored = {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  roundingMode: 'floor',
} as Intl.NumberFormatOptions

/** Formats the ratio of a score to the upper bound: "99.98 %"; undefined if unknown. */
export const shareOfBoundText = (format: Format, gapBps: number | undefined): string | undefined =>
  gapBps === undefined ? undefined : `${format.number(100 - gapBps / 100, floored)} %`
