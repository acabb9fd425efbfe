import type { AnswerOf } from '@/lib/client/call'
import { usdValue } from '@/lib/client/usd-text'
import { type Address, nativeToken, toAddress } from '@/lib/core/address'
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
