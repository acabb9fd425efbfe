import type { AnswerOf } from '@/lib/client/call'
import type { Translator } from '@/lib/client/i18n/translator'
import type { ApprovalPhase } from '@/lib/client/swap/approval-state'
import { usdValue } from '@/lib/client/usd-value'
import { type Address, nativeToken, toAddress } from '@/lib/core/address'
import type { Format } from '@/lib/core/format/format'
import type { Claim } from './claims'

/** A balance in the API's format. */
export type BalanceView = AnswerOf<'readBalances'>[number]

/** An account's token: balance, allowance and claims; amounts in atoms. */
export type Holding = {
  readonly token: Address
  /** Undefined if the contract does not answer. */
  readonly symbol: string | undefined
  readonly name: string | undefined
  /** Undefined if the contract does not answer; amounts are then shown in atoms. */
  readonly decimals: number | undefined
  /** Undefined while the token does not answer. */
  readonly balance: bigint | undefined
  /** The vault relayer's allowance; undefined for the native token, and while the token does not answer. */
  readonly allowance: bigint | undefined
  /** Value in US dollars; undefined if unknown. */
  readonly usd: number | undefined
  /** What open orders may still draw. */
  readonly claim: Claim | undefined
  /** Why open orders cannot draw all of that. */
  readonly shortage: Shortage | undefined
}

/** What is insufficient for all open orders: the balance, or the allowance. */
export type Shortage = 'balance' | 'allowance'

/** An account's tokens on a network, and their total. */
export type Portfolio = {
  /** Most valuable first, then those without a price. */
  readonly holdings: readonly Holding[]
  /** Total value of the priced tokens in US dollars. */
  readonly usd: number
  /** Number of held tokens without a price. */
  readonly unpriced: number
}

/** The inputs of an account's portfolio. */
export type PortfolioFacts = {
  readonly balances: readonly BalanceView[]
  readonly claims: ReadonlyMap<Address, Claim>
  /** Price of a whole token in US dollars; undefined if unknown. */
  readonly priceOf: (token: Address) => number | undefined
}

/** Builds the portfolio of an account: tokens that it holds, has approved or has promised. */
export function describePortfolio({ balances, claims, priceOf }: PortfolioFacts): Portfolio {
  const holdings = balances
    .map((view) => holdingOf(view, { claims, priceOf }))
    .filter(({ balance, allowance, claim }) => balance !== 0n || allowance || claim)
    .sort(byWorth)
  const held = holdings.filter(({ balance }) => balance !== 0n)
  return {
    holdings,
    usd: held.reduce((sum, { usd = 0 }) => sum + usd, 0),
    unpriced: held.filter(({ usd }) => usd === undefined).length,
  }
}

function holdingOf(
  { token, balance, allowance }: BalanceView,
  { claims, priceOf }: Omit<PortfolioFacts, 'balances'>,
): Holding {
  const address = toAddress(token.address)
  const atoms = readAtoms(balance)
  const allowed = address === nativeToken ? undefined : readAtoms(allowance)
  const claim = claims.get(address)
  const { decimals } = token
  return {
    token: address,
    symbol: token.symbol ?? undefined,
    name: token.name ?? undefined,
    decimals: decimals ?? undefined,
    balance: atoms,
    allowance: allowed,
    usd: usdValue(atoms, decimals === null ? undefined : { decimals }, priceOf(address)),
    claim,
    shortage: claim && shortageOf(claim, { balance: atoms, allowance: allowed }),
  }
}

const readAtoms = (text: string | null) => (text === null ? undefined : BigInt(text))

/** Returns what is insufficient for a claim; the balance takes precedence. */
export function shortageOf(
  { atoms }: Claim,
  { balance, allowance }: Pick<Holding, 'balance' | 'allowance'>,
): Shortage | undefined {
  if (balance !== undefined && balance < atoms) return 'balance'
  return allowance !== undefined && allowance < atoms ? 'allowance' : undefined
}

function byWorth(a: Holding, b: Holding): number {
  const rank = ({ balance, usd }: Holding) => (balance === 0n ? -2 : (usd ?? -1))
  return rank(b) - rank(a) || (a.symbol ?? a.token).localeCompare(b.symbol ?? b.token)
}

/** From this amount on, an allowance counts as unlimited: it exceeds every token's supply. */
const unlimitedFrom = 1n << 160n

/** Returns whether an allowance cannot be used up. */
export const isUnlimited = (allowance: bigint): boolean => allowance >= unlimitedFrom

type Texts = Translator<'portfolio'>

/** The fields of a holding that the texts need. */
export type NamedHolding = Pick<Holding, 'token' | 'decimals'> & { readonly symbol: string }

/** Formats token amounts with their symbols: "4,812.07 USDC". */
type Writer = (atoms: bigint, token: NamedHolding) => string

/** A language's token amount formats. */
export const writerOf =
  (t: Texts, format: Format): Writer =>
  (atoms, { token, symbol, decimals }) =>
    decimals === undefined
      ? t('row.atoms', { atoms: `${atoms}`, symbol })
      : t('row.amount', { amount: format.amount(atoms, { address: token, decimals }), symbol })

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
  const { token: address, symbol, decimals } = token
  if (balance === undefined || decimals === undefined) {
    return t('claim.whole', { count, promised: writerOf(t, format)(atoms, token) })
  }
  const write = (each: bigint) => format.amount(each, { address, decimals })
  const [promised, held] = [write(atoms), write(balance)]
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
