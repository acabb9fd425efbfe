import { expect, test } from 'vitest'
import { type Address, nativeToken } from './address'
import { assetOf, tokensLike } from './assets'
import { getNetwork, networks } from './networks'

const dollars = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const ether = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'

test.each<[string, Address, Address]>([
  ['DAI', '0x6b175474e89094c44da98b954eedeac495271d0f', dollars],
  ['USDT', '0xdac17f958d2ee523a2206206994597c13d831ec7', dollars],
  ['stETH', '0xae7ab96520de3a18e5e111b5eaab095312d7fe84', ether],
  ['wrapped ether', ether, ether],
  ['ether', nativeToken, ether],
  [
    'COW',
    '0xdef1ca1fb7fbcdc777520aa7f396b4e015f497ab',
    '0xdef1ca1fb7fbcdc777520aa7f396b4e015f497ab',
  ],
])('on mainnet %s is %s as an asset', (_, token, asset) => {
  expect(assetOf(getNetwork(1), token)).toBe(asset)
})

test('what is native on Gnosis Chain is a dollar', () => {
  const gnosis = getNetwork(100)
  expect(assetOf(gnosis, gnosis.usdToken)).toBe(assetOf(gnosis, nativeToken))
})

test('a token of another network is nothing but itself', () => {
  expect(assetOf(getNetwork(8453), ether)).toBe(ether)
})

test.each(networks)(
  'on $name dollars and the native token are what they are priced as',
  (network) => {
    const isDollar = network.chainId === 100
    const asset = assetOf(network, network.wrappedNative)
    expect(asset === assetOf(network, network.usdToken)).toBe(isDollar)
  },
)

test.each(networks)('on $name the tokens like one are those of its asset', (network) => {
  const { wrappedNative, usdToken } = network
  const natives = tokensLike(network, nativeToken)
  expect(natives).toEqual(expect.arrayContaining([nativeToken, wrappedNative]))
  for (const token of [wrappedNative, usdToken, `0x${'ab'.repeat(20)}` as const]) {
    const like = tokensLike(network, token)
    expect(like).toContain(token)
    expect(new Set(like.map((each) => assetOf(network, each)))).toEqual(
      new Set([assetOf(network, token)]),
    )
  }
})
