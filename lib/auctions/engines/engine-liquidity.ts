import { formatUnits } from 'viem'
import type { ConcentratedPool, Pool, VaultPool } from '@/lib/liquidity/pool'
import { poolGas } from '@/lib/liquidity/swap-pool'

/** A pool in the public solver engine format, without its id. */
export function describePool(pool: Pool) {
  const facts = { address: pool.address, gasEstimate: String(poolGas[pool.protocol]) }
  switch (pool.protocol) {
    case 'uniswap-v2':
      return {
        kind: 'constantProduct',
        ...facts,
        router: pool.address,
        tokens: {
          [pool.token0]: { balance: String(pool.reserve0) },
          [pool.token1]: { balance: String(pool.reserve1) },
        },
        fee: formatUnits(BigInt(pool.feePpm), 6),
      }
    case 'uniswap-v3':
      return { kind: 'concentratedLiquidity', ...facts, ...describeTicks(pool) }
    case 'balancer-weighted':
      return {
        kind: 'weightedProduct',
        ...facts,
        ...describeVaultPool(pool, (index) => ({
          weight: fraction(pool.tokens[index]?.weight ?? 0n),
        })),
        version: pool.hasShortPowers ? 'v3Plus' : 'v0',
      }
    case 'balancer-stable':
      return {
        kind: 'stable',
        ...facts,
        ...describeVaultPool(pool, () => ({})),
        amplificationParameter: formatUnits(pool.amplification, 3),
      }
  }
}

function describeTicks(pool: ConcentratedPool) {
  const net = pool.ticks.map(({ tick, liquidityNet }) => [tick, String(liquidityNet)])
  return {
    router: pool.address,
    tokens: [pool.token0, pool.token1],
    sqrtPrice: String(pool.sqrtPriceX96),
    liquidity: String(pool.liquidity),
    tick: pool.tick,
    liquidityNet: Object.fromEntries(net),
    fee: formatUnits(BigInt(pool.feePpm), 6),
  }
}

function describeVaultPool(pool: VaultPool, further: (index: number) => object) {
  const tokens = pool.tokens.map(({ address, balance, scaling }, index) => [
    address,
    { balance: String(balance), scalingFactor: fraction(scaling), ...further(index) },
  ])
  return {
    balancerPoolId: pool.poolId,
    tokens: Object.fromEntries(tokens),
    fee: fraction(pool.swapFee),
  }
}

/** Formats a number with 18 decimals. */
function fraction(value: bigint): string {
  return formatUnits(value, 18)
}
