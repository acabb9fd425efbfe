import { nativeToken } from '@/lib/core/address'
import type { Format } from '@/lib/core/format/format'

const nativeAmount = { address: nativeToken, decimals: 18 }

/** What scores are counted in: the native token, and its price in US dollars if it is known. */
export type ScoreUnit = { readonly nativeSymbol: string; readonly nativeUsd: number | undefined }

/** Formats a score given in native atoms: in dollars, "$38.58"; without a price in the native token, "0.0128 ETH". */
export function scoreText(format: Format, score: bigint, unit: ScoreUnit): string {
  const usd = scoreUsd(score, unit)
  return usd === undefined ? nativeScoreText(format, score, unit) : format.usd(usd)
}

/** Formats a score in the native token: "0.0128 ETH". */
export const nativeScoreText = (
  format: Format,
  score: bigint,
  { nativeSymbol }: Pick<ScoreUnit, 'nativeSymbol'>,
): string => `${format.amount(score, nativeAmount)} ${nativeSymbol}`

const scoreUsd = (score: bigint, { nativeUsd }: ScoreUnit): number | undefined =>
  nativeUsd === undefined ? undefined : (Number(score) / 1e18) * nativeUsd

/** Formats the ratio of a score to the upper bound, rounded down: "99.98%"; undefined if unknown. */
export const shareOfBoundText = (format: Format, gapBps: number | undefined): string | undefined =>
  gapBps === undefined ? undefined : format.percent((10_000 - gapBps) / 10_000, 'floor')
