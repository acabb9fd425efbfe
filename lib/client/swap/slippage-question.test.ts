import { expect, test } from 'vitest'
import type { QuoteAnswer } from '@/lib/client/api'
import { dateOffer } from './quote-offer'
import { slippageQuestion } from './slippage-question'

const sellToken = `0x${'aa'.repeat(20)}`
const buyToken = `0x${'bb'.repeat(20)}`

function offerOf(quote: Partial<QuoteAnswer['quote']>) {
  const amounts = { sellAmount: '1000000', buyAmount: '3214567', feeAmount: '1201' }
  const given = {
    sellToken,
    buyToken,
    kind: 'sell',
    partiallyFillable: false,
    ...amounts,
    ...quote,
  }
  return dateOffer({ quote: given, expiration: '2026-11-21T00:00:00Z' } as QuoteAnswer, {
    nowMs: 0,
  })
}

test('a sale is of the base token, a purchase too', () => {
  const sale = { baseTokenAddress: sellToken, quoteTokenAddress: buyToken }
  expect(slippageQuestion(offerOf({}), 1_800).params).toEqual(sale)
  const purchase = { baseTokenAddress: buyToken, quoteTokenAddress: sellToken }
  expect(slippageQuestion(offerOf({ kind: 'buy' }), 1_800).params).toEqual(purchase)
})

test('size, fee and end are told, rounded up to two digits', () => {
  expect(slippageQuestion(offerOf({}), 600).query).toEqual({
    orderKind: 'sell',
    partiallyFillable: 'false',
    sellAmount: '1000000',
    buyAmount: '3300000',
    feeAmount: '1300',
    expirationTimeInSeconds: '600',
  })
  const dust = offerOf({ sellAmount: '99', buyAmount: '991', feeAmount: '0' })
  const small = slippageQuestion(dust, 1_800)
  expect(small.query).toMatchObject({ sellAmount: '99', buyAmount: '1000', feeAmount: '0' })
})
