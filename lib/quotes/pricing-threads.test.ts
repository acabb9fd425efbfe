import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getNetwork } from '@/lib/core/networks'
import { bundleProcess } from '@/lib/testing/bundle-process'
import { nativeMarket } from '@/lib/testing/chain/native-orders'
import { type PricedOffer, type PricingRequest, priceOffers } from './price-offers'
import { type PricingThreads, startPricingThreads } from './pricing-threads'

const market = nativeMarket()
const { wrappedNative } = getNetwork(1)
const [, buyToken = wrappedNative] = market.tokens
const question: PricingRequest = {
  chainId: 1,
  pair: { sellToken: wrappedNative, buyToken },
  size: { kind: 'sell', sellAmountBeforeFee: 10n ** 18n },
  gasPrice: 10n ** 9n,
  bytePrice: 0n,
  extraBytes: 0n,
  transferGas: 0n,
  extraGas: 0n,
  volumeFeeBps: 0,
  estimatorNames: ['path', 'split'],
  inventory: [],
  measuredGas: new Map(),
}
let threads: PricingThreads
let file: URL

beforeAll(async () => {
  file = pathToFileURL(resolve(await bundleProcess('lib/http/server/pricing-thread.ts')))
  threads = startPricingThreads(file)
})
afterAll(() => threads?.close())

const inTime = () => ({ pools: market.pools, deadlineMs: Date.now() + 60_000 })

/**
 * The last digits of a bound depend on the initial prices of the search, which the previous search of the process
 * leaves behind.
 */
function withoutBound({ estimate: { bound, gapBps, ...estimate }, ...offer }: PricedOffer) {
  return { ...offer, estimate }
}

test('threads price like the main thread, with the caller’s pools in their hops', async () => {
  const there = await threads.price(question, inTime())
  const here = priceOffers(question, market.pools)
  expect(there.map(withoutBound)).toEqual(here.map(withoutBound))
  for (const [at, { estimate }] of there.entries()) {
    expect(Number(estimate.bound) / Number(here[at]?.estimate.bound)).toBeCloseTo(1, 10)
  }
  expect(there.map(({ estimator }) => estimator).sort()).toEqual(['path', 'split'])
  for (const { pool } of there[0]!.estimate.hops) expect(market.pools).toContain(pool)
})

test('a thread’s refusal is the same error as on the main thread', async () => {
  const size = { kind: 'sell', sellAmountBeforeFee: 1n } as const
  const here = () => priceOffers({ ...question, size }, market.pools)
  const there = threads.price({ ...question, size }, inTime())
  const { code, message, data } = await there.catch((error) => error)
  expect(here).toThrow(message)
  expect([code, Object.keys(data)]).toEqual(['SellAmountDoesNotCoverFee', ['fee_amount']])
})

test('pricing many quotes does not block the process', async () => {
  const gaps: number[] = []
  let last = performance.now()
  const timer = setInterval(() => {
    gaps.push(performance.now() - last)
    last = performance.now()
  }, 2)
  const offers = await Promise.all(
    Array.from({ length: 60 }, () => threads.price(question, inTime())),
  )
  clearInterval(timer)
  expect(offers).toHaveLength(60)
  expect(gaps.length).toBeGreaterThan(10)
})

test('a request that reaches its deadline in the queue is rejected and not priced', async () => {
  const late = { pools: market.pools, deadlineMs: Date.now() - 1 }
  await expect(threads.price(question, late)).rejects.toMatchObject({
    code: 'InternalServerError',
    retryAfterSeconds: 1,
  })
})

test('a failed thread is replaced: its requests fail, later ones are priced', async () => {
  const broken = startPricingThreads(new URL('data:text/javascript,process.exit(3)'))
  await expect(broken.price(question, inTime())).rejects.toMatchObject({ retryAfterSeconds: 1 })
  await expect(broken.price(question, inTime())).rejects.toMatchObject({ retryAfterSeconds: 1 })
  await broken.close()
})
