import { concat, hashStruct, keccak256, stringToHex } from 'viem'
import { describe, expect, it } from 'vitest'
import type { Hex } from '@/lib/core/bytes'
import { defaultSettlement } from '@/lib/core/networks'
import { orderDomain } from '@/lib/core/order'
import { digestCancellations } from '@/lib/core/order-digest'
import { recoverSigner } from '@/lib/orders/signatures/signature'
import { cancellationsTypes, cancellationTypes } from './cancellation'

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
