import { ceilDiv } from '@/lib/core/amount'
import { ServiceError } from '@/lib/core/errors'
import { priceScale } from '@/lib/market/prices/native-price'
import type { NetworkCost, QuoteAmounts, QuoteSize } from './quote'

/** Returns the market's counter-amount for an exact amount, in atoms; undefined if the market cannot fill it. */
export type Market = {
  readonly buyAmountFor: (sellAmount: bigint) => bigint | undefined
  readonly sellAmountFor: (buyAmount: bigint) => bigint | undefined
}

/** Converts the network cost to atoms of the sell token, rounded up. */
export function feeOf({ gas, gasPrice, dataFee, sellTokenPrice }: NetworkCost): bigint {
  return ceilDiv((gas * gasPrice + dataFee) * priceScale, sellTokenPrice)
}

/**
 * Returns the gas of a cost with its data fee as gas at its price: the public API has a fee's gas, gas price and token
 * price only.
 */
export function chargedGas({ gas, gasPrice, dataFee }: NetworkCost): bigint {
  return gasPrice > 0n ? gas + ceilDiv(dataFee, gasPrice) : gas
}

/**
 * Computes the quoted amounts. For an amount before the fee, the fee is deducted from the sell amount; after the fee,
 * it is added. The volume fee (bps) lowers the buy amount of a sell order and raises the sell amount of a buy order.
 * @throws {ServiceError} SellAmountDoesNotCoverFee, or NoLiquidity if the market cannot fill the amount.
 */
export function priceQuote(input: {
  size: QuoteSize
  cost: NetworkCost
  market: Market
  volumeFeeBps: number
}): QuoteAmounts {
  const { size, market } = input
  const feeAmount = feeOf(input.cost)
  if ('buyAmountAfterFee' in size) {
    const sold = market.sellAmountFor(size.buyAmountAfterFee) ?? noLiquidity()
    const sellAmount = sold + volumeFee(sold + feeAmount, input.volumeFeeBps)
    return { sellAmount, buyAmount: size.buyAmountAfterFee, feeAmount }
  }
  const sellAmount =
    'sellAmountBeforeFee' in size
      ? afterFee(size.sellAmountBeforeFee, feeAmount)
      : size.sellAmountAfterFee
  const bought = market.buyAmountFor(sellAmount) ?? noLiquidity()
  const buyAmount = bought - volumeFee(bought, input.volumeFeeBps)
  if (buyAmount <= 0n) noLiquidity()
  return { sellAmount, buyAmount, feeAmount }
}

/**
 * Returns `sellAmount` minus the fee, in atoms.
 * @throws {ServiceError} SellAmountDoesNotCoverFee if nothing is left.
 */
export function afterFee(sellAmount: bigint, feeAmount: bigint): bigint {
  if (sellAmount > feeAmount) return sellAmount - feeAmount
  throw new ServiceError(
    'SellAmountDoesNotCoverFee',
    `sell amount ${sellAmount} does not cover the network cost of ${feeAmount}; sell more than that`,
    { data: { fee_amount: `0x${feeAmount.toString(16)}` } },
  )
}

/** `bps` may be fractional (0.3), with a precision of a hundredth. */
function volumeFee(amount: bigint, bps: number): bigint {
  return (amount * BigInt(Math.round(bps * 100))) / 1_000_000n
}

/** Throws the spec's NoLiquidity. */
export function noLiquidity(): never {
  throw new ServiceError(
    'NoLiquidity',
    'no liquidity path between the tokens at this amount; try a smaller amount or another token',
  )
}
