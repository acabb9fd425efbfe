import { encodeFunctionData, erc20Abi, parseAbi } from 'viem'
import { vaultAbi } from '@/lib/chain/contract-abis'
import type { Address } from '@/lib/core/address'
import { maxUint256 } from '@/lib/core/amount'
import type { Hex } from '@/lib/core/bytes'
import type { Interaction } from '@/lib/core/interaction'
import { balancerVault } from '@/lib/core/networks'
import type { SwapRouter } from '@/lib/core/pool-factories'
import { type Approve, createApprovals } from './approvals'
import type { ConcentratedPool, ConstantProductPool, Pool, VaultPool } from './pool'
import type { Hop } from './swap-pool'

/** The contracts that execute hops. */
export type HopSettlement = {
  /** The settlement contract, which holds the tokens between the hops. */
  readonly settlement: Address
  readonly v3Router: SwapRouter
}

/** A pair of Uniswap V2 or a fork. */
export const pairAbi = parseAbi([
  'function swap(uint256 amount0Out, uint256 amount1Out, address to, bytes data)',
])

/** The original router: its parameters have a deadline. */
export const routerAbi = parseAbi([
  'struct Single { address tokenIn; address tokenOut; uint24 fee; address recipient; uint256 deadline; uint256 amountIn; uint256 amountOutMinimum; uint160 sqrtPriceLimitX96; }',
  'function exactInputSingle(Single params) payable returns (uint256 amountOut)',
])

/** Router 02: its parameters have no deadline. */
export const router02Abi = parseAbi([
  'struct Single { address tokenIn; address tokenOut; uint24 fee; address recipient; uint256 amountIn; uint256 amountOutMinimum; uint160 sqrtPriceLimitX96; }',
  'function exactInputSingle(Single params) payable returns (uint256 amountOut)',
])

/** `SwapKind.GIVEN_IN` of the vault. */
const exactInput = 0

type HopThrough<P> = Omit<Hop, 'pool'> & { readonly pool: P }

/**
 * Encodes the calls that execute a hop, in order.
 *
 * The hop pays at least its stated amount or reverts, so that it never spends other tokens of the settlement contract. A
 * V2 pool pays exactly that amount.
 */
export function encodeHop(
  hop: Hop,
  where: HopSettlement,
  approve: Approve = createApprovals(),
): readonly Interaction[] {
  const { pool, tokenIn: token, amountIn } = hop
  const spender = spenderOf(pool, where)
  const approvals = spender ? approve({ token, spender }, amountIn) : []
  switch (pool.protocol) {
    case 'uniswap-v2':
      return encodePairSwap({ ...hop, pool }, where)
    case 'uniswap-v3':
      return [...approvals, call(where.v3Router.address, encodeExactInput({ ...hop, pool }, where))]
    case 'balancer-weighted':
    case 'balancer-stable':
      return [...approvals, encodeVaultSwap({ ...hop, pool }, where)]
  }
}

/** Returns the contract that takes a hop's input by an allowance; undefined if the input is sent to the pool. */
export function spenderOf(
  { protocol }: Pick<Pool, 'protocol'>,
  { v3Router }: HopSettlement,
): Address | undefined {
  switch (protocol) {
    case 'uniswap-v2':
      return undefined
    case 'uniswap-v3':
      return v3Router.address
    case 'balancer-weighted':
    case 'balancer-stable':
      return balancerVault
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

function encodeVaultSwap(hop: HopThrough<VaultPool>, { settlement }: HopSettlement): Interaction {
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
  return call(balancerVault, callData)
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
