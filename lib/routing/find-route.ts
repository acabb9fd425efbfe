import type { Address } from '@/lib/core/address'
import type { Hop } from '@/lib/liquidity/hop'
import { otherToken, type Pool } from '@/lib/liquidity/pool'
import { amountOut, type TokenAmount } from '@/lib/liquidity/swap-pool'
import { findBestPath, type GasCost, type Link } from './path-search'
import type { Route } from './route'

/** What to find a route for; exactly one of the two amounts is given, in atoms. */
export type RouteRequest = {
  readonly sellToken: Address
  readonly buyToken: Address
  readonly gas?: GasCost | undefined
} & (
  | { readonly sellAmount: bigint; readonly buyAmount?: never }
  | { readonly buyAmount: bigint; readonly sellAmount?: never }
)

/**
 * The single path of at most three pools that pays most for `sellAmount`, or takes least for `buyAmount`;
 * with `gas`, after the cost of it. Undefined when no path can give the amount.
 *
 * Never throws, whatever the amounts. A route for a buy amount gives that amount or a few atoms more,
 * because its hops are carried out with exact input.
 */
export function findRoute(pools: readonly Pool[], request: RouteRequest): Route | undefined {
  const { sellToken, buyToken, gas } = request
  if (sellToken === buyToken) return undefined
  const best =
    request.sellAmount === undefined
      ? findBestPath(pools, {
          kind: 'buy',
          from: { token: buyToken, amount: request.buyAmount },
          to: sellToken,
          gas,
        })
      : findBestPath(pools, {
          kind: 'sell',
          from: { token: sellToken, amount: request.sellAmount },
          to: buyToken,
          gas,
        })
  if (!best) return undefined
  const passed = poolsOf(best)
  const hops =
    request.sellAmount === undefined
      ? replay(passed, { token: sellToken, amount: best.amount })
      : replay(passed.toReversed(), { token: sellToken, amount: request.sellAmount })
  const [first, last] = [hops?.[0], hops?.at(-1)]
  if (!hops || !first || !last) return undefined
  const amounts = { sellAmount: first.amountIn, buyAmount: last.amountOut }
  return { sellToken, buyToken, ...amounts, gas: best.gas, hops }
}

/** The pools of a search's path, the last one first. */
function poolsOf(link: Link): readonly Pool[] {
  return link.last ? [link.last.pool, ...poolsOf(link.last.link)] : []
}

/** Carries a sold amount through the pools with exact input, the way it is settled. */
function replay(pools: readonly Pool[], sold: TokenAmount): readonly Hop[] | undefined {
  const hops: Hop[] = []
  let { token: tokenIn, amount: amountIn } = sold
  for (const pool of pools) {
    const tokenOut = otherToken(pool, tokenIn)
    const bought = amountOut(pool, { token: tokenIn, amount: amountIn })
    if (!tokenOut || bought === undefined) return undefined
    hops.push({ pool, tokenIn, tokenOut, amountIn, amountOut: bought })
    tokenIn = tokenOut
    amountIn = bought
  }
  return hops
}
