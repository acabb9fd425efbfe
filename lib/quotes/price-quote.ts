import { ceilDiv } from '@/lib/core/amount'
import { ServiceError } from '@/lib/core/errors'
import { priceScale } from '@/lib/market/prices/native-price'
import type { NetworkCost, QuoteAmounts, QuoteSize } from './quote'

/** The other amount that the market gives for an exact one, in atoms; undefined: none at this size. */
export type Market = {
  readonly buyAmountFor: (sellAmount: bigint) => bigint | undefined
  readonly sellAmountFor: (buyAmount: bigint) => bigint | undefined
}

/** What the network cost is in atoms of the sell token, rounded up. */
export function feeOf({ gas, gasPrice, sellTokenPrice }: NetworkCost): bigint {
  return ceilDiv(gas * gasPrice * priceScale, sellTokenPrice)
}

/**
 * The amounts to offer for `size`: before the fee it is deducted from what is sold, after the fee it
 * comes on top; the volume fee (bps) is taken from what is bought, or added to what is sold.
 *
 * @throws {ServiceError} SellAmountDoesNotCoverFee, or NoLiquidity when the market cannot give the amount.
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
 * What is left of `sellAmount` after the fee, in atoms.
 *
 * @throws {ServiceError} SellAmountDoesNotCoverFee when that is nothing.
 */
export function afterFee(sellAmount: bigint, feeAmount: bigint): bigint {
  if (sellAmount > feeAmount) return sellAmount - feeAmount
  throw new ServiceError(
    'SellAmountDoesNotCoverFee',
    `sell amount ${sellAmount} does not cover the network cost of ${feeAmount}; sell more than that`,
    { data: { fee_amount: `0x${feeAmount.toString(16)}` } },
  )
}

/** `bps` may have decimals (0.3); they count to a hundredth. */
function volumeFee(amount: bigint, bps: number): bigint {
  return (amount * BigInt(Math.round(bps * 100))) / 1_000_000n
}

/** Fails with the spec’s NoLiquidity. */
export function noLiquidity(): never {
  throw new ServiceError(
    'NoLiquidity',
    'no liquidity path between the tokens at this amount; try a smaller amount or another token',
  )
}
