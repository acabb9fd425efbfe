import { domainSeparator, hashStruct, keccak256, stringToHex, toHex } from 'viem'
import { describe, expect, it } from 'vitest'
import { v1, v2, v3, v4 } from '@/lib/testing/orders/order-vectors'
import type { Address } from './address'
import type { Hex } from './bytes'
import { defaultSettlement } from './networks'
import { hashOrder, type Order, orderDomain, orderTypes, orderUid, splitOrderUid } from './order'

const v1Domain = orderDomain(31337, '0x5fbdb2315678afecb367f032d93f642f64180aa3')
const sepolia = orderDomain(11155111, defaultSettlement)
const mainnet = orderDomain(1, defaultSettlement)

const separator = (chainId: number, contract: Address): Hex =>
  domainSeparator({ domain: orderDomain(chainId, contract) })

describe('order digest', () => {
  it.each([
    [1, '0xc078f884a2676e1345748b1feace7b0abee5d00ecadb6e574dcdd109a63e8943'],
    [100, '0x8f05589c4b810bc2f706854508d66d447cd971f8354a4bb0b3471ceb0a466bc7'],
    [42161, '0x69d78e7a7cafcaf924483f99f65e8f4e303a99a446db7ab319f9d40e940bced2'],
    [8453, '0xd72ffa789b6fae41254d0b5a13e6e1e92ed947ec6a251edf1cf0b6c02c257b4b'],
    [11155111, '0xdaee378bd0eb30ddf479272accf91761e697bc00e067a268f95f1d2732ed230b'],
    [31337, '0x28dc932d67cd79da82085f7fbb19d7c88f84894397b07917354176f60f0096d4'],
  ])('has the public domain separator on chain %i', (chainId, expected) => {
    expect(separator(chainId, defaultSettlement)).toBe(expected)
  })

  it('matches the contract’s type hash', () => {
    const encoded = orderTypes.Order.map(({ type, name }) => `${type} ${name}`).join(',')
    expect(keccak256(stringToHex(`Order(${encoded})`))).toBe(
      '0xd5a25ba2e97094ad7d83dc28a6572da797d6b3e7fc6663bd93efb789fc17e489',
    )
  })

  it('matches the public struct hash', () => {
    const hash = (data: Order) => hashStruct({ data, types: orderTypes, primaryType: 'Order' })
    expect(hash(v1)).toBe('0x7d9bf070168f9950003bdad00194ef63a5389dd0b594a1288407d551abf147d5')
    expect(hash(v2)).toBe('0xa03aeaa030f2e6543b1c50235b3d97d8943832dbc91c517e481b913fd7ff6d5a')
  })

  it.each([
    ['V1', v1, v1Domain, '0x0e45d31fd31b28c26031cdd81b35a8938b2ccca2cc425fcf440fd3bfed1eede9'],
    ['V2', v2, sepolia, '0xc95c0093ac625698d627b6a16b20ea16a8a735493b6f9c7b72d996de978eb823'],
    ['V3', v3, mainnet, '0x4e614d44cb4b2026401e9f06337b3c97998f9581593310a0c7179e5c6f98c9cf'],
    ['V4', v4, mainnet, '0x07674e03b3576e4e9385d3000a86672ce52ebc467b90550a22a4624a6e72b550'],
  ])('matches vector %s', (_, order, domain, digest) => {
    expect(hashOrder(domain, order)).toBe(digest)
  })
})

describe('order uid', () => {
  it('is digest, owner and validTo', () => {
    const digest = hashOrder(sepolia, v2)
    const owner: Address = '0xddb53511e1e322133d03d5c0b8a9555c4c9904d0'
    const uid = orderUid(digest, owner, v2.validTo)
    expect(uid).toBe(`${digest}ddb53511e1e322133d03d5c0b8a9555c4c9904d0004c4c1e`)
    expect(splitOrderUid(uid)).toEqual({ digest, owner, validTo: v2.validTo })
  })

  it('splits into the parts of vector V5', () => {
    const digest = '0x5668997bd3fb981d1b3ec44e8483e7c369756df47d10241c1c7a26fde4d1090e'
    const owner = '0x89984d17af2f18f8c54873c0de68a56cc5a23e0f'
    const validTo = 1767614741
    const uid: Hex = `${digest}${owner.slice(2)}${toHex(validTo).slice(2)}`
    expect(splitOrderUid(uid)).toEqual({ digest, owner, validTo })
    expect(orderUid(digest, owner, validTo)).toBe(uid)
  })
})
