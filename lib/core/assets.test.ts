import { expect, test } from 'vitest'
import { type Address, nativeToken } from './address'
import { assetOf, listAssetTokens, tokensOfAsset } from './assets'
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
])('on mainnet %s counts as the asset %s', (_, token, asset) => {
  expect(assetOf(getNetwork(1), token)).toBe(asset)
})

test('the native token of Gnosis Chain counts as a dollar', () => {
  const gnosis = getNetwork(100)
  expect(assetOf(gnosis, gnosis.usdToken)).toBe(assetOf(gnosis, nativeToken))
})

test.each<[number, string, Address, Address]>([
  [
    8453,
    'tBTC',
    '0x236aa50979d5f3de3bd1eeb40e81137f22ab794b',
    '0xcbb7c0000ab88b473b1f5afd9ef808440eed33bf',
  ],
  [8453, 'USDS', '0x820c137fa70c8691f0e44dc420a5e53c168921dc', getNetwork(8453).usdToken],
  [42161, 'GHO', '0x7dff72693f6a4149b17e7c6314655f6a9f7c8b33', getNetwork(42161).usdToken],
  [42161, 'rsETH', '0x4186bfc76e2e237523cbc30fd220fe055156b41f', getNetwork(42161).wrappedNative],
  [
    11155111,
    'stETH',
    '0x3e3fe7dbc6b4c189e7128855dd526361c49b40af',
    getNetwork(11155111).wrappedNative,
  ],
])('on network %d %s counts as the asset %s', (chainId, _, token, asset) => {
  expect(assetOf(getNetwork(chainId), token)).toBe(asset)
  expect(listAssetTokens(getNetwork(chainId))).toContain(token)
})

test.each(networks)(
  'on $name each token belongs to one asset and has a lower-case address',
  (network) => {
    const tokens = [nativeToken, network.usdToken].flatMap((token) => tokensOfAsset(network, token))
    const all = network.chainId === 100 ? tokensOfAsset(network, nativeToken) : tokens
    expect(new Set(all).size).toBe(all.length)
    for (const token of all) expect(token).toMatch(/^0x[0-9a-f]{40}$/)
    expect(listAssetTokens(network)).toContain(network.wrappedNative)
    expect(listAssetTokens(network)).not.toContain(`0x${'ab'.repeat(20)}`)
  },
)

test('a token of another network is an asset of its own', () => {
  expect(assetOf(getNetwork(8453), ether)).toBe(ether)
})

test.each(networks)('on $name only a dollar-pegged native token counts as a dollar', (network) => {
  const isDollar = network.chainId === 100
  const asset = assetOf(network, network.wrappedNative)
  expect(asset === assetOf(network, network.usdToken)).toBe(isDollar)
})

test.each(networks)(
  'on $name tokensLike returns exactly the tokens of the same asset',
  (network) => {
    const { wrappedNative, usdToken } = network
    const natives = tokensOfAsset(network, nativeToken)
    expect(natives).toEqual(expect.arrayContaining([nativeToken, wrappedNative]))
    for (const token of [wrappedNative, usdToken, `0x${'ab'.repeat(20)}` as const]) {
      const like = tokensOfAsset(network, token)
      expect(like).toContain(token)
      expect(new Set(like.map((each) => assetOf(network, each)))).toEqual(
        new Set([assetOf(network, token)]),
      )
    }
  },
)

test.each(networks)('the first asset group of $name is that of its dollar token', (network) => {
  expect(network.assetGroups[0]).toContain(network.usdToken)
})
