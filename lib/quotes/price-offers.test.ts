import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isServiceError } from '@/lib/core/errors'
import { getNetwork } from '@/lib/core/networks'
import { type Pool, tokensOf } from '@/lib/liquidity/pool'
import { poolBytes } from '@/lib/liquidity/swap-pool'
import { replayRoute } from '@/lib/testing/auctions/replay-route'
import { nativeMarket } from '@/lib/testing/chain/native-orders'
import { shapeOf } from './estimator'
import { type PricingRequest, priceOffers } from './price-offers'
import { feeOf } from './price-quote'
import { settlementGas } from './quote'
import { settlementBytes, tradeBytes } from './settlement-bytes'

const ether = 10n ** 18n
const { tokens, pools } = nativeMarket()
const { wrappedNative } = getNetwork(1)

function questionOf(change: Partial<PricingRequest> = {}): PricingRequest {
  return {
    chainId: 1,
    pair: { sellToken: wrappedNative, buyToken: tokens[1]! },
    size: { kind: 'sell', sellAmountBeforeFee: ether },
    gasPrice: 10n ** 9n,
    bytePrice: 0n,
    extraBytes: 0n,
    transferGas: 0n,
    extraGas: 0n,
    volumeFeeBps: 0,
    estimatorNames: ['split', 'path'],
    inventory: [],
    measuredGas: new Map(),
    ...change,
  }
}

function ask(change: Partial<PricingRequest> = {}) {
  return priceOffers(questionOf(change), pools)
}

test('sorts the best offer first, and its amounts are those of its hops', () => {
  const token = fc.integer({ min: 1, max: 19 })
  const exponent = fc.double({ min: 16.5, max: 22, noNaN: true })
  fc.assert(
    fc.property(token, exponent, (place, digits) => {
      const sellAmountBeforeFee = BigInt(Math.round(10 ** (digits - 6))) * 10n ** 6n
      const size = { kind: 'sell', sellAmountBeforeFee } as const
      const offers = ask({ size, pair: { sellToken: wrappedNative, buyToken: tokens[place]! } })
      for (const { amounts, estimate, cost } of offers) {
        expect(amounts.sellAmount + amounts.feeAmount).toBe(sellAmountBeforeFee)
        expect(amounts.feeAmount).toBe(feeOf(cost))
        const { sold, bought } = replayRoute(estimate)
        expect([sold, bought]).toEqual([amounts.sellAmount, amounts.buyAmount])
        expect(estimate.gapBps).toBeGreaterThanOrEqual(0)
        expect(estimate.bound).toBeGreaterThanOrEqual(bought)
      }
      const worths = offers.map(({ amounts }) => amounts.buyAmount)
      expect([...worths].sort((a, b) => (a > b ? -1 : 1))).toEqual(worths)
    }),
    { numRuns: 60, seed: 3 },
  )
})

test('charges the measured gas of a shape, else the modelled gas', () => {
  const [modelled] = ask()
  expect(modelled).toMatchObject({ isMeasured: false })
  expect(modelled?.cost.gas).toBe(settlementGas + modelled!.estimate.gas)
  const gas = 345_678n
  const measuredGas = new Map([[shapeOf(modelled!.estimate), { gas, sellAmount: ether }]])
  const [measured] = ask({ measuredGas })
  expect(measured).toMatchObject({ isMeasured: true, cost: { gas } })
  expect(ask({ measuredGas, extraGas: 27_000n })[0]?.cost.gas).toBe(gas + 27_000n)
})

test('an amount that covers only a short route gets one, whatever longer routes were measured', () => {
  const gasPrice = 10n ** 12n
  const size = { kind: 'sell', sellAmountBeforeFee: 3n * 10n ** 17n } as const
  const measuredGas = new Map([['another', { gas: 10n ** 7n, sellAmount: ether }]])
  const [offer] = ask({ size, gasPrice, measuredGas })
  expect(offer?.amounts.sellAmount).toBeGreaterThan(0n)
})

test('rejects an amount below the fee and states the fee', () => {
  const size = { kind: 'sell', sellAmountBeforeFee: 10n ** 13n } as const
  expect(() => ask({ size })).toThrow('does not cover the network cost')
})

test('ranks buy orders by sell amount including the fee', () => {
  const size = { kind: 'buy', buyAmountAfterFee: 10n ** 6n } as const
  const offers = ask({ size })
  const costs = offers.map(({ amounts }) => amounts.sellAmount + amounts.feeAmount)
  expect([...costs].sort((a, b) => (a < b ? -1 : 1))).toEqual(costs)
  for (const { amounts, estimate } of offers) {
    expect(amounts.buyAmount).toBe(size.buyAmountAfterFee)
    expect(estimate.buyAmount).toBeGreaterThanOrEqual(size.buyAmountAfterFee)
  }
})

const oneAtom = { kind: 'sell', sellAmountBeforeFee: 1n } as const
const codeOf = (change: Partial<PricingRequest>, from: readonly Pool[]) => {
  const question = { ...questionOf(), size: oneAtom, ...change }
  try {
    return priceOffers(question, from).length
  } catch (error) {
    return isServiceError(error) ? error.code : error
  }
}

test('one atom does not cover its cost if there is a path, at any gas price', () => {
  const usd = { sellToken: wrappedNative, buyToken: tokens[1]! }
  expect(codeOf({ pair: usd }, pools)).toBe('SellAmountDoesNotCoverFee')
  expect(codeOf({ pair: usd, gasPrice: 0n }, pools)).toBe('SellAmountDoesNotCoverFee')
})

test('one atom finds no liquidity if there is no path', () => {
  // The bought token is priced by its pools, but none of them is left to trade with.
  const isolated = pools.filter((pool) => !tokensOf(pool).includes(tokens[1]!))
  const pair = { sellToken: wrappedNative, buyToken: tokens[1]! }
  expect(codeOf({ pair }, isolated)).toBe('NoLiquidity')
})

test('bytes cost what the settlement and the hops of the offer have', () => {
  const size = { kind: 'sell', sellAmountAfterFee: ether } as const
  const bytePrice = 10n ** 10n
  const [free] = ask({ size })
  const [paid] = ask({ size, bytePrice, extraBytes: 300n })
  if (!free || !paid) throw new Error('no offer')
  expect(free.cost.dataFee).toBe(0n)
  const ofHops = paid.estimate.hops.reduce((sum, { pool }) => sum + poolBytes[pool.protocol], 0n)
  expect(paid.cost.dataFee).toBe((settlementBytes + tradeBytes + 300n + ofHops) * bytePrice)
  expect(paid.amounts.feeAmount).toBe(feeOf(paid.cost))
  expect(paid.amounts.feeAmount).toBeGreaterThan(free.amounts.feeAmount)
})
