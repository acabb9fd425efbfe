import type { AnswerOf } from '@/lib/client/call'
import { usdValue } from '@/lib/client/usd-text'
import { type Address, nativeToken, toAddress } from '@/lib/core/address'
import type { Claim } from './claims'

/** A balance as the API shows it. */
export type BalanceView = AnswerOf<'readBalances'>[number]

/** A token of an account: what it holds, lets be taken and has promised; amounts in atoms. */
export type Holding = {
  readonly token: Address
  /** Undefined where the contract does not say. */
  readonly symbol: string | undefined
  readonly name: string | undefined
  /** Undefined where the contract does not say; its amounts are then shown in atoms. */
  readonly decimals: number | undefined
  /** Undefined while the token does not answer. */
  readonly balance: bigint | undefined
  /** What the vault relayer may take; undefined for the native token, and while the token does not answer. */
  readonly allowance: bigint | undefined
  /** US dollars; undefined where nobody knows. */
  readonly usd: number | undefined
  /** What open orders may still take. */
  readonly claim: Claim | undefined
  /** Why open orders cannot take all that they may. */
  readonly shortage: Shortage | undefined
}

/** What is too little for all open orders: what is held, or what the vault relayer may take. */
export type Shortage = 'balance' | 'allowance'

/** An account's tokens on a network, and what they come to. */
export type Portfolio = {
  /** The most valuable first, then those without a price. */
  readonly holdings: readonly Holding[]
  /** US dollars of all tokens with a price. */
  readonly usd: number
  /** Tokens held whose price nobody knows. */
  readonly unpriced: number
}

/** What the portfolio of an account is made of. */
export type PortfolioFacts = {
  readonly balances: readonly BalanceView[]
  readonly claims: ReadonlyMap<Address, Claim>
  /** US dollars for a whole token; undefined where nobody knows. */
  readonly priceOf: (token: Address) => number | undefined
}

/** The portfolio of an account: tokens that it holds, lets be taken or has promised. */
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

/** What is too little for a claim; too little balance counts first. */
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

/** Allowances from this on are called unlimited: no token has so many atoms. */
const unlimitedFrom = 1n << 160n

/** Whether an allowance is more than anyone could ever use up. */
export const isUnlimited = (allowance: bigint): boolean => allowance >= unlimitedFrom
