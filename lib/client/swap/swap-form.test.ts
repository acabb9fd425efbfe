import { expect, test } from 'vitest'
import { nativeToken } from '@/lib/core/address'
import {
  editSwap,
  pairKind,
  type SwapForm,
  type SwapParams,
  startSwap,
  swapLink,
} from './swap-form'

const weth = `0x${'11'.repeat(20)}` as const
const usdc = `0x${'22'.repeat(20)}` as const
const form: SwapForm = {
  sellToken: weth,
  buyToken: usdc,
  kind: 'sell',
  text: '1.5',
  isTyping: false,
}

test('selecting the token of the other side flips the pair', () => {
  const chosen = editSwap(form, { type: 'token', side: 'sell', token: usdc })
  expect(chosen).toEqual({ ...form, sellToken: usdc, buyToken: weth })
})

test('flipping the pair keeps the amount with its token', () => {
  const flipped = editSwap(form, { type: 'flip' })
  expect(flipped).toEqual({ ...form, sellToken: usdc, buyToken: weth, kind: 'buy' })
  expect(editSwap(flipped, { type: 'flip' })).toEqual(form)
})

test('the amount typed last is the fixed one', () => {
  expect(editSwap(form, { type: 'amount', side: 'buy', text: '7' })).toMatchObject({
    kind: 'buy',
    text: '7',
  })
})

test('only keystrokes mark the form as being typed in', () => {
  const typed = editSwap(form, { type: 'keystroke', side: 'sell', text: '1.52' })
  expect(typed).toEqual({ ...form, text: '1.52', isTyping: true })
  for (const type of ['flip', 'token', 'amount'] as const) {
    expect(editSwap(typed, { type, side: 'sell', token: usdc, text: '7' }).isTyping).toBe(false)
  }
})

test('after wrapping, the form sells what was wrapped', () => {
  const asked: SwapForm = { ...form, sellToken: nativeToken }
  const wrapping = editSwap(asked, { type: 'wrap-first', wrapped: weth })
  expect(wrapping).toMatchObject({ sellToken: nativeToken, buyToken: weth, text: '1.5' })
  const pair = { sellToken: nativeToken, buyToken: weth }
  const sale = editSwap(wrapping, { type: 'exchanged', ...pair })
  expect(sale).toMatchObject({ sellToken: weth, buyToken: usdc, kind: 'sell', text: '1.5' })

  // A buy amount does not determine how much to wrap.
  const bought = editSwap({ ...asked, kind: 'buy' }, { type: 'wrap-first', wrapped: weth })
  expect(bought).toMatchObject({ kind: 'sell', text: '' })
})

test('an exchanged pair starts over, unless another one was selected meanwhile', () => {
  const pair = { sellToken: nativeToken, buyToken: weth }
  const wrap: SwapForm = { ...form, ...pair }
  expect(editSwap(wrap, { type: 'exchanged', ...pair })).toMatchObject({ ...pair, text: '' })
  expect(editSwap(form, { type: 'exchanged', ...pair })).toEqual(form)

  // After another token is selected, the form does not return to the sale.
  const asked = editSwap({ ...form, sellToken: nativeToken }, { type: 'wrap-first', wrapped: weth })
  const flipped = editSwap(editSwap(asked, { type: 'flip' }), { type: 'flip' })
  expect(editSwap(flipped, { type: 'exchanged', ...pair })).toMatchObject({ ...pair, text: '' })
})

test('the native token is wrapped, unwrapped, bought, or sold through a contract', () => {
  const terms = { wrappedNative: weth, sellsNative: false }
  const kind = (sellToken: typeof weth, buyToken: typeof weth) =>
    pairKind({ sellToken, buyToken, kind: 'sell' }, terms)
  const sold = { sellToken: nativeToken, buyToken: usdc, kind: 'sell' } as const
  expect(pairKind(sold, { ...terms, sellsNative: true })).toBe('order')
  expect(pairKind({ ...sold, kind: 'buy' }, { ...terms, sellsNative: true })).toBe('native-sell')
  expect(kind(nativeToken, weth)).toBe('wrap')
  expect(kind(weth, nativeToken)).toBe('unwrap')
  expect(kind(nativeToken, usdc)).toBe('native-sell')
  expect(kind(usdc, nativeToken)).toBe('order')
  expect(kind(weth, usdc)).toBe('order')
})

const network = { chainId: 1, name: 'mainnet', wrappedNative: weth, usdToken: usdc }
const gno = `0x${'33'.repeat(20)}` as const

test.each<[string, SwapParams, [string, string]]>([
  ['nothing', {}, [weth, usdc]],
  ['a token to sell', { sell: gno }, [gno, usdc]],
  ['a token to buy', { chain: 'mainnet', buy: gno }, [weth, gno]],
  ['the wrapped native token to buy', { chain: '1', buy: weth }, [usdc, weth]],
  ['the dollar token to sell', { sell: usdc }, [usdc, weth]],
  ['a pair', { sell: gno, buy: weth }, [gno, weth]],
  ['one token twice', { sell: gno, buy: gno }, [gno, usdc]],
  ['what is no address', { sell: '0x12', buy: 'usdc' }, [weth, usdc]],
  ['tokens of another network', { chain: 'gnosis', sell: gno }, [weth, usdc]],
])('a link with %s initialises the form', (_, asked, [sellToken, buyToken]) => {
  expect(startSwap(network, asked)).toEqual({
    sellToken,
    buyToken,
    kind: 'sell',
    text: '',
    isTyping: false,
  })
})

test.each<[string, SwapParams, string, SwapForm['kind']]>([
  ['sells what it names', { amount: '1.25' }, '1.25', 'sell'],
  ['buys what it names', { amount: '1.25', kind: 'buy' }, '1.25', 'buy'],
  ['names no amount', { kind: 'buy' }, '', 'sell'],
  ['names marks that people read in two ways', { amount: '1,250' }, '', 'sell'],
  ['names one token only', { amount: '1', buy: undefined as never }, '', 'sell'],
  ['names one token twice', { amount: '1', buy: weth }, '', 'sell'],
  ['is meant for another network', { amount: '1', chain: 'gnosis' }, '', 'sell'],
])('a link to the form that %s', (_, asked, text, kind) => {
  const served = { chainId: 1, name: 'mainnet', wrappedNative: weth, usdToken: usdc }
  const form = startSwap(served, { sell: weth, buy: usdc, ...asked })
  expect(form).toMatchObject({ text, kind })
})

test('reading the form’s link restores the form, in each language', () => {
  for (const locale of ['en', 'de'] as const) {
    for (const kind of ['sell', 'buy'] as const) {
      const asked = { chain: 'mainnet', sell: gno, buy: weth, amount: '1234.5', kind }
      const first = startSwap(network, asked, locale)
      expect(first.text).toBe(locale === 'de' ? '1234,5' : '1234.5')
      const link = swapLink(first, { network: 'mainnet', locale })
      expect(link).toEqual(asked)
      expect(startSwap(network, link, locale)).toEqual(first)
    }
  }
  expect(swapLink({ ...form, text: 'x' }, { network: 'mainnet', locale: 'en' })).toMatchObject({
    ...{ amount: '', kind: '' },
  })
})
