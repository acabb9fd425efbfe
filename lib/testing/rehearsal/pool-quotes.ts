import { parseAbi } from 'viem'
import { uniswapPeriphery } from '@/lib/devnet/deploy/deploy-uniswap'
import { listDevnetPools, listDevnetTokens } from '@/lib/devnet/embedded-networks'
import type { RehearsalStage } from './stage'
import type { HonestOrder } from './traders'

const quoterAbi = parseAbi([
  'struct ExactInput { address tokenIn; address tokenOut; uint256 amountIn; uint24 fee; uint160 sqrtPriceLimitX96; }',
  'struct ExactOutput { address tokenIn; address tokenOut; uint256 amount; uint24 fee; uint160 sqrtPriceLimitX96; }',
  'function quoteExactInputSingle(ExactInput params) returns (uint256 amountOut, uint160, uint32, uint256)',
  'function quoteExactOutputSingle(ExactOutput params) returns (uint256 amountIn, uint160, uint32, uint256)',
])

/**
 * Returns by how many bps the best V3 pool alone exceeds an order's limit now, by Uniswap's own quoter; negative where it
 * cannot pay it. Splits and longer routes may pay more, so this errs for the service only where no single pool suffices.
 */
export async function readMarginBps(
  { chain, ctx }: RehearsalStage,
  order: HonestOrder,
): Promise<number> {
  const { chainId } = chain.network
  const { client } = ctx.chain(chainId)
  const { sellToken: tokenIn, buyToken: tokenOut, kind, sellAmount, buyAmount } = order
  const symbols = [tokenIn, tokenOut].map(
    (token) => listDevnetTokens(chainId).find(({ address }) => address === token)?.symbol ?? '',
  )
  const fees = listDevnetPools(chainId)
    .filter(({ a, b }) => symbols.includes(a) && symbols.includes(b))
    .flatMap(({ fee }) => fee ?? [])
  const margins = fees.map(async (fee) => {
    const at = { address: uniswapPeriphery.v3Quoter, abi: quoterAbi } as const
    const swap = { tokenIn, tokenOut, fee, sqrtPriceLimitX96: 0n }
    if (kind === 'sell') {
      const args = [{ ...swap, amountIn: sellAmount }] as const
      const call = { ...at, functionName: 'quoteExactInputSingle', args } as const
      const { result } = await client.simulateContract(call)
      return bps(result[0], buyAmount)
    }
    const args = [{ ...swap, amount: buyAmount }] as const
    const call = { ...at, functionName: 'quoteExactOutputSingle', args } as const
    const { result } = await client.simulateContract(call)
    return bps(sellAmount, result[0])
  })
  return Math.max(...(await Promise.all(margins)))
}

const bps = (amount: bigint, limit: bigint) => Number(((amount - limit) * 10_000n) / limit)
