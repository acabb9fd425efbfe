import type { Address } from '@/lib/core/address'
import { type Pool, tokensOf } from '@/lib/liquidity/pool'
import { amountIn, amountOut, poolGas, type TokenAmount } from '@/lib/liquidity/swap-pool'

/**
 * What one unit of gas costs, as a fraction of atoms of the token the search optimises: the buy token when
 * the sell amount is given, the sell token when the buy amount is.
 */
export type GasCost = {
  readonly costPerUnit: { readonly numerator: bigint; readonly denominator: bigint }
}

/**
 * A search from the token whose amount is given to the other one: along the trade for a `sell`, against it
 * for a `buy`.
 */
export type PathSearch = {
  readonly kind: 'sell' | 'buy'
  readonly from: TokenAmount
  readonly to: Address
  /** Without it, gas decides only between equal amounts. */
  readonly gas: GasCost | undefined
}

/** A partial path: the token and amount it has come to, and how. */
export type Link = TokenAmount & {
  readonly gas: bigint
  /** Absent at the start. */
  readonly last?: { readonly pool: Pool; readonly link: Link }
}

/** The most pools that one path passes through. */
const maxHops = 3

type PoolIndex = ReadonlyMap<Address, readonly Pool[]>
type Frontier = ReadonlyMap<Address, readonly Link[]>

/**
 * The best path, as its last link, or undefined when none can give the amount.
 *
 * Hop by hop it keeps, per token, the links that no other beats in amount and gas both. A larger amount gives
 * more in every pool, and neither end is passed through, so with up to three hops nothing better is lost and
 * no token comes twice.
 */
export function findBestPath(pools: readonly Pool[], search: PathSearch): Link | undefined {
  const index = indexByToken(pools)
  const beforeEnd = new Set((index.get(search.to) ?? []).flatMap(tokensOf))
  let frontier: Frontier = new Map([[search.from.token, [{ ...search.from, gas: 0n }]]])
  let best: Link | undefined
  for (let hop = 1; hop <= maxHops && frontier.size > 0; hop += 1) {
    const isUseful = (token: Address) =>
      token === search.to || hop < maxHops - 1 || (hop < maxHops && beforeEnd.has(token))
    frontier = advance(index, search, { frontier, isUseful })
    for (const link of frontier.get(search.to) ?? []) {
      if (!best || compareLinks(search, link, best) < 0) best = link
    }
  }
  return best
}

function indexByToken(pools: readonly Pool[]): PoolIndex {
  const index = new Map<Address, Pool[]>()
  for (const pool of pools) {
    for (const token of tokensOf(pool)) {
      const known = index.get(token)
      if (known) known.push(pool)
      else index.set(token, [pool])
    }
  }
  return index
}

type Advance = { readonly frontier: Frontier; readonly isUseful: (token: Address) => boolean }

function advance(index: PoolIndex, search: PathSearch, { frontier, isUseful }: Advance): Frontier {
  const next = new Map<Address, readonly Link[]>()
  for (const [token, links] of frontier) {
    if (token === search.to) continue
    for (const pool of index.get(token) ?? []) {
      for (const reached of tokensOf(pool)) {
        if (reached === token || reached === search.from.token || !isUseful(reached)) continue
        for (const link of links) {
          const longer = passPool(search, { pool, link, token: reached })
          if (longer) next.set(reached, keepUnbeaten(search, next.get(reached) ?? [], longer))
        }
      }
    }
  }
  return next
}

type Step = { readonly pool: Pool; readonly link: Link; readonly token: Address }

function passPool({ kind }: PathSearch, { pool, link, token }: Step): Link | undefined {
  if (hasPassed(link, pool)) return undefined
  const amount = kind === 'sell' ? amountOut(pool, link, token) : amountIn(pool, link, token)
  if (amount === undefined) return undefined
  return { token, amount, gas: link.gas + poolGas[pool.protocol], last: { pool, link } }
}

/** A pool's state is known before its first trade only; one of several tokens could be passed again. */
function hasPassed({ last }: Link, pool: Pool): boolean {
  return last !== undefined && (last.pool === pool || hasPassed(last.link, pool))
}

function keepUnbeaten(
  search: PathSearch,
  links: readonly Link[],
  candidate: Link,
): readonly Link[] {
  if (links.some((link) => beats(search, link, candidate))) return links
  return [...links.filter((link) => !beats(search, candidate, link)), candidate]
}

/** Whether nothing that follows could make `b` better than `a`. */
function beats({ kind, gas }: PathSearch, a: Link, b: Link): boolean {
  if (a.amount === b.amount) return a.gas <= b.gas
  const hasBetterAmount = kind === 'sell' ? a.amount > b.amount : a.amount < b.amount
  return hasBetterAmount && (gas === undefined || a.gas <= b.gas)
}

/** Below zero when `a` is the better of two paths to the end, after the cost of gas. */
function compareLinks(search: PathSearch, a: Link, b: Link): number {
  const { numerator, denominator } = search.gas?.costPerUnit ?? { numerator: 0n, denominator: 1n }
  const gasCost = (a.gas - b.gas) * numerator
  const amounts = (a.amount - b.amount) * denominator
  const loss = search.kind === 'sell' ? gasCost - amounts : gasCost + amounts
  if (loss !== 0n) return loss < 0n ? -1 : 1
  return a.gas < b.gas ? -1 : 0
}
