import type { Format } from '@/lib/client/i18n/format'
import type { Translator } from '@/lib/client/i18n/translator'
import type { ApprovalPhase } from '@/lib/client/swap/approval-state'
import { type Holding, isUnlimited } from './portfolio'

type Texts = Translator<'portfolio'>

/** The fields of a holding that the texts need. */
export type NamedHolding = Pick<Holding, 'decimals'> & { readonly symbol: string }

/** Formats token amounts with their symbols: "4,812.07 USDC". */
export type Writer = (atoms: bigint, token: NamedHolding) => string

/** A language's token amount formats. */
export const writerOf =
  (t: Texts, format: Format): Writer =>
  (atoms, { symbol, decimals }) =>
    decimals === undefined
      ? t('row.atoms', { atoms: `${atoms}`, symbol })
      : t('row.amount', { amount: format.amount(atoms, decimals), symbol })

/** Formats the vault relayer's allowance: "Unlimited", "120 USDC". */
export function allowanceText(
  t: Texts,
  format: Format,
  { allowance, token }: { readonly allowance: bigint; readonly token: NamedHolding },
): string {
  return isUnlimited(allowance) ? t('row.unlimited') : writerOf(t, format)(allowance, token)
}

type Claimed = Pick<Holding, 'balance' | 'allowance' | 'claim' | 'shortage'> & {
  readonly token: NamedHolding
}

/** Describes the open orders' claim on a balance: "120 of 500 USDC is promised by 2 open orders". */
export function claimText(t: Texts, format: Format, holding: Claimed): string | undefined {
  const { balance, claim, token } = holding
  if (!claim) return undefined
  const { orders: count, atoms } = claim
  const { symbol, decimals } = token
  if (balance === undefined || decimals === undefined) {
    return t('claim.whole', { count, promised: writerOf(t, format)(atoms, token) })
  }
  const [promised, held] = [format.amount(atoms, decimals), format.amount(balance, decimals)]
  return t('claim.part', { count, promised, held, symbol })
}

/** Explains why open orders cannot draw what they need, and what helps. */
export function shortageText(t: Texts, format: Format, holding: Claimed): string | undefined {
  const { balance = 0n, allowance = 0n, claim, shortage, token } = holding
  if (!shortage || !claim) return undefined
  const write = writerOf(t, format)
  return shortage === 'balance'
    ? t('claim.balance', { missing: write(claim.atoms - balance, token) })
    : t('claim.allowance', { allowed: write(allowance, token), symbol: token.symbol })
}

/** Returns the label of the revoke button at each step. */
export function revokeLabel(t: Texts, phase: ApprovalPhase): string {
  switch (phase.at) {
    case 'wallet':
      return phase.isLate ? t('revoke.askAgain') : t('revoke.wallet')
    case 'chain':
      return phase.isLate ? t('revoke.askAgain') : t('revoke.chain')
    case 'reading':
      return t('revoke.reading')
    case 'rest':
      return phase.trouble === undefined ? t('revoke.act') : t('revoke.again')
  }
}
