import type { Translator } from '@/lib/client/i18n/translator'
import type { Claim } from '@/lib/client/portfolio/claims'
import type { Format } from '@/lib/core/format/format'
import type { Token } from './tokens'

type Words = { readonly t: Translator<'swap'>; readonly format: Format }
type ConsentWords = { readonly t: Translator<'wallet'>; readonly format: Format }

/** A loss in basis points, if known, and its kind. */
type Lost = { readonly bps: number | undefined; readonly of: 'impact' | 'limit' }

/** Returns the consent text for a loss of value, known or unknown. */
export function lossConsentText({ t, format }: ConsentWords, { bps, of }: Lost): string {
  if (bps === undefined) return t('consent.unknown')
  const percent = format.percent(bps / 10_000)
  return of === 'limit' ? t('consent.limit', { percent }) : t('consent.loss', { percent })
}

/** Returns the consent text for a large slippage. */
export function slippageConsentText({ t, format }: ConsentWords, slippageBps: number): string {
  return t('consent.slippage', { percent: format.percent(slippageBps / 10_000) })
}

/** An allowance in atoms, and the orders that rely on it. */
type Share = {
  readonly whole: bigint
  /** What the new order needs. */
  readonly own: bigint
  /** What the token's open orders may still draw. */
  readonly claim: Claim
  readonly token: Pick<Token, 'address' | 'symbol' | 'decimals'>
}

/** Names the orders that need the allowance; undefined if only the new one does. */
export function allowanceShareText(
  { t, format }: Words,
  { whole, own, claim, token }: Share,
): string | undefined {
  if (claim.atoms === 0n) return undefined
  const text = (atoms: bigint) => `${format.amount(atoms, token)} ${token.symbol}`
  const amounts = { amount: text(whole), own: text(own), others: text(claim.atoms) }
  return t('steps.share', { ...amounts, count: claim.orders })
}
