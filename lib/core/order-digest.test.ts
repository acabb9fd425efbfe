import fc from 'fast-check'
import { hashTypedData } from 'viem'
import { describe, expect, it } from 'vitest'
import { v1, v2, v3, v4 } from '@/lib/testing/orders/order-vectors'
import type { Hex } from './bytes'
import { defaultSettlement } from './networks'
import { hashOrder, type Order, orderDomain } from './order'
import { digestCancellation, digestCancellations, digestOrder } from './order-digest'

const seed = 20261121
const mainnet = orderDomain(1, defaultSettlement)
const sepolia = orderDomain(11155111, defaultSettlement)
const local = orderDomain(31337, '0x5fbdb2315678afecb367f032d93f642f64180aa3')

const hex = (bytes: number) =>
  fc.uint8Array({ minLength: bytes, maxLength: bytes }).map((array): Hex => {
    return `0x${Buffer.from(array).toString('hex')}`
  })
const amount = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })
const anyDomain = fc
  .record({ chainId: fc.integer({ min: 1, max: 2 ** 48 }), contract: hex(20) })
  .map(({ chainId, contract }) => orderDomain(chainId, contract))
const anyOrder: fc.Arbitrary<Order> = fc.record({
  sellToken: hex(20),
  buyToken: hex(20),
  receiver: hex(20),
  sellAmount: amount,
  buyAmount: amount,
  validTo: fc.integer({ min: 0, max: 0xffffffff }),
  appData: hex(32),
  feeAmount: amount,
  kind: fc.constantFrom('sell', 'buy'),
  partiallyFillable: fc.boolean(),
  sellTokenBalance: fc.constantFrom('erc20', 'internal', 'external'),
  buyTokenBalance: fc.constantFrom('erc20', 'internal'),
})

describe('digestOrder', () => {
  it.each([
    ['V1', v1, local, '0x0e45d31fd31b28c26031cdd81b35a8938b2ccca2cc425fcf440fd3bfed1eede9'],
    ['V2', v2, sepolia, '0xc95c0093ac625698d627b6a16b20ea16a8a735493b6f9c7b72d996de978eb823'],
    ['V3', v3, mainnet, '0x4e614d44cb4b2026401e9f06337b3c97998f9581593310a0c7179e5c6f98c9cf'],
    ['V4', v4, mainnet, '0x07674e03b3576e4e9385d3000a86672ce52ebc467b90550a22a4624a6e72b550'],
  ])('matches vector %s', (_, order, domain, digest) => {
    expect(digestOrder(domain, order)).toBe(digest)
  })

  it('matches viem for any order and domain', () => {
    fc.assert(
      fc.property(anyDomain, anyOrder, (domain, order) => {
        expect(digestOrder(domain, order)).toBe(hashOrder(domain, order))
      }),
      { seed, numRuns: 1000 },
    )
  })

  it('rejects amounts that do not fit instead of hashing something else', () => {
    expect(() => digestOrder(mainnet, { ...v1, sellAmount: 2n ** 256n })).toThrow(RangeError)
    expect(() => digestOrder(mainnet, { ...v1, feeAmount: -1n })).toThrow(RangeError)
  })
})

describe('cancellation digests', () => {
  const sdkUid: Hex =
    '0xdaaa7dddec9ad04cc101a121e3eed017eab4d3927c045d407d5ad6700eea2bf7fb3c7eb936caa12b5a884d612393969a557d430764060343'

  it('match the public SDK for a list of one', () => {
    expect(digestCancellations(sepolia, [sdkUid])).toBe(
      '0xc84da94a8ca2fff76aef0c1c1b4ccaed2d3e87d0190504acbcd4000aca455201',
    )
  })

  it('match viem for any uids', () => {
    const uids = fc.array(hex(56), { maxLength: 5 })
    fc.assert(
      fc.property(anyDomain, hex(56), uids, (domain, orderUid, orderUids) => {
        expect(digestCancellation(domain, orderUid)).toBe(
          hashTypedData({
            domain,
            types: { OrderCancellation: [{ name: 'orderUid', type: 'bytes' }] },
            primaryType: 'OrderCancellation',
            message: { orderUid },
          }),
        )
        expect(digestCancellations(domain, orderUids)).toBe(
          hashTypedData({
            domain,
            types: { OrderCancellations: [{ name: 'orderUids', type: 'bytes[]' }] },
            primaryType: 'OrderCancellations',
            message: { orderUids },
          }),
        )
      }),
      { seed, numRuns: 200 },
    )
  })
})
