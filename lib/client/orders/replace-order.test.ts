import fc from 'fast-check'
import { keccak256, stringToBytes } from 'viem'
import { expect, test } from 'vitest'
import { orderExample } from '@/lib/api/order-book/order-examples'
import type { OrderView } from '@/lib/client/api'
import { shownOrder } from '@/lib/testing/orders/shown-order'
import { checkedFunds, isEditable, readEdit, replacementOf, startEdit } from './replace-order'

const decimals = { sold: 2, bought: 3 }
const order = shownOrder()
const view = orderExample as unknown as OrderView
const change = { sellAmount: 7n, buyAmount: 8n, validTo: 9 }

test('an edit starts with the untraded amounts, at the signed price', () => {
  expect(startEdit(order, decimals, 'en')).toEqual({ sell: '10', buy: '3', validTo: 2_000 })
  const half = { executedSell: 500n, executedBuy: 1_600n }
  expect(startEdit(shownOrder(half), decimals, 'en')).toMatchObject({ sell: '5', buy: '1.5' })
  expect(startEdit(shownOrder(half), decimals, 'de')).toMatchObject({ sell: '5', buy: '1,5' })
  const bought = shownOrder({ ...half, kind: 'buy', feeAmount: 10n })
  expect(startEdit(bought, decimals, 'en')).toMatchObject({ sell: '4.72', buy: '1.4' })
})

test('an unchanged edit yields the same terms', () => {
  const amount = fc.bigInt({ min: 1n, max: 1n << 128n })
  const kinds = fc.constantFrom('sell', 'buy')
  const locales = fc.constantFrom('en', 'de')
  fc.assert(
    fc.property(amount, amount, kinds, locales, (sellAmount, buyAmount, kind, locale) => {
      const untouched = shownOrder({ kind, sellAmount, buyAmount })
      const edit = startEdit(untouched, { sold: 18, bought: 6 }, locale)
      expect(readEdit(edit, { sold: 18, bought: 6 }, locale)).toEqual({ sellAmount, buyAmount })
    }),
    { seed: 3, numRuns: 300 },
  )
})

test('reports the fields without a valid amount', () => {
  const edit = { sell: '', buy: '0', validTo: 1 }
  expect(readEdit(edit, decimals, 'en')).toEqual({ wrong: ['sell', 'buy'] })
  expect(readEdit({ ...edit, sell: '1.23' }, decimals, 'en')).toEqual({ wrong: ['buy'] })
  expect(readEdit({ ...edit, sell: '1.234', buy: '1' }, decimals, 'en')).toEqual({
    wrong: ['sell'],
  })
})

test('reads a single comma by the rules of the language', () => {
  const edit = { sell: '1,23', buy: '1,234', validTo: 1 }
  expect(readEdit(edit, decimals, 'de')).toEqual({ sellAmount: 123n, buyAmount: 1_234n })
  expect(readEdit(edit, decimals, 'en')).toEqual({ sellAmount: 123n, buyAmount: 1_234_000n })
})

test('the new order names the old one and keeps its app data', () => {
  const fullAppData = JSON.stringify({ appCode: 'Walk', metadata: { referrer: { code: 'ABCDE' } } })
  const { order: signed, document } = replacementOf({ ...view, fullAppData }, change)
  expect(JSON.parse(document)).toEqual({
    appCode: 'Walk',
    version: '1.3.0',
    metadata: { referrer: { code: 'ABCDE' }, replacedOrder: { uid: view.uid } },
  })
  expect(signed).toMatchObject({ ...change, feeAmount: 0n, kind: view.kind })
  expect(signed.appData).toBe(keccak256(stringToBytes(document)))
})

test.each([null, 'not a document', '[]', '7', '{"metadata":null}'])(
  'replaces a document that cannot be extended (%s)',
  (fullAppData) => {
    const { document } = replacementOf({ ...view, fullAppData }, change)
    expect(JSON.parse(document).metadata).toEqual({ replacedOrder: { uid: view.uid } })
  },
)

test('the pages check the funds that no pre-hook and no vault provides', () => {
  const { sellToken } = view
  const hooked = (...pre: string[]) =>
    JSON.stringify({ metadata: { hooks: { pre: pre.map((target) => ({ target })) } } })
  const check = (fullAppData: string | null, sellTokenBalance: OrderView['sellTokenBalance']) =>
    checkedFunds({ sellToken, sellTokenBalance, fullAppData })
  expect(check(null, 'erc20')).toEqual({ balance: true, allowance: true })
  expect(check(null, 'internal')).toEqual({ balance: false, allowance: false })
  // A permit sets the allowance, but pays nothing.
  expect(check(hooked(sellToken), 'erc20')).toEqual({ balance: true, allowance: false })
  expect(check(hooked(sellToken, view.owner), 'erc20')).toEqual({
    ...{ balance: false, allowance: false },
  })
})

test('only open orders signed by the owner’s key can be edited', () => {
  expect(isEditable(order, order.owner)).toBe(true)
  expect(isEditable(order, order.sellToken)).toBe(false)
  expect(isEditable(shownOrder({ status: 'expired' }), order.owner)).toBe(false)
  expect(isEditable(shownOrder({ signingScheme: 'eip1271' }), order.owner)).toBe(false)
  expect(isEditable(shownOrder({ signed: false }), order.owner)).toBe(false)
})
