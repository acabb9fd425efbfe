import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Address, nativeToken } from '@/lib/core/address'
import { getNetwork } from '@/lib/core/networks'
import { markAddress, motifs, tokenMark } from './token-mark'

test.each<[string, Address, string]>([
  ['WETH', '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2', '#0f5e4c diamond 0'],
  ['USDC', '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48', '#8a6a00 chevron 180'],
  ['USDT', '0xdac17f958d2ee523a2206206994597c13d831ec7', '#4f3bb0 overlap 0'],
  ['DAI', '0x6b175474e89094c44da98b954eedeac495271d0f', '#0c6478 sunrise 180'],
  ['WBTC', '0x2260fac5e5542a773aa44fbcfedf7c193bc2c599', '#3a474f crescent 270'],
  ['UNI', '0x1f9840a85d5af5bf1d1762f925bdaddc4201f984', '#1c4f7c ring 270'],
  ['GNO', '0x6810e776880c02933d47db1b9fc05908e5386b96', '#a12a24 horizon 0'],
  ['COW', '0xdef1ca1fb7fbcdc777520aa7f396b4e015f497ab', '#a8480f stripes 0'],
  ['ETH', nativeToken, '#3d6b12 petals 0'],
])('the mark of %s is the one of the design', (_, address, expected) => {
  const { ground, motif, turn } = tokenMark(address)
  expect(`${ground} ${motif} ${turn}`).toBe(expected)
})

test('all drawings, colours and turns occur about equally often', () => {
  const counts = new Map<string, number>()
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: (1n << 160n) - 1n }), (value) => {
      const mark = tokenMark(`0x${value.toString(16).padStart(40, '0')}`)
      for (const part of [mark.motif, mark.ground, String(mark.turn)]) {
        counts.set(part, (counts.get(part) ?? 0) + 1)
      }
    }),
    { seed: 5, numRuns: 6_000 },
  )
  expect(counts.size).toBe(motifs.length + 12 + 4)
  expect(Math.min(...counts.values())).toBeGreaterThan(350)
})

test.each([8453, 42_161, 11_155_111])(
  'ether and dollars of network %d look like those of Ethereum',
  (chainId) => {
    const network = getNetwork(chainId)
    const mainnet = getNetwork(1)
    expect(markAddress(network, network.wrappedNative)).toBe(mainnet.wrappedNative)
    expect(markAddress(network, network.usdToken)).toBe(mainnet.usdToken)
    expect(markAddress(network, nativeToken)).toBe(nativeToken)
  },
)

test('xDAI looks like its wrapped token, not like ether', () => {
  const gnosis = getNetwork(100)
  expect(markAddress(gnosis, nativeToken)).toBe(gnosis.wrappedNative)
  expect(markAddress(gnosis, gnosis.wrappedNative)).toBe(gnosis.wrappedNative)
})
