import type { Address } from '@/lib/core/address'
import { swapExactIn, swapExactOut } from '@/lib/liquidity/math/concentrated'
import {
  getAmountIn,
  getAmountOut,
  maxReserve,
  type Reserves,
} from '@/lib/liquidity/math/constant-product'
import { vaultIn, vaultOut } from '@/lib/liquidity/math/vault-swap'
import { type ConstantProductPool, isVaultPool, otherToken, type PairPool, type Pool } from './pool'

/** A token and an amount of it, in atoms. */
export type TokenAmount = { readonly token: Address; readonly amount: bigint }

/**
 * Gas of one hop through a pool that has traded before, with its token transfers and approvals: means of settlements on
 * an embedded network, with plain tokens of which the settlement contract holds some. Crossed ticks and tokens that do
 * more than move a balance cost extra.
 */
export const poolGas = {
  'uniswap-v2': 74_000n,
  'uniswap-v3': 95_000n,
  'balancer-weighted': 91_000n,
  'balancer-stable': 138_000n,
} as const satisfies Record<Pool['protocol'], bigint>

/** Bytes of a hop's interactions in a settlement's calldata, as `encodeHop` encodes them. */
export const poolBytes = {
  'uniswap-v2': 608n,
  'uniswap-v3': 704n,
  'balancer-weighted': 896n,
  'balancer-stable': 896n,
} as const satisfies Record<Pool['protocol'], bigint>

/**
 * Returns the wei per gas at which hops are compared where bytes cost `bytePrice` wei: orders and hops of every kind
 * have about as many bytes per gas, 6 to 10 in a thousand.
 */
export function gasPriceWithBytes(gasPrice: bigint, bytePrice: bigint): bigint {
  return gasPrice + (bytePrice * poolBytes['uniswap-v2']) / poolGas['uniswap-v2']
}

/**
 * Returns the atoms of `tokenOut` that the pool pays for `sold`, exactly as the chain does; undefined if the tokens are
 * not two of the pool's, or the pool would pay nothing or cannot take that much.
 */
export function amountOut(pool: Pool, sold: TokenAmount, tokenOut: Address): bigint | undefined {
  if (sold.amount <= 0n) return undefined
  const bought = isVaultPool(pool) ? vaultOut(pool, sold, tokenOut) : pairOut(pool, sold, tokenOut)
  return bought === 0n ? undefined : bought
}

/**
 * Returns the atoms of `tokenIn` that the pool takes for `bought`, exactly as the chain does; undefined if the tokens
 * are not two of the pool's or the pool cannot pay that much. Selling the result pays `bought` or more.
 */
export function amountIn(pool: Pool, bought: TokenAmount, tokenIn: Address): bigint | undefined {
  if (bought.amount <= 0n) return undefined
  return isVaultPool(pool) ? vaultIn(pool, bought, tokenIn) : pairIn(pool, bought, tokenIn)
}

function pairOut(pool: PairPool, sold: TokenAmount, tokenOut: Address): bigint | undefined {
  if (otherToken(pool, sold.token) !== tokenOut) return undefined
  switch (pool.protocol) {
    case 'uniswap-v2':
      return constantProductOut(pool, sold)
    case 'uniswap-v3': {
      const direction = sold.token === pool.token0 ? 'down' : 'up'
      return swapExactIn(pool, { direction, amount: sold.amount })
    }
  }
}

function pairIn(pool: PairPool, bought: TokenAmount, tokenIn: Address): bigint | undefined {
  if (otherToken(pool, bought.token) !== tokenIn) return undefined
  switch (pool.protocol) {
    case 'uniswap-v2':
      return constantProductIn(pool, bought)
    case 'uniswap-v3': {
      const direction = bought.token === pool.token1 ? 'down' : 'up'
      return swapExactOut(pool, { direction, amount: bought.amount })
    }
  }
}

function constantProductOut(pool: ConstantProductPool, sold: TokenAmount): bigint | undefined {
  const reserves = reservesFrom(pool, sold.token)
  if (reserves.reserveIn + sold.amount > maxReserve) return undefined
  return getAmountOut(reserves, sold.amount)
}

function constantProductIn(pool: ConstantProductPool, bought: TokenAmount): bigint | undefined {
  const tokenIn = bought.token === pool.token0 ? pool.token1 : pool.token0
  const reserves = reservesFrom(pool, tokenIn)
  const sold = getAmountIn(reserves, bought.amount)
  return sold === undefined || reserves.reserveIn + sold > maxReserve ? undefined : sold
}

function reservesFrom(pool: ConstantProductPool, tokenIn: Address): Reserves {
  const { reserve0, reserve1, feePpm } = pool
  return tokenIn === pool.token0
    ? { reserveIn: reserve0, reserveOut: reserve1, feePpm }
    : { reserveIn: reserve1, reserveOut: reserve0, feePpm }
}

/** A swap through one pool, in atoms. */
export type Hop = {
  readonly pool: Pool
  readonly tokenIn: Address
  readonly tokenOut: Address
  readonly amountIn: bigint
  readonly amountOut: bigint
}
