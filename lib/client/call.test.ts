import { expect, test } from 'vitest'
import { call, locate } from './call'

const token = `0x${'11'.repeat(20)}` as const

test.each([
  [
    'an order-book path on the default network',
    locate('createQuote', quote()),
    'POST /api/v1/quote',
  ],
  [
    'the same on a network of its own',
    locate('createQuote', { network: 'gnosis', ...quote() }),
    'POST /gnosis/api/v1/quote',
  ],
  [
    'a path that names its network',
    locate('getUsdPrice', { network: '100', params: { tokenAddress: token } }),
    `GET /100/tokens/${token}/usdPrice`,
  ],
  ['a path without network', locate('getSettings', {}), 'GET /settings.json'],
  [
    'a query, without what is not given',
    locate('readAccountOrders', { params: { owner: token }, query: { limit: 5 } }),
    `GET /api/v1/account/${token}/orders?limit=5`,
  ],
  [
    'parameters that need encoding',
    locate('readAffiliateCode', { params: { code: 'A/B?' } }),
    'GET /ref-codes/A%2FB%3F',
  ],
])('fills in %s', (_, { method, path }, expected) => {
  expect(`${method} ${path}`).toBe(expected)
})

function quote() {
  const tokens = { sellToken: token, buyToken: token, from: token }
  return { body: { kind: 'sell', sellAmountBeforeFee: 5n, ...tokens } } as const
}

test('input and answer of a call have the declared types', async () => {
  const transport = {
    fetch: async (path: unknown) => Response.json(path),
    sleep: async () => {},
    random: Math.random,
  }
  const uid: string = await call('readOrder', { params: { uid: '0x1' } }, { transport }).then(
    String,
  )
  expect(uid).toBe('/api/v1/orders/0x1')
  // @ts-expect-error: no such endpoint
  expect(() => call('readNothing', {}, { transport })).toThrow()
  // @ts-expect-error: the network of a token is missing
  void locate('getUsdPrice', { params: { tokenAddress: token } })
  // @ts-expect-error: kind is sell or buy
  void locate('createQuote', { body: { ...quote().body, kind: 'both' } })
})
