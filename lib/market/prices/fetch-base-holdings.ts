import { encodeFunctionData, erc20Abi } from 'viem'
import { aggregateReads, wordAt } from '@/lib/chain/reads/aggregate-reads'
import { type Context, contextCache } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { PairDescriptor } from '@/lib/liquidity/pool'

/** What a pool holds, in atoms; undefined for a token that is no base token. */
export type BaseHoldings = {
  readonly held0: number | undefined
  readonly held1: number | undefined
}

/** Milliseconds for which holdings are told again, and how many questions are kept. */
const keptMs = 60_000
const maxEntries = 1_000

type Question = {
  readonly chainId: number
  /** Names the pools. */
  readonly key: string
  readonly pools: readonly PairDescriptor[]
}

/**
 * What concentrated pools hold of base tokens, a minute old at most; pairs are left out, whose depth is what they
 * hold. Other tokens are strangers' contracts, and are not asked.
 *
 * @throws {ServiceError} InternalServerError when the network's RPC does not answer.
 */
export function fetchBaseHoldings(
  ctx: Context,
  { chainId, key, pools }: Question,
): Promise<ReadonlyMap<Address, BaseHoldings>> {
  const load = () => readHoldings(ctx, chainId, pools)
  return contextCache(ctx, `market/holdings/${chainId}`, {
    key,
    forMs: keptMs,
    max: maxEntries,
    load,
  })
}

async function readHoldings(
  ctx: Context,
  chainId: number,
  known: readonly PairDescriptor[],
): Promise<ReadonlyMap<Address, BaseHoldings>> {
  const chain = ctx.chain(chainId)
  const isBase = new Set(chain.network.baseTokens)
  const pools = known.filter(({ protocol }) => protocol === 'uniswap-v3')
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
