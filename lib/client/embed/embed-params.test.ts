import { expect, test } from 'vitest'
import { hostileTexts } from '@/lib/testing/hostile-texts'
import { readEmbedParams } from './embed-params'

const weth = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'
const usdc = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const dai = '0x6b175474e89094c44da98b954eedeac495271d0f'
const networks = [
  { chainId: 1, name: 'mainnet', wrappedNative: weth, usdToken: usdc },
  { chainId: 100, name: 'gnosis', wrappedNative: dai, usdToken: usdc },
]
const served = { networks, defaultChainId: 1 }
const read = (given: Record<string, string | string[]>) => readEmbedParams(given, served)

test('reads network, tokens, amount, side, theme and code', () => {
  const given = { chain: '1', sell: weth, buy: dai, amount: '1.5' }
  expect(read({ ...given, theme: 'dark', ref: 'FRIEND' })).toEqual({
    params: { ...given, chain: 'mainnet' },
    ignored: [],
  })
  expect(read({})).toEqual({ params: {}, ignored: [] })
})

test.each([
  ['a network that is not served', { chain: 'base' }, ['chain']],
  [
    'its tokens',
    { chain: 'base', sell: weth, buy: dai, amount: '1' },
    ['chain', 'sell', 'buy', 'amount'],
  ],
  ['a symbol instead of an address', { sell: 'WETH' }, ['sell']],
  ['the same token twice', { sell: dai, buy: dai }, ['buy']],
  ['an amount that is no number', { sell: weth, buy: dai, amount: '1e3' }, ['amount']],
  ['an amount of zero', { sell: weth, buy: dai, amount: '0.0' }, ['amount']],
  ['an amount without both tokens', { sell: weth, amount: '1' }, ['amount']],
  ['an unknown theme', { theme: 'blue' }, ['theme']],
  ['a recipient', { receiver: dai }, ['receiver']],
  ['a repeated parameter', { sell: [weth, dai] }, ['sell']],
] as const)('ignores %s', (_, given, ignored) => {
  const result = readEmbedParams(given, served)
  expect(result.ignored).toEqual(ignored)
  for (const name of ignored) expect(result.params).not.toHaveProperty(name)
})

test('no text becomes a parameter unless it is valid', () => {
  for (const text of hostileTexts) {
    const given = { chain: text, sell: text, buy: text, amount: text, theme: text }
    expect(read(given)).toEqual({ params: {}, ignored: Object.keys(given) })
  }
})
