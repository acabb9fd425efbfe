import type { Address } from '@/lib/core/address'
import { minAmount } from '@/lib/core/amount'
import { sidesOf } from '@/lib/liquidity/filter-illiquid'
import type { Pool } from '@/lib/liquidity/pool'
import { type Auction, nativeValue } from './auction'

type Priced = Pick<Auction, 'prices' | 'depths'>

/**
 * Returns whether a token's price counts in full. That of an untrusted token does not: its creator also created its
 * price.
 */
export function isTrusted({ depths }: Pick<Auction, 'depths'>, token: Address): boolean {
  return depths?.has(token) !== true
}

/**
 * Returns the maximum value of an amount in native atoms; for an untrusted token at most what pools hold against it (see
 * `docs/auctions.md`, Untrusted prices).
 */
export function cappedValue(auction: Priced, token: Address, amount: bigint): bigint {
  const worth = nativeValue(amount, auction.prices.get(token) ?? 0n)
  const depth = auction.depths?.get(token)
  return depth === undefined ? worth : minAmount(worth, depth)
}

type Depths = {
  readonly pools: readonly Pool[]
  /** Native atoms per 1e18 atoms, for the trusted tokens at least. */
  readonly prices: ReadonlyMap<Address, bigint>
  readonly trusted: ReadonlySet<Address>
}

/**
 * Returns the untrusted ones of `tokens`, each with the native value of the trusted tokens that pools hold against it:
 * no amount of it can be sold for more.
 */
export function depthsOf(
  tokens: Iterable<Address>,
  { pools, prices, trusted }: Depths,
): Map<Address, bigint> {
  const depths = new Map<Address, bigint>()
  for (const token of tokens) if (!trusted.has(token)) depths.set(token, 0n)
  if (depths.size === 0) return depths
  for (const pool of pools) {
    const sides = sidesOf(pool)
    const untrusted = sides.filter(({ token }) => depths.has(token))
    if (untrusted.length === 0) continue
    const against = sides.reduce((sum, { token, held }) => {
      const price = trusted.has(token) ? (prices.get(token) ?? 0n) : 0n
      return Number.isFinite(held) ? sum + nativeValue(BigInt(Math.floor(held)), price) : sum
    }, 0n)
    for (const { token } of untrusted) depths.set(token, (depths.get(token) ?? 0n) + against)
  }
  return depths
}
