import { amountText } from '@/lib/client/amount-text'

/** A score, which is in native atoms: "0.0064 ETH". */
export const scoreText = (score: bigint, nativeSymbol: string): string =>
  `${amountText(score, 18)} ${nativeSymbol}`

const shares = new Intl.NumberFormat('en-US', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  roundingMode: 'floor',
} as Intl.NumberFormatOptions)

/** How much of the best possible score was reached: "99.98 %"; undefined where that is not known. */
export const shareOfBoundText = (gapBps: number | undefined): string | undefined =>
  gapBps === undefined ? undefined : `${shares.format(100 - gapBps / 100)} %`
