import { describe, expect, test } from 'vitest'
import { maxUint256 } from '@/lib/core/amount'
import { dai, fixtureOrder, usdc } from '@/lib/testing/auctions/build-auction-fixture'
import { executeOrder } from './execution'

const sell = fixtureOrder(1, {
  sellToken: dai,
  buyToken: usdc,
  sellAmount: 10n,
  buyAmount: 3n,
}).order
const buy = fixtureOrder(2, {
  sellToken: dai,
  buyToken: usdc,
  sellAmount: 10n,
  buyAmount: 3n,
  kind: 'buy',
}).order

describe('the arithmetic of the settlement contract', () => {
  test('a sell order gets its buy amount rounded up', () => {
    expect(executeOrder(sell, 10n, { sell: 1n, buy: 3n })).toEqual({
      sellAmount: 10n,
      buyAmount: 4n,
      fee: 0n,
    })
  })

  test('a buy order pays its sell amount rounded down', () => {
    expect(executeOrder(buy, 3n, { sell: 2n, buy: 5n })).toEqual({
      sellAmount: 7n,
      buyAmount: 3n,
      fee: 0n,
    })
  })

  test('rejects a price below the limit, but not the limit itself', () => {
    expect(executeOrder(sell, 10n, { sell: 3n, buy: 10n })?.buyAmount).toBe(3n)
    expect(executeOrder(sell, 10n, { sell: 29n, buy: 100n })).toBeUndefined()
  })

  test('a fill-or-kill order executes in full or not at all', () => {
    expect(executeOrder(sell, 9n, { sell: 1n, buy: 1n })).toBeUndefined()
    expect(executeOrder({ ...sell, partiallyFillable: true }, 9n, { sell: 1n, buy: 1n })).toEqual({
      sellAmount: 9n,
      buyAmount: 9n,
      fee: 0n,
    })
  })

  test('the signed fee is charged pro rata, rounded down', () => {
    const partial = { ...sell, partiallyFillable: true, feeAmount: 5n }
    expect(executeOrder(partial, 3n, { sell: 1n, buy: 1n })?.fee).toBe(1n)
    expect(executeOrder({ ...sell, feeAmount: 5n }, 10n, { sell: 1n, buy: 1n })?.fee).toBe(5n)
  })

  test('rejects products beyond uint256, on which the contract reverts', () => {
    expect(executeOrder(sell, 10n, { sell: maxUint256, buy: 1n })).toBeUndefined()
    expect(executeOrder(sell, 10n, { sell: maxUint256 / 10n, buy: 1n })).toBeDefined()
    expect(executeOrder(sell, 10n, { sell: 1n, buy: 0n })).toBeUndefined()
  })
})
