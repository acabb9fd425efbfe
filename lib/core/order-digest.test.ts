import fc from 'fast-check'
import { concat, hashStruct, hashTypedData, keccak256, stringToHex } from 'viem'
import { describe, expect, it } from 'vitest'
import { recoverSigner } from '@/lib/orders/signatures/signature'
import { v1, v2, v3, v4 } from '@/lib/testing/orders/order-vectors'
import type { Hex } from './bytes'
import { defaultSettlement } from './networks'
import { cancellationsTypes, cancellationTypes, hashOrder, type Order, orderDomain } from './order'
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

const repeat = (byte: string, count: number) => `0x${byte.repeat(count)}` as Hex

describe('cancellation', () => {
  it('matches the public type hashes', () => {
    expect(keccak256(stringToHex('OrderCancellation(bytes orderUid)'))).toBe(
      '0x7b41b3a6e2b3cae020a3b2f9cdc997e0d420643957e7fea81747e984e47c88ec',
    )
    expect(keccak256(stringToHex('OrderCancellations(bytes[] orderUids)'))).toBe(
      '0x4c89efb91ae246f78d2fe68b47db2fa1444a121a4f2dc3fda7a5a408c2e3588e',
    )
  })

  it('matches the public struct hash of one order', () => {
    const data = { orderUid: repeat('2a', 56) }
    expect(hashStruct({ data, types: cancellationTypes, primaryType: 'OrderCancellation' })).toBe(
      '0xc386a52e39eaf40d42c0d98aabdfb09cb81c8ada03581ed2f16c40f7e56c1399',
    )
  })

  it.each<[Hex[], Hex]>([
    [[], '0x56acdb3034898c6c23971cb3f92c32a4739e89a13c85282547025583a93911bd'],
    [
      [repeat('11', 56), repeat('22', 56)],
      '0x405f6cb53d87901a5385a824a99c94b43146547f5ea3623f8d2f50b925e97a8b',
    ],
  ])('matches the public struct hash of several orders', (orderUids, expected) => {
    const typed = { types: cancellationsTypes, primaryType: 'OrderCancellations' } as const
    expect(hashStruct({ ...typed, data: { orderUids } })).toBe(expected)
  })

  it('accepts the batch struct that the public SDK signs for one order', async () => {
    const digest = digestCancellations(orderDomain(11155111, defaultSettlement), [
      '0xdaaa7dddec9ad04cc101a121e3eed017eab4d3927c045d407d5ad6700eea2bf7fb3c7eb936caa12b5a884d612393969a557d430764060343',
    ])
    expect(digest).toBe('0xc84da94a8ca2fff76aef0c1c1b4ccaed2d3e87d0190504acbcd4000aca455201')
    const signature =
      '0x738f7ab7ab6041c9b1836f2fa0deb4991961bf390bbfd3aeb3814a322a0e62f5170ae999ff3804c0f2bdc36d98290a790e82d617acc08b632ce42e7801f9cdb01b'
    expect(await recoverSigner(digest, { scheme: 'eip712', signature })).toBe(
      '0xddb53511e1e322133d03d5c0b8a9555c4c9904d0',
    )
  })

  it('matches the public digest of one order', () => {
    const separator = '0xf8a1143d44c67470a791201b239ff6b0ecc8910aa9682bebd08145f5fd84722b'
    const data = { orderUid: repeat('2a', 56) }
    const typed = { types: cancellationTypes, primaryType: 'OrderCancellation' } as const
    expect(keccak256(concat(['0x1901', separator, hashStruct({ ...typed, data })]))).toBe(
      '0xc25647ef2e127409af05318e4d13d1deaa7fd4160c8ac1015160cba3b3e8d6e0',
    )
  })

  it('recovers the signer of the public vector under both schemes', async () => {
    const digest = '0xc25647ef2e127409af05318e4d13d1deaa7fd4160c8ac1015160cba3b3e8d6e0'
    const eip712 =
      '0xf2c69310a4dbcd78feabfd802df296ca4650681e01872f667251916ed3e9a2e14928382316607594a77c620e4bc4536e6fe145ee993a5ccc38fda929e86830231b'
    const ethsign =
      '0x5fef0aed159777403f964da946b2b6c7d2ca6a931f009328c17ed481bf5fe25b46c8da3dfdca2657c9e6e7fbd3a1abbf52ee0ccaf610395fb2445256f5d24eb41b'
    const signer = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
    expect(await recoverSigner(digest, { scheme: 'eip712', signature: eip712 })).toBe(signer)
    expect(await recoverSigner(digest, { scheme: 'ethsign', signature: ethsign })).toBe(signer)
  })
})
