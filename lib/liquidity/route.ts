import type { Address } from '@/lib/core/address'
import type { Pool } from './pool'

/** One pool of a path, with the atoms that go in and come out. */
export type Hop = {
  readonly pool: Pool
  readonly tokenIn: Address
  readonly tokenOut: Address
  readonly amountIn: bigint
  readonly amountOut: bigint
}

/** Pools passed one after the other; each hop takes exactly what the one before it gave. */
export type Path = {
  readonly sellAmount: bigint
  readonly buyAmount: bigint
  readonly hops: readonly Hop[]
}

/**
 * How to turn one token into another, amounts in atoms exactly as the chain pays them.
 *
 * The amounts are the sums over `paths`, which are carried out in their order.
 */
export type Route = {
  readonly sellToken: Address
  readonly buyToken: Address
  readonly sellAmount: bigint
  readonly buyAmount: bigint
  /** Gas of all hops; what a settlement costs by itself is not in it. */
  readonly gas: bigint
  readonly paths: readonly Path[]
}

/** Joins paths of one token pair into a route. */
export function joinPaths(
  paths: readonly Path[],
  pair: Pick<Route, 'sellToken' | 'buyToken' | 'gas'>,
): Route {
  const { sellToken, buyToken, gas } = pair
  return {
    sellToken,
    buyToken,
    sellAmount: paths.reduce((sum, path) => sum + path.sellAmount, 0n),
    buyAmount: paths.reduce((sum, path) => sum + path.buyAmount, 0n),
    gas,
    paths,
  }
}
