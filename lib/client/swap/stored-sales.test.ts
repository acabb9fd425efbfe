import { expect, test } from 'vitest'
import { completeOrder } from '@/lib/testing/orders/sign-test-order'
import type { SwapOrder } from './place-swap'
import { forgetSale, parseSales, storedSales, storeSale } from './stored-sales'

const nowMs = Date.now()
const token = {
  address: `0x${'11'.repeat(20)}`,
  symbol: 'ETH',
  name: 'Ether',
  decimals: 18,
} as const
const amounts = { sellAmount: 5n, buyAmount: 6n, validTo: 2_000_000_000 }
const order = completeOrder({ sellToken: token.address, buyToken: token.address, ...amounts })
const saleOf = (byte: string, validTo: number): SwapOrder => ({
  ...{ uid: `0x${byte.repeat(56)}`, owner: `0x${'22'.repeat(20)}`, order },
  ...{ sellToken: token, buyToken: token, signingScheme: 'eip1271', quotedAmount: 7n },
  network: { chainId: 1 } as SwapOrder['network'],
  sale: { hash: `0x${byte.repeat(32)}`, isContract: false, validTo },
})
const soon = Math.floor(nowMs / 1000) + 600
const [first, second] = [saleOf('ab', soon), saleOf('cd', soon)]
const read = (atMs = nowMs) => parseSales(storedSales(first).read(), atMs)

test('stores sales as placed, newest first, until they are removed', () => {
  expect(read()).toEqual([])
  storeSale(first)
  storeSale(second)
  expect(read()).toEqual([second, first])
  expect(parseSales(storedSales({ ...first, network: { chainId: 100 } }).read(), nowMs)).toEqual([])
  forgetSale(second)
  expect(read()).toEqual([first])
  forgetSale(first)
  expect(storedSales(first).read()).toBeNull()
})

test('omits expired sales', () => {
  storeSale(first)
  expect(read((soon + 1) * 1000)).toEqual([])
  forgetSale(first)
})

test('ignores foreign data in the storage', () => {
  for (const text of ['{', '7', '[{}]', '[null]']) expect(parseSales(text, nowMs)).toEqual([])
})
