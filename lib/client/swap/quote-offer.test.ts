import { expect, test } from 'vitest'
import type { QuoteAnswer } from '@/lib/client/api'
import { expectedPermitHook } from '@/lib/client/app-data-hook'
import {
  compareOffers,
  dateOffer,
  effectivePrice,
  offerTerms,
  type QuoteKey,
  quoteBody,
  quoteKeyId,
  referrerOf,
  swapAppData,
} from './quote-offer'

const now = 1_800_000_000_000

const quoted = (kind: 'sell' | 'buy', sellAmount: string, buyAmount: string) =>
  ({
    quote: { kind, sellAmount, feeAmount: '10', buyAmount },
    expiration: new Date(now + 45_000).toISOString(),
  }) as QuoteAnswer

test('an offer is valid as long as the service says, at most a minute', () => {
  const answer = quoted('sell', '990', '20000')
  const until = (expiration: number) =>
    dateOffer({ ...answer, expiration: new Date(expiration).toISOString() }, { nowMs: now })
      .expiresAtMs
  expect(until(now + 45_000)).toBe(now + 45_000)
  expect(until(now + 600_000)).toBe(now + 60_000)
})

test('a local clock ahead of the service’s does not invalidate offers', () => {
  const answer = { ...quoted('sell', '990', '1'), expiration: new Date(now - 5_000).toISOString() }
  expect(dateOffer(answer, { nowMs: now }).expiresAtMs).toBe(now + 60_000)
})

test('an offer expires by the service’s clock, however wrong the local one is', () => {
  const answer = quoted('sell', '990', '1')
  const hours = 3_600_000
  for (const nowMs of [now - hours, now, now + hours]) {
    expect(dateOffer(answer, { nowMs, serverMs: now }).expiresAtMs).toBe(nowMs + 45_000)
  }
})

test('more bought or less sold is better', () => {
  const sell = (got: string) => dateOffer(quoted('sell', '990', got), { nowMs: now })
  const buy = (paid: string) => dateOffer(quoted('buy', paid, '20000'), { nowMs: now })
  expect(compareOffers(sell('20000'), sell('20001'))).toBe('better')
  expect(compareOffers(sell('20000'), sell('19999'))).toBe('worse')
  expect(compareOffers(buy('990'), buy('989'))).toBe('better')
  expect(compareOffers(buy('990'), buy('991'))).toBe('worse')
  expect(compareOffers(buy('990'), buy('990'))).toBe('same')
})

test('slippage of a buy order applies to the sell amount, the cost included', () => {
  expect(offerTerms(dateOffer(quoted('buy', '990', '20000'), { nowMs: now }), 100)).toMatchObject({
    pays: 1000n,
    gets: 20_000n,
    cost: 10n,
    sellAmount: 1010n,
    buyAmount: 20_000n,
    quotedAmount: 1000n,
  })
})

test('the app data document names the affiliate code, with equal text for equal codes', () => {
  expect(swapAppData('COW-12345')).toBe(
    '{"appCode":"Coincide","metadata":{"referrer":{"code":"COW-12345"}},"version":"1.3.0"}',
  )
  expect(swapAppData(undefined)).toBe('{"appCode":"Coincide","metadata":{},"version":"1.3.0"}')
})

test('recipient and validity are part of the request, and distinguish offers', () => {
  const token = `0x${'aa'.repeat(20)}` as const
  const other = `0x${'bb'.repeat(20)}` as const
  const key: QuoteKey = {
    ...{ sellToken: token, buyToken: token, kind: 'sell', amount: 1n, from: token },
    ...{ receiver: undefined, validSeconds: 1_800, referrerCode: undefined },
  }
  expect(quoteBody({ ...key, receiver: other, validSeconds: 600 })).toMatchObject({
    receiver: other,
    validFor: 600,
  })
  expect(quoteBody(key)).not.toHaveProperty('validSeconds')
  const ids = [key, { ...key, receiver: other }, { ...key, validSeconds: 600 }].map(quoteKeyId)
  expect(new Set(ids).size).toBe(3)
})

test('the affiliate code is part of the request, and can be read from the offer', () => {
  const token = `0x${'aa'.repeat(20)}` as const
  const key: QuoteKey = {
    sellToken: token,
    buyToken: token,
    kind: 'sell',
    amount: 1n,
    from: token,
    receiver: undefined,
    validSeconds: 1_800,
    referrerCode: 'COW-12345',
  }
  const { appData, ...body } = quoteBody(key)
  expect(body).not.toHaveProperty('referrerCode')
  const answer = quoted('sell', '990', '1')
  const offer = dateOffer(
    { ...answer, quote: { ...answer.quote, appData: String(appData) } },
    { nowMs: now },
  )
  expect(referrerOf(offer)).toBe('COW-12345')
  expect(String(quoteBody({ ...key, referrerCode: undefined }).appData)).toBe(
    swapAppData(undefined),
  )
})

test('an order paid in the native token is placed on-chain by a contract on behalf of the payer', () => {
  const token = `0x${'aa'.repeat(20)}` as const
  const key: QuoteKey = {
    ...{ sellToken: token, buyToken: token, kind: 'sell', amount: 1n, from: token },
    ...{ receiver: undefined, validSeconds: 1_800, referrerCode: undefined, isNative: true },
  }
  expect(quoteBody(key)).toEqual({
    ...{ sellToken: token, buyToken: token, kind: 'sell', sellAmountBeforeFee: '1', from: token },
    ...{ receiver: token, validFor: 1_800, appData: swapAppData(undefined) },
    ...{ signingScheme: 'eip1271', onchainOrder: true },
  })
  expect(quoteKeyId(key)).not.toBe(quoteKeyId({ ...key, isNative: false }))
})

test('an order with a permit is quoted with the cost of the permit', () => {
  const token = `0x${'aa'.repeat(20)}` as const
  const key: QuoteKey = {
    ...{ sellToken: token, buyToken: token, kind: 'sell', amount: 5n, from: token },
    ...{ receiver: undefined, validSeconds: 1_800, referrerCode: 'FRIEND' },
  }
  const permitted = { ...key, includesPermit: true }
  expect(quoteKeyId(permitted)).not.toBe(quoteKeyId(key))
  expect(quoteKeyId({ ...key, includesPermit: false })).toBe(quoteKeyId(key))
  const { appData, ...body } = quoteBody(permitted)
  expect(body).not.toHaveProperty('includesPermit')
  expect(JSON.parse(String(appData)).metadata).toEqual({
    hooks: { pre: [expectedPermitHook(token)] },
    referrer: { code: 'FRIEND' },
  })
})

test('the effective price includes network costs', () => {
  const offer = dateOffer(quoted('sell', '990', '20000'), { nowMs: now })
  expect(effectivePrice(offerTerms(offer, 50), 2)).toBe(2_000n)
  expect(effectivePrice({ pays: 0n, gets: 1n }, 2)).toBe(0n)
})
