import { expect, test } from 'vitest'
import { completeOrder } from '@/lib/testing/orders/sign-test-order'
import { forgetSale, keepSale, keptSales, readSales } from './kept-sales'
import type { SwapOrder } from './place-swap'

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
const read = (atMs = nowMs) => readSales(keptSales(first).read(), atMs)

test('sales are remembered as they were placed, the newest first, until each is forgotten', () => {
  expect(read()).toEqual([])
  keepSale(first)
  keepSale(second)
  expect(read()).toEqual([second, first])
  expect(readSales(keptSales({ ...first, network: { chainId: 100 } }).read(), nowMs)).toEqual([])
  forgetSale(second)
  expect(read()).toEqual([first])
  forgetSale(first)
  expect(keptSales(first).read()).toBeNull()
})

test('one that the contract takes no more is not remembered', () => {
  keepSale(first)
  expect(read((soon + 1) * 1000)).toEqual([])
  forgetSale(first)
})

test('what others wrote there is no sale', () => {
  for (const text of ['{', '7', '[{}]', '[null]']) expect(readSales(text, nowMs)).toEqual([])
})
