import { encodeFunctionData, parseAbi } from 'viem'
import { wordAt } from '@/lib/chain/reads/aggregate-reads'
import { bulkMs } from '@/lib/chain/reads/run-code'
import { readUntrusted } from '@/lib/chain/reads/untrusted-reads'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import type { PricedPool } from '@/lib/liquidity/math/tick-reach'
import type {
  ConstantProductPool,
  KnownVaultPool,
  PairDescriptor,
  Pool,
  PoolDescriptor,
} from '@/lib/liquidity/pool'
import { fetchTicks, type TickedPool } from './fetch-ticks'
import { fetchVaultPools } from './fetch-vault-pools'

const pairAbi = parseAbi(['function getReserves() view returns (uint112, uint112, uint32)'])
const poolAbi = parseAbi([
  'function slot0() view returns (uint160, int24, uint16, uint16, uint16, uint8, bool)',
  'function liquidity() view returns (uint128)',
])

const getReserves = encodeFunctionData({ abi: pairAbi, functionName: 'getReserves' })
const slot0 = encodeFunctionData({ abi: poolAbi, functionName: 'slot0' })
const liquidity = encodeFunctionData({ abi: poolAbi, functionName: 'liquidity' })

/** Pools to read, and the block to read them at. */
export type PoolsAtBlock = {
  readonly chainId: number
  readonly known: readonly PoolDescriptor[]
  readonly blockNumber: bigint
  /** Concentrated pools as of an earlier block. */
  readonly ticked?: ReadonlyMap<Address, TickedPool>
}

/**
 * Reads the states of pools at one block, by address. Omits pools that do not exist at it or are empty.
 *
 * @throws {ServiceError} InternalServerError when the network's RPC does not answer.
 */
export async function fetchPoolStates(
  ctx: Context,
  { chainId, known, blockNumber, ticked }: PoolsAtBlock,
): Promise<ReadonlyMap<Address, Pool>> {
  const inVault: KnownVaultPool[] = []
  const pairs: PairDescriptor[] = []
  for (const pool of known) {
    if ('poolId' in pool) inVault.push(pool)
    else pairs.push(pool)
  }
  const pools = await Promise.all([
    fetchPairs(ctx, { chainId, known: pairs, blockNumber, ticked }),
    fetchVaultPools(ctx, { chainId, known: inVault, blockNumber }),
  ])
  return new Map(pools.flat().map((pool) => [pool.address, pool]))
}

const stateCalls: Readonly<Record<PairDescriptor['protocol'], readonly Hex[]>> = {
  'uniswap-v2': [getReserves],
  'uniswap-v3': [slot0, liquidity],
}

/** Bytes of a result: its first two words. */
const readLimits = { bytes: 64, timeoutMs: bulkMs }

type PairsAtBlock = Omit<PoolsAtBlock, 'known' | 'ticked'> & {
  readonly known: readonly PairDescriptor[]
  readonly ticked: PoolsAtBlock['ticked'] | undefined
}

async function fetchPairs(
  ctx: Context,
  { chainId, known, blockNumber, ticked }: PairsAtBlock,
): Promise<readonly Pool[]> {
  const calls = known.map(({ protocol }) => stateCalls[protocol])
  const reads = known.flatMap(({ address }, i) =>
    (calls[i] ?? []).map((callData) => ({ target: address, callData })),
  )
  const at = { chainId, blockNumber }
  const answers = [...(await readUntrusted(ctx, { ...at, reads, ...readLimits }))]
  const pairs: Pool[] = []
  const priced: PricedPool[] = []
  for (const [i, pool] of known.entries()) {
    const state = toState(pool, answers.splice(0, calls[i]?.length))
    if (state?.protocol === 'uniswap-v2') pairs.push(state)
    else if (state) priced.push(state)
  }
  return [...pairs, ...(await fetchTicks(ctx, { ...at, pools: priced, ticked }))]
}

type Answers = readonly (Hex | undefined)[]

function toState(
  pool: PairDescriptor,
  answers: Answers,
): ConstantProductPool | PricedPool | undefined {
  switch (pool.protocol) {
    case 'uniswap-v2':
      return toConstantProduct(pool, answers)
    case 'uniswap-v3':
      return toPriced(pool, answers)
  }
}

function toConstantProduct(
  pool: PairDescriptor,
  [reserves]: Answers,
): ConstantProductPool | undefined {
  const reserve0 = wordAt(reserves, 0)
  const reserve1 = wordAt(reserves, 1)
  if (!reserve0 || !reserve1) return undefined
  return { ...factsOf(pool), protocol: 'uniswap-v2', reserve0, reserve1 }
}

function toPriced(pool: PairDescriptor, [price, inRange]: Answers): PricedPool | undefined {
  const sqrtPriceX96 = wordAt(price, 0)
  const tick = wordAt(price, 1)
  const atPrice = wordAt(inRange, 0)
  if (pool.tickSpacing === undefined) return undefined
  if (!sqrtPriceX96 || tick === undefined || atPrice === undefined) return undefined
  return {
    ...factsOf(pool),
    protocol: 'uniswap-v3',
    tickSpacing: pool.tickSpacing,
    sqrtPriceX96,
    tick: Number(BigInt.asIntN(256, tick)),
    liquidity: atPrice,
  }
}

function factsOf({ address, token0, token1, feePpm }: PairDescriptor) {
  return { address, token0, token1, feePpm }
}
