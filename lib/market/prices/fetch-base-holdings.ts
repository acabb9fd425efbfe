import { encodeFunctionData, erc20Abi } from 'viem'
import { aggregateReads, wordAt } from '@/lib/chain/reads/aggregate-reads'
import { type Context, defineCache } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { PairDescriptor } from '@/lib/liquidity/pool'
import { holdsReserves } from './pool-price'

/** A pool's balances in atoms; undefined for a token that is not a base token. */
export type BaseHoldings = {
  readonly held0: number | undefined
  readonly held1: number | undefined
}

/** Milliseconds for which holdings are cached, and the maximum number of cached queries. */
const cacheMs = 60_000
const maxEntries = 1_000

type HoldingsQuery = {
  readonly chainId: number
  /** Cache key of the pools. */
  readonly key: string
  readonly pools: readonly PairDescriptor[]
}

/**
 * Fetches the base-token balances of concentrated pools, at most a minute old. Leaves out pairs: their depth
 * equals their reserves. Other tokens are untrusted contracts and are not called.
 *
 * @throws {ServiceError} InternalServerError when the network's RPC is down.
 */
export function fetchBaseHoldings(
  ctx: Context,
  { chainId, key, pools }: HoldingsQuery,
): Promise<ReadonlyMap<Address, BaseHoldings>> {
  return holdings(ctx, { scope: chainId, key, load: () => readHoldings(ctx, chainId, pools) })
}

const holdings = defineCache<ReadonlyMap<Address, BaseHoldings>>('market/holdings', {
  forMs: cacheMs,
  max: maxEntries,
})

async function readHoldings(
  ctx: Context,
  chainId: number,
  known: readonly PairDescriptor[],
): Promise<ReadonlyMap<Address, BaseHoldings>> {
  const chain = ctx.chain(chainId)
  const isBase = new Set(chain.network.baseTokens)
  const pools = known.filter(({ protocol }) => !holdsReserves[protocol])
  const sides = pools.flatMap(({ address, token0, token1 }) =>
    [token0, token1].filter((token) => isBase.has(token)).map((target) => ({ address, target })),
  )
  const reads = sides.map(({ address, target }) => ({
    target,
    callData: encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [address] }),
  }))
  const answers = await aggregateReads(chain, { reads })
  const held = new Map(
    sides.map(({ address, target }, i) => [address + target, Number(wordAt(answers[i], 0) ?? 0n)]),
  )
  return new Map(
    pools.map(({ address, token0, token1 }) => {
      return [address, { held0: held.get(address + token0), held1: held.get(address + token1) }]
    }),
  )
}
