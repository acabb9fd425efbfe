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
  /** Price of one whole token in US dollars, and how it moved; undefined if unknown. */
  readonly market: TokenFigures | undefined
  /** Value in US dollars; undefined if unknown. */
  readonly usd: number | undefined
  /** What open orders may still draw. */
  readonly claim: Claim | undefined
  /** Why open orders cannot draw all of that. */
  readonly shortage: Shortage | undefined
}

/** Market figures of a token, in US dollars per whole token. */
export type TokenFigures = {
  readonly price: number
  /** Change in 24 hours, as a fraction of the earlier price; undefined if unknown. */
  readonly dayChange: number | undefined
  /** Prices of the last seven days, oldest first; empty if unknown. */
  readonly week: readonly number[]
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
  /** Undefined for a token without a price. */
  readonly marketOf: (token: Address) => TokenFigures | undefined
}

/** Builds the portfolio of an account: tokens that it holds, has approved or has promised. */
export function describePortfolio({ balances, claims, marketOf }: PortfolioFacts): Portfolio {
  const holdings = balances
    .map((view) => holdingOf(view, { claims, marketOf }))
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
  { claims, marketOf }: Omit<PortfolioFacts, 'balances'>,
): Holding {
  const address = toAddress(token.address)
  const atoms = readAtoms(balance)
  const allowed = address === nativeToken ? undefined : readAtoms(allowance)
  const claim = claims.get(address)
  const { decimals } = token
  const market = marketOf(address)
  return {
    token: address,
    symbol: token.symbol ?? undefined,
    name: token.name ?? undefined,
    decimals: decimals ?? undefined,
    balance: atoms,
    allowance: allowed,
    market,
    usd: usdValue(atoms, decimals === null ? undefined : { decimals }, market?.price),
    claim,
    shortage: claim && shortageOf(claim, { balance: atoms, allowance: allowed }),
  }
}

/** Parses an amount; undefined while the token does not answer. */
export const readAtoms = (text: string | null): bigint | undefined =>
  text === null ? undefined : BigInt(text)

/** Returns what is insufficient for a claim; the balance takes precedence. */
export function shortageOf(
  { atoms }: Pick<Claim, 'atoms'>,
  { balance, allowance }: Pick<Holding, 'balance' | 'allowance'>,
): Shortage | undefined {
  if (balance !== undefined && balance < atoms) return 'balance'
  return allowance !== undefined && allowance < atoms ? 'allowance' : undefined
}

function byWorth(a: Holding, b: Holding): number {
  const rank = ({ balance, usd }: Holding) => (balance === 0n ? -2 : (usd ?? -1))
  return rank(b) - rank(a) || (a.symbol ?? a.token).localeCompare(b.symbol ?? b.token)
}

/** Returns what open orders leave of a balance; undefined while the balance is unknown. */
export function availableOf({ balance, claim }: Pick<Holding, 'balance' | 'claim'>) {
  if (balance === undefined || !claim) return balance
  return claim.atoms < balance ? balance - claim.atoms : 0n
}

/**
 * `short`: open orders need more; `used`: they need it; `excess`: more than is held; `unused`: no order needs it;
 * `needless`: the native token needs none.
 */
export type AllowanceUse = 'short' | 'used' | 'excess' | 'unused' | 'needless'

/** Returns what an allowance is good for. */
export function allowanceUse({
  balance,
  allowance = 0n,
  claim,
  token,
}: Pick<Holding, 'token' | 'balance' | 'allowance' | 'claim'>): AllowanceUse {
  if (token === nativeToken) return 'needless'
  if (claim) return allowance < claim.atoms ? 'short' : 'used'
  return balance !== undefined && allowance > balance ? 'excess' : 'unused'
}

/** Returns the value that an allowance exposes, in US dollars: no more than is held. */
export function usdAtRisk({ balance, allowance, usd }: Holding): number | undefined {
  if (usd === undefined || balance === undefined || allowance === undefined) return undefined
  if (allowance >= balance) return usd
  return balance === 0n ? 0 : (usd * Number((allowance * 1_000_000n) / balance)) / 1_000_000
}

/** From this amount on, an allowance counts as unlimited: it exceeds every token's supply. */
const unlimitedFrom = 1n << 160n

/** Returns whether an allowance cannot be used up. */
export const isUnlimited = (allowance: bigint): boolean => allowance >= unlimitedFrom

type Texts = Translator<'portfolio'>

/** The fields of a holding that the texts need. */
export type NamedHolding = Pick<Holding, 'token' | 'decimals'> & { readonly symbol: string }

/** Formats token amounts with their symbols: "4,812.07 USDC". */
export const writerOf =
  (t: Texts, format: Format) =>
  (atoms: bigint, { token, symbol, decimals }: NamedHolding): string =>
    decimals === undefined
      ? t('row.atoms', { atoms: format.count(atoms), symbol })
      : t('row.amount', { amount: format.amount(atoms, { address: token, decimals }), symbol })

/** Formats token amounts without their symbols; atoms of a token with unknown decimals. */
export const figureOf =
  (format: Format) =>
  (atoms: bigint, { token, decimals }: Pick<NamedHolding, 'token' | 'decimals'>): string =>
    decimals === undefined
      ? format.count(atoms)
      : format.amount(atoms, { address: token, decimals })

/** Formats the vault relayer's allowance: "Unlimited", "120 USDC". */
export function allowanceText(
  t: Texts,
  format: Format,
  { allowance, token }: { readonly allowance: bigint; readonly token: NamedHolding },
): string {
  return isUnlimited(allowance) ? t('row.unlimited') : writerOf(t, format)(allowance, token)
}

type Used = Pick<Holding, 'balance' | 'allowance' | 'claim'> & { readonly token: NamedHolding }

/** Describes what an allowance is good for: "Covers 3 open orders", "Allowance too low: 1.5 WETH". */
export function allowanceUseText(t: Texts, format: Format, holding: Used): string {
  const { allowance = 0n, claim, token } = holding
  const use = allowanceUse({ ...holding, token: token.token })
  if (use === 'short') return t('use.short', { allowed: writerOf(t, format)(allowance, token) })
  return use === 'used' ? t('use.used', { count: claim?.orders ?? 0 }) : t(`use.${use}`)
}

/** Says how much is missing in the balance for all open orders; undefined if nothing is. */
export function missingText(t: Texts, format: Format, holding: Used): string | undefined {
  const { balance, claim, token } = holding
  if (!claim || balance === undefined || balance >= claim.atoms) return undefined
  return t('claim.missing', { missing: writerOf(t, format)(claim.atoms - balance, token) })
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
      return phase.trouble === undefined ? t('revoke.act') : t('network.retry')
  }
}
