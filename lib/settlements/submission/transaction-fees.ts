import { type GasMarket, readGasMarket } from '@/lib/chain/gas-market'
import type { Context } from '@/lib/context'
import { maxAmount, minAmount } from '@/lib/core/amount'
import type { Fees } from './solver-account'

/** Maximum fee per gas in wei for a transaction with this gas limit, by the operator's caps. */
export function maxFeeOf(
  { config }: Pick<Context, 'config'>,
  chainId: number,
  gas: bigint,
): bigint {
  const maxPrice = config.maxGasPrice.get(chainId) ?? 0n
  const maxCost = config.maxTransactionCost.get(chainId) ?? 0n
  return minAmount(maxPrice, maxCost / maxAmount(gas, 1n))
}

/** Returns whether the gas price exceeds `MAX_GAS_PRICE_GWEI`, so that nothing can be sent. */
export function isAboveCap(
  { config }: Pick<Context, 'config'>,
  chainId: number,
  market: GasMarket,
) {
  return offerFees(market, config.maxGasPrice.get(chainId) ?? 0n) === undefined
}

/** Wei per gas. */
type GasMarketFees = Pick<GasMarket, 'baseFee' | 'tip'>

/**
 * Returns fees for the next blocks, at most `maxFee` per gas: they allow the base fee to double. Undefined if the next
 * block requires more.
 */
export function offerFees({ baseFee, tip }: GasMarketFees, maxFee: bigint): Fees | undefined {
  if (baseFee + tip > maxFee) return undefined
  return { maxFeePerGas: minAmount(2n * baseFee + tip, maxFee), maxPriorityFeePerGas: tip }
}

/**
 * Returns fees for a cancellation, which must be mined rather than cheap: these, or the next blocks' if higher, up to
 * twice the cap of a settlement.
 * @throws {ServiceError} InternalServerError if the network's RPC does not answer.
 */
export async function cancellationFeesFrom(
  ctx: Context,
  chainId: number,
  fees: Fees = { maxFeePerGas: 0n, maxPriorityFeePerGas: 0n },
): Promise<Fees> {
  const { baseFee, tip } = await readGasMarket(ctx, chainId)
  const offer = { maxFeePerGas: 2n * baseFee + tip, maxPriorityFeePerGas: tip }
  const { maxFeePerGas, maxPriorityFeePerGas } = highest(fees, offer)
  const capped = minAmount(maxFeePerGas, 2n * (ctx.config.maxGasPrice.get(chainId) ?? 0n))
  return { maxFeePerGas: capped, maxPriorityFeePerGas: minAmount(maxPriorityFeePerGas, capped) }
}

/** Returns fees that replace a transaction with `fees`: nodes require 10 to 12.5 % more of both. */
export function raiseFees(fees: Fees): Fees {
  const raise = (fee: bigint) => (fee * 113n) / 100n + 1n
  return {
    maxFeePerGas: raise(fees.maxFeePerGas),
    maxPriorityFeePerGas: raise(fees.maxPriorityFeePerGas),
  }
}

/**
 * Returns the fees of a replacement of a transaction with `fees`: an eighth higher, and at least those of the next blocks.
 * Undefined if either exceeds `maxFee`.
 */
export function replacementFees(
  fees: Fees,
  market: GasMarketFees,
  maxFee: bigint,
): Fees | undefined {
  const raised = raiseFees(fees)
  const offer = offerFees(market, maxFee)
  return offer && raised.maxFeePerGas <= maxFee ? highest(raised, offer) : undefined
}

function highest(fees: Fees, others: Fees): Fees {
  return {
    maxFeePerGas: maxAmount(fees.maxFeePerGas, others.maxFeePerGas),
    maxPriorityFeePerGas: maxAmount(fees.maxPriorityFeePerGas, others.maxPriorityFeePerGas),
  }
}
