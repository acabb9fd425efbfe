import type { Format } from '@/lib/client/i18n/format'

/** A score, which is in native atoms: "0.0064 ETH". */
export const scoreText = (format: Format, score: bigint, nativeSymbol: string): string =>
  `${format.amount(score, 18)} ${nativeSymbol}`

const floored = {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  roundingMode: 'floor',
} as Intl.NumberFormatOptions

/** How much of the best possible score was reached: "99.98 %"; undefined where that is not known. */
export const shareOfBoundText = (format: Format, gapBps: number | undefined): string | undefined =>
  gapBps === undefined ? undefined : `${format.number(100 - gapBps / 100, floored)} %`
