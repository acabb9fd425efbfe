import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type LimitParams, limitLink, startLinkedLimit } from './limit-link'

const weth = `0x${'11'.repeat(20)}` as const
const usdc = `0x${'22'.repeat(20)}` as const
const network = { chainId: 1, name: 'mainnet', wrappedNative: weth, usdToken: usdc }
const pair = { chain: 'mainnet', sell: usdc, buy: weth }
const start = (asked: LimitParams) => startLinkedLimit(network, asked, 'en')

test('a link fills in the whole form', () => {
  const asked = { ...pair, amount: '1000.5', price: '4000', per: 'buy', expiry: 'day' }
  expect(start({ ...asked, partial: 'no' })).toEqual({
    form: {
      ...{ sellToken: usdc, buyToken: weth, sellText: '1000.5', isTyping: false },
      ...{ price: { by: 'text', text: '4000' }, isInverted: true },
    },
    expiry: { by: 'preset', preset: 'day' },
    isPartial: false,
  })
  const received = start({ ...pair, amount: '1', receive: '2', price: '9' })
  expect(received.form.price).toEqual({ by: 'amount', text: '2' })
})

test('numbers use the separators of the language', () => {
  const { form } = startLinkedLimit(network, { ...pair, amount: '0.5', price: '0.00025' }, 'de')
  expect(form).toMatchObject({ sellText: '0,5', price: { by: 'text', text: '0,00025' } })
})

test('ignores parameters that are malformed or belong to another network', () => {
  const usual = start({})
  expect(usual).toMatchObject({ isPartial: true, expiry: { by: 'preset', preset: 'week' } })
  expect(usual.form).toMatchObject({ sellToken: weth, buyToken: usdc, price: { by: 'market' } })
  expect(start({ amount: '1', price: '2', partial: 'maybe', expiry: 'soon' })).toEqual(usual)
  expect(start({ ...pair, chain: 'gnosis', amount: '1', price: '2' })).toEqual(usual)
  const odd = start({ ...pair, amount: '1e3', price: '-2', receive: '5' })
  expect(odd.form).toMatchObject({ sellText: '', price: { by: 'market' } })
})

test('a link cannot set the recipient', () => {
  const paid = { ...pair, amount: '1', receiver: weth, recipient: weth }
  expect(start(paid)).toEqual(start({ ...pair, amount: '1' }))
})

test('reading the form’s link restores the form', () => {
  const number = fc.constantFrom('', '1', '0.25', '1234.5')
  const minute = fc.integer({ min: 25_000_000, max: 40_000_000 })
  const expiry = fc.oneof(
    fc.constantFrom('', 'hour', 'day', 'month'),
    minute.map((at) => `${new Date(at * 60_000).toISOString().slice(0, 16)}Z`),
  )
  const asked = fc.record({
    ...{ amount: number, receive: number, price: number, expiry },
    per: fc.constantFrom('', 'buy'),
    partial: fc.constantFrom('', 'no'),
  })
  fc.assert(
    fc.property(asked, fc.constantFrom('en', 'de'), (members, locale) => {
      const first = startLinkedLimit(network, { ...pair, ...members }, locale)
      const { price } = first.form
      const priceText = price.by === 'text' ? price.text : ''
      const link = limitLink({ ...first, priceText }, { network: 'mainnet', locale })
      expect(startLinkedLimit(network, link, locale)).toEqual(first)
    }),
    { seed: 7, numRuns: 300 },
  )
})

test('an inverted price is linked as displayed', () => {
  const { form, ...rest } = start({ ...pair, amount: '1' })
  const ratio = { bought: 1n, sold: 4_000n }
  const flipped = { ...form, price: { by: 'ratio', ratio } as const, isInverted: true }
  const place = { network: 'mainnet', locale: 'en' } as const
  expect(limitLink({ ...rest, form: flipped, priceText: '4000' }, place)).toMatchObject({
    ...{ price: '4000', per: 'buy', receive: '' },
  })
})
