import { expect, test } from 'vitest'
import { shownOrder } from '@/lib/testing/orders/shown-order'
import { recreateHref } from './recreate-href'

const of = { network: 'sepolia', sold: { decimals: 3 }, bought: { decimals: 6 } }
const read = (href: string) => Object.fromEntries(new URL(href, 'https://x').searchParams)

test('links an ended order to the swap form with its tokens and fixed amount', () => {
  const order = shownOrder({ feeAmount: 500n })
  const pair = { chain: 'sepolia', sell: order.sellToken, buy: order.buyToken }
  expect(read(recreateHref(order, of))).toEqual({ ...pair, kind: 'sell', amount: '1.5' })
  expect(read(recreateHref({ ...order, kind: 'buy' }, of))).toEqual({
    ...{ ...pair, kind: 'buy', amount: '0.003' },
  })
})

test('links an order with a price of its own to the limit form, with both amounts', () => {
  const order = shownOrder({ isQuoted: false, partiallyFillable: false })
  const href = recreateHref(order, of)
  expect(new URL(href, 'https://x').pathname).toBe('/limit')
  expect(read(href)).toEqual({
    ...{ chain: 'sepolia', sell: order.sellToken, buy: order.buyToken },
    ...{ amount: '1', receive: '0.003', partial: 'no' },
  })
  const unknown = { ...of, bought: { decimals: undefined } }
  expect(read(recreateHref({ ...order, partiallyFillable: true }, unknown))).toEqual({
    ...{ chain: 'sepolia', sell: order.sellToken, buy: order.buyToken },
  })
})

test('omits amounts of tokens with unknown decimals', () => {
  const href = recreateHref(shownOrder(), { ...of, sold: { decimals: undefined } })
  expect(read(href)).not.toHaveProperty('amount')
})
