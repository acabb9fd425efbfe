import { encodeFunctionData, erc20Abi, parseAbi } from 'viem'
import { vaultAbi } from '@/lib/chain/contract-abis'
import type { Address } from '@/lib/core/address'
import { maxUint256 } from '@/lib/core/amount'
import type { Hex } from '@/lib/core/bytes'
import type { Interaction } from '@/lib/core/interaction'
import { balancerVault } from '@/lib/core/networks'
import type { SwapRouter } from '@/lib/core/pool-factories'
import type { ConcentratedPool, ConstantProductPool, VaultPool } from './pool'
import type { Hop } from './swap-pool'

/** The contracts that execute hops. */
export type HopSettlement = {
  /** The settlement contract, which holds the tokens between the hops. */
  readonly settlement: Address
  readonly v3Router: SwapRouter
  /**
   * Tokens for which the settlement contract already grants the router or the vault an allowance. It is reset to zero
   * first, because some tokens (USDT) refuse to change a nonzero allowance.
   */
  readonly standingAllowances?: ReadonlySet<Address>
}

const pairAbi = parseAbi([
  'function swap(uint256 amount0Out, uint256 amount1Out, address to, bytes data)',
])

const routerAbi = parseAbi([
  'struct Single { address tokenIn; address tokenOut; uint24 fee; address recipient; uint256 deadline; uint256 amountIn; uint256 amountOutMinimum; uint160 sqrtPriceLimitX96; }',
  'function exactInputSingle(Single params) payable returns (uint256 amountOut)',
])

const router02Abi = parseAbi([
  'struct Single { address tokenIn; address tokenOut; uint24 fee; address recipient; uint256 amountIn; uint256 amountOutMinimum; uint160 sqrtPriceLimitX96; }',
  'function exactInputSingle(Single params) payable returns (uint256 amountOut)',
])

/** `SwapKind.GIVEN_IN` of the vault. */
const exactInput = 0

type HopThrough<P> = Omit<Hop, 'pool'> & { readonly pool: P }

/**
 * Encodes the calls that execute a hop, in order.
 *
 * The hop pays at least its stated amount or reverts, so that it never spends other tokens of the settlement contract.
 * Each approval is for exactly the amount that the next call spends, so no allowance remains.
 */
export function encodeHop(hop: Hop, where: HopSettlement): readonly Interaction[] {
  const { pool } = hop
  switch (pool.protocol) {
    case 'uniswap-v2':
      return encodePairSwap({ ...hop, pool }, where)
    case 'uniswap-v3':
      return encodeRouterSwap({ ...hop, pool }, where)
    case 'balancer-weighted':
    case 'balancer-stable':
      return encodeVaultSwap({ ...hop, pool }, where)
  }
}

function encodePairSwap(
  hop: HopThrough<ConstantProductPool>,
  { settlement }: HopSettlement,
): readonly Interaction[] {
  const pair = hop.pool.address
  const isSellingToken0 = hop.tokenIn === hop.pool.token0
  const outs = isSellingToken0 ? ([0n, hop.amountOut] as const) : ([hop.amountOut, 0n] as const)
  return [
    call(
      hop.tokenIn,
      encodeFunctionData({
        abi: erc20Abi,
        functionName: 'transfer',
        args: [pair, hop.amountIn],
      }),
    ),
    call(
      pair,
      encodeFunctionData({ abi: pairAbi, functionName: 'swap', args: [...outs, settlement, '0x'] }),
    ),
  ]
}

function encodeRouterSwap(
  hop: HopThrough<ConcentratedPool>,
  where: HopSettlement,
): readonly Interaction[] {
  const router = where.v3Router.address
  return [...approve(hop, router, where), call(router, encodeExactInput(hop, where))]
}

function encodeVaultSwap(hop: HopThrough<VaultPool>, where: HopSettlement): readonly Interaction[] {
  const { settlement } = where
  const swap = {
    poolId: hop.pool.poolId,
    kind: exactInput,
    assetIn: hop.tokenIn,
    assetOut: hop.tokenOut,
    amount: hop.amountIn,
    userData: '0x',
  } as const
  const funds = {
    sender: settlement,
    fromInternalBalance: false,
    recipient: settlement,
    toInternalBalance: false,
  }
  // The orders of a settlement have their own expiry, so the vault's deadline adds nothing.
  const args = [swap, funds, hop.amountOut, maxUint256] as const
  const callData = encodeFunctionData({ abi: vaultAbi, functionName: 'swap', args })
  return [...approve(hop, balancerVault, where), call(balancerVault, callData)]
}

function approve(
  { tokenIn, amountIn }: Pick<Hop, 'tokenIn' | 'amountIn'>,
  spender: Address,
  { standingAllowances }: HopSettlement,
): readonly Interaction[] {
  const amounts = standingAllowances?.has(tokenIn) ? [0n, amountIn] : [amountIn]
  return amounts.map((amount) => {
    const args = [spender, amount] as const
    return call(tokenIn, encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args }))
  })
}

function encodeExactInput(
  hop: HopThrough<ConcentratedPool>,
  { settlement, v3Router }: HopSettlement,
): Hex {
  const params = {
    tokenIn: hop.tokenIn,
    tokenOut: hop.tokenOut,
    fee: hop.pool.feePpm,
    recipient: settlement,
    amountIn: hop.amountIn,
    amountOutMinimum: hop.amountOut,
    sqrtPriceLimitX96: 0n,
  }
  const functionName = 'exactInputSingle'
  if (v3Router.kind === 'swap-router-02') {
    return encodeFunctionData({ abi: router02Abi, functionName, args: [params] })
  }
  // The orders of a settlement have their own expiry, so the router's deadline adds nothing.
  const withDeadline = { ...params, deadline: maxUint256 }
  return encodeFunctionData({ abi: routerAbi, functionName, args: [withDeadline] })
}

function call(target: Address, callData: Hex): Interaction {
  return { target, value: 0n, callData }
}
