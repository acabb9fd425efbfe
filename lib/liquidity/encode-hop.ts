import { encodeFunctionData, erc20Abi, parseAbi } from 'viem'
import type { Address } from '@/lib/core/address'
import { maxUint256 } from '@/lib/core/amount'
import type { Hex } from '@/lib/core/bytes'
import type { Interaction } from '@/lib/core/interaction'
import type { SwapRouter } from '@/lib/core/networks'
import type { Hop } from './hop'

/** Where hops are carried out. */
export type HopSettlement = {
  /** The settlement contract, which holds the tokens between the hops. */
  readonly settlement: Address
  readonly v3Router: SwapRouter
  /**
   * Tokens for which the settlement contract already grants the router an allowance. It is set to zero
   * first, because some tokens (USDT) refuse to change an allowance that is not zero.
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

/**
 * The calls that carry out a hop, in order.
 *
 * It gives at least what it says or reverts, so that it never spends tokens of the settlement contract that
 * it was not meant to. Each approval is of exactly the amount that the next call spends, so allowances are
 * back at zero after it and no grant is left behind.
 */
export function encodeHop(hop: Hop, where: HopSettlement): readonly Interaction[] {
  return hop.pool.protocol === 'uniswap-v2'
    ? encodePairSwap(hop, where)
    : encodeRouterSwap(hop, where)
}

function encodePairSwap(hop: Hop, { settlement }: HopSettlement): readonly Interaction[] {
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

function encodeRouterSwap(hop: Hop, where: HopSettlement): readonly Interaction[] {
  const router = where.v3Router.address
  const approvals = where.standingAllowances?.has(hop.tokenIn) ? [0n, hop.amountIn] : [hop.amountIn]
  return [
    ...approvals.map((amount) => call(hop.tokenIn, encodeApproval(router, amount))),
    call(router, encodeExactInput(hop, where)),
  ]
}

function encodeApproval(spender: Address, amount: bigint): Hex {
  return encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] })
}

function encodeExactInput(hop: Hop, { settlement, v3Router }: HopSettlement): Hex {
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
  // The orders of a settlement carry their own expiry, so the router's adds nothing.
  const withDeadline = { ...params, deadline: maxUint256 }
  return encodeFunctionData({ abi: routerAbi, functionName, args: [withDeadline] })
}

function call(target: Address, callData: Hex): Interaction {
  return { target, value: 0n, callData }
}
