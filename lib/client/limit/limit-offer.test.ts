import { expect, test } from 'vitest'
import { hashAppData } from '@/lib/app-data/app-data-document'
import { prepareOrder } from '@/lib/client/prepare-order'
import { offerTerms, referrerOf } from '@/lib/client/swap/quote-offer'
import { type LimitTerms, limitOffer, offerDistance } from './limit-offer'
import { waitsForPrice } from './ratio'

const from = `0x${'aa'.repeat(20)}` as const
const terms: LimitTerms = {
  from,
  receiver: undefined,
  sellToken: `0x${'11'.repeat(20)}`,
  buyToken: `0x${'22'.repeat(20)}`,
  sellAmount: 10n ** 18n,
  buyAmount: 4_000_000_000n,
  validTo: 1_800_000_000,
  partiallyFillable: true,
  referrerCode: 'COW-12345',
}

test('a limit order is signed as entered: no fee, no slippage, its own expiry', () => {
  const { answer, slippageBps } = limitOffer(terms)
  const appDataHash = answer.quote.appDataHash as `0x${string}`
  expect(prepareOrder(answer, { slippageBps, appDataHash })).toMatchObject({
    ...{ sellAmount: 10n ** 18n, buyAmount: 4_000_000_000n, feeAmount: 0n, kind: 'sell' },
    ...{ receiver: from, validTo: 1_800_000_000, partiallyFillable: true },
  })
  expect(answer).not.toHaveProperty('id')
})

test('pays the given receiver', () => {
  const receiver = `0x${'bb'.repeat(20)}` as const
  expect(limitOffer({ ...terms, receiver }).answer.quote.receiver).toBe(receiver)
})

test('the app data document has the service’s hash, the order class and the affiliate code', () => {
  const { quote } = limitOffer(terms).answer
  expect(quote.appDataHash).toBe(hashAppData(quote.appData))
  expect(JSON.parse(quote.appData)).toMatchObject({
    metadata: { orderClass: { orderClass: 'limit' }, referrer: { code: 'COW-12345' } },
  })
  expect(referrerOf(limitOffer(terms))).toBe('COW-12345')
  expect(referrerOf(limitOffer({ ...terms, referrerCode: undefined }))).toBeUndefined()
})

test('its terms are both amounts, at no cost', () => {
  expect(offerTerms(limitOffer(terms), 0)).toMatchObject({
    ...{ pays: 10n ** 18n, gets: 4_000_000_000n, cost: 0n, buyAmount: 4_000_000_000n },
  })
})

test('waits above the market, and fills immediately at or below it', () => {
  const market = (bought: bigint) => ({ bought, sold: terms.sellAmount })
  const distance = (bought: bigint) =>
    offerDistance(limitOffer(terms), market(bought)) ?? Number.NaN
  expect(distance(3_200_000_000n)).toBe(2_500)
  expect(waitsForPrice(distance(3_200_000_000n))).toBe(true)
  expect(waitsForPrice(distance(4_000_000_000n))).toBe(false)
  expect(distance(5_000_000_000n)).toBe(-2_000)
  expect(waitsForPrice(distance(5_000_000_000n))).toBe(false)
  expect(offerDistance(limitOffer(terms), undefined)).toBeUndefined()
})
