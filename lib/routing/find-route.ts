import type { Address } from '@/lib/core/address'
import type { Hop } from '@/lib/liquidity/hop'
import type { Pool } from '@/lib/liquidity/pool'
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
  const hops =
    request.sellAmount === undefined
      ? replay(stepsAhead(best), { token: sellToken, amount: best.amount })
      : replay(stepsTo(best), { token: sellToken, amount: request.sellAmount })
  const [first, last] = [hops?.[0], hops?.at(-1)]
  if (!hops || !first || !last) return undefined
  const amounts = { sellAmount: first.amountIn, buyAmount: last.amountOut }
  return { sellToken, buyToken, ...amounts, gas: best.gas, hops }
}

type Step = { readonly pool: Pool; readonly tokenOut: Address }

/** The steps that led along the trade to a link. */
function stepsTo({ token, last }: Link): readonly Step[] {
  return last ? [...stepsTo(last.link), { pool: last.pool, tokenOut: token }] : []
}

/** The steps from a link to where a search against the trade began. */
function stepsAhead({ last }: Link): readonly Step[] {
  return last ? [{ pool: last.pool, tokenOut: last.link.token }, ...stepsAhead(last.link)] : []
}

/** Carries a sold amount through the pools with exact input, the way it is settled. */
function replay(steps: readonly Step[], sold: TokenAmount): readonly Hop[] | undefined {
  const hops: Hop[] = []
  let { token: tokenIn, amount: amountIn } = sold
  for (const { pool, tokenOut } of steps) {
    const bought = amountOut(pool, { token: tokenIn, amount: amountIn }, tokenOut)
    if (bought === undefined) return undefined
    hops.push({ pool, tokenIn, tokenOut, amountIn, amountOut: bought })
    tokenIn = tokenOut
    amountIn = bought
  }
  return hops
}
