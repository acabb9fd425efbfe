import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ServiceError } from '@/lib/core/errors'
import { chargedGas, feeOf, type Market, priceQuote } from './price-quote'
import type { NetworkCost } from './quote'

const ether = 10n ** 18n
/** 100,000 gas at 20 gwei, and one sell-token atom worth half a native atom: a fee of 4e15. */
const cost: NetworkCost = {
  gas: 100_000n,
  gasPrice: 20n * 10n ** 9n,
  dataFee: 0n,
  sellTokenPrice: ether / 2n,
}
const twoForOne: Market = {
  buyAmountFor: (sellAmount) => sellAmount * 2n,
  sellAmountFor: (buyAmount) => (buyAmount + 1n) / 2n,
}
const none: Market = { buyAmountFor: () => undefined, sellAmountFor: () => undefined }

test('the fee is the gas cost in sell-token atoms, rounded up', () => {
  expect(feeOf(cost)).toBe(4n * 10n ** 15n)
  expect(feeOf({ gas: 1n, gasPrice: 1n, dataFee: 0n, sellTokenPrice: 3n * ether })).toBe(1n)
})

test('the data fee is part of it, and stated as gas at the gas price', () => {
  const withData = { ...cost, dataFee: 30_000n * 10n ** 9n }
  expect(feeOf(withData)).toBe(4_060_000n * 10n ** 9n)
  expect(chargedGas(withData)).toBe(101_500n)
  expect(feeOf({ ...cost, gas: chargedGas(withData) })).toBe(feeOf(withData))
})

test('sellAmountBeforeFee: the fee is deducted and the buy amount computed from the rest', () => {
  const size = { kind: 'sell', sellAmountBeforeFee: ether } as const
  expect(priceQuote({ size, cost, market: twoForOne, volumeFeeBps: 0 })).toEqual({
    sellAmount: ether - 4n * 10n ** 15n,
    feeAmount: 4n * 10n ** 15n,
    buyAmount: 2n * (ether - 4n * 10n ** 15n),
  })
})

test('sellAmountAfterFee: the order has the exact sell amount', () => {
  const size = { kind: 'sell', sellAmountAfterFee: ether } as const
  expect(priceQuote({ size, cost, market: twoForOne, volumeFeeBps: 0 })).toEqual({
    sellAmount: ether,
    feeAmount: 4n * 10n ** 15n,
    buyAmount: 2n * ether,
  })
})

test('buyAmountAfterFee: the exact buy amount, with the fee on top of the sell amount', () => {
  const size = { kind: 'buy', buyAmountAfterFee: 2n * ether } as const
  expect(priceQuote({ size, cost, market: twoForOne, volumeFeeBps: 0 })).toEqual({
    sellAmount: ether,
    feeAmount: 4n * 10n ** 15n,
    buyAmount: 2n * ether,
  })
})

test.each([1n, 4n * 10n ** 15n])('SellAmountDoesNotCoverFee: a sell amount of %d', (amount) => {
  const size = { kind: 'sell', sellAmountBeforeFee: amount } as const
  const quote = () => priceQuote({ size, cost, market: twoForOne, volumeFeeBps: 0 })
  expect(quote).toThrow(ServiceError)
  expect(quote).toThrow(/does not cover the network cost of 4000000000000000/)
})

test.each([
  { kind: 'sell', sellAmountAfterFee: 1n },
  { kind: 'buy', buyAmountAfterFee: 1n },
] as const)('NoLiquidity: no path for %o', (size) => {
  expect(() => priceQuote({ size, cost, market: none, volumeFeeBps: 0 })).toThrow(
    expect.objectContaining({ code: 'NoLiquidity' }),
  )
})

test('the volume fee lowers the buy amount of a sell order', () => {
  const market = { ...twoForOne, buyAmountFor: () => 100n * ether }
  const size = { kind: 'sell', sellAmountAfterFee: ether } as const
  const { buyAmount } = priceQuote({ size, cost, market, volumeFeeBps: 2 })
  expect(buyAmount).toBe((9998n * ether) / 100n)
})

test('the volume fee raises the sell amount of a buy order, network fee included', () => {
  const market = { ...twoForOne, sellAmountFor: () => 100n * ether }
  const size = { kind: 'buy', buyAmountAfterFee: ether } as const
  const fiveEtherFee = { gas: 5n * ether, gasPrice: 1n, dataFee: 0n, sellTokenPrice: ether }
  const { sellAmount } = priceQuote({ size, cost: fiveEtherFee, market, volumeFeeBps: 2 })
  expect(sellAmount).toBe((100_021n * ether) / 1000n)
})

test('before the fee: sell amount and fee sum up to the requested amount', () => {
  fc.assert(
    fc.property(fc.bigInt(5n * 10n ** 15n, 10n ** 60n), (sellAmountBeforeFee) => {
      const size = { kind: 'sell', sellAmountBeforeFee } as const
      const { sellAmount, feeAmount } = priceQuote({
        size,
        cost,
        market: twoForOne,
        volumeFeeBps: 30,
      })
      expect(sellAmount + feeAmount).toBe(sellAmountBeforeFee)
    }),
    { seed: 1 },
  )
})
