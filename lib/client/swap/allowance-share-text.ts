import type { Format } from '@/lib/client/i18n/format'
import type { Translator } from '@/lib/client/i18n/translator'
import type { Claim } from '@/lib/client/portfolio/claims'
import type { Token } from './tokens'

type Words = { readonly t: Translator<'swap'>; readonly format: Format }

/** An allowance in atoms, and what counts on it. */
type Share = {
  readonly whole: bigint
  /** What the new order takes. */
  readonly own: bigint
  /** What open orders of the token may still take. */
  readonly claim: Claim
  readonly token: Pick<Token, 'symbol' | 'decimals'>
}

/** For which orders an allowance is asked; undefined where the new order alone counts on it. */
export function allowanceShareText(
  { t, format }: Words,
  { whole, own, claim, token }: Share,
): string | undefined {
  if (claim.atoms === 0n) return undefined
  const text = (atoms: bigint) => `${format.amount(atoms, token.decimals)} ${token.symbol}`
  const amounts = { amount: text(whole), own: text(own), others: text(claim.atoms) }
  return t('steps.share', { ...amounts, count: claim.orders })
}
