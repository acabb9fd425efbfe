import { nativeToken } from '@/lib/core/address'
import type { Format } from '@/lib/core/format/format'

const nativeAmount = { address: nativeToken, decimals: 18 }

/** Formats a score given in native atoms: "0.0064 ETH". */
export const scoreText = (format: Format, score: bigint, nativeSymbol: string): string =>
  `${format.amount(score, nativeAmount)} ${nativeSymbol}`

/** Formats scores that are compared, as {@link scoreText} does, with the same number of decimals. */
export const scoreTexts = (
  format: Format,
  scores: readonly bigint[],
  nativeSymbol: string,
): readonly string[] =>
  format.amounts(scores, nativeAmount).map((number) => `${number} ${nativeSymbol}`)

/** Formats the ratio of a score to the upper bound, rounded down: "99.98%"; undefined if unknown. */
export const shareOfBoundText = (format: Format, gapBps: number | undefined): string | undefined =>
  gapBps === undefined ? undefined : format.percent((10_000 - gapBps) / 10_000, 'floor')
