import { domainSeparator } from 'viem'
import { expect, test } from 'vitest'
import { demoAccount } from '@/lib/client/wallet/connectors/demo-provider'
import { toAddress } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { defaultSettlement } from '@/lib/core/networks'
import { hashOrder, type Order, orderDomain } from '@/lib/core/order'
import { recoverSigner } from '@/lib/orders/signatures/signature'
import { completeOrder } from '@/lib/testing/orders/sign-test-order'
import { type OrderSigner, type OrderTypedData, signOrder, signOrderByContract } from './sign-order'
import { SigningError } from './signing-error'

const from = toAddress(demoAccount(2).address)
const order = completeOrder({
  sellToken: `0x${'11'.repeat(20)}`,
  buyToken: `0x${'22'.repeat(20)}`,
  sellAmount: 10n ** 18n,
  buyAmount: 1n,
  validTo: 2_000_000_000,
})
const input = { order, from, chainId: 1, settlementContract: defaultSettlement }

/** A wallet with a test account on mainnet; `asked` holds its signing requests. */
function wallet(change: Partial<OrderSigner> = {}) {
  const asked: OrderTypedData[] = []
  const signer: OrderSigner = {
    account: async () => from,
    chainId: async () => 1,
    domainSeparator: async (contract) => domainSeparator({ domain: orderDomain(1, contract) }),
    signTypedData: (typedData) => {
      asked.push(typedData)
      return demoAccount(2).signTypedData(typedData)
    },
    ...change,
  }
  return { signer, asked }
}

async function refusal(change: Partial<OrderSigner>, changedInput = input) {
  const { signer, asked } = wallet(change)
  const error = await signOrder(signer, changedInput).catch((thrown) => thrown)
  expect(error).toBeInstanceOf(SigningError)
  return { reason: (error as SigningError).reason, asked: asked.length }
}

test('the wallet signs the digest that the service verifies', async () => {
  const signature = await signOrder(wallet().signer, input)
  const digest = hashOrder(orderDomain(1, defaultSettlement), order)
  expect(await recoverSigner(digest, { scheme: 'eip712', signature })).toBe(from)
})

test('wrong domain separator: does not prompt a wallet on another network', async () => {
  expect(await refusal({ chainId: async () => 100 })).toEqual({ reason: 'wrong-domain', asked: 0 })
})

test('wrong domain separator: does not prompt for another settlement contract', async () => {
  const domain = orderDomain(1, `0x${'99'.repeat(20)}`)
  const elsewhere = async () => domainSeparator({ domain })
  expect(await refusal({ domainSeparator: elsewhere })).toEqual({
    reason: 'wrong-domain',
    asked: 0,
  })
})

test.each<[string, Partial<Record<keyof Order, unknown>>]>([
  ['an amount over uint256', { sellAmount: 2n ** 256n }],
  ['a negative amount', { buyAmount: -1n }],
  ['a validTo over uint32', { validTo: 2 ** 32 }],
  ['a short token address', { sellToken: '0x1234' }],
  ['a missing field', { feeAmount: undefined }],
  ['app data of the wrong length', { appData: '0x00' }],
])('wrong order struct: does not prompt for %s', async (_, change) => {
  const changed = { ...input, order: { ...order, ...change } as Order }
  expect(await refusal({}, changed)).toEqual({ reason: 'wrong-struct', asked: 0 })
})

test('wrong order struct: rejects a result that is no signature', async () => {
  const garbage: Hex = `0x${'00'.repeat(65)}`
  expect(await refusal({ signTypedData: async () => garbage })).toMatchObject({
    reason: 'wrong-struct',
  })
})

test('signer other than from: does not prompt a wallet that switched accounts', async () => {
  const other = toAddress(demoAccount(3).address)
  expect(await refusal({ account: async () => other })).toEqual({
    reason: 'wrong-signer',
    asked: 0,
  })
})

test('signer other than from: rejects the signature of another account or order', async () => {
  const signTypedData: OrderSigner['signTypedData'] = (typed) => demoAccount(3).signTypedData(typed)
  expect(await refusal({ signTypedData })).toMatchObject({ reason: 'wrong-signer' })
  const another: OrderSigner['signTypedData'] = (typed) =>
    demoAccount(2).signTypedData({ ...typed, message: { ...typed.message, buyAmount: 2n } })
  expect(await refusal({ signTypedData: another })).toMatchObject({ reason: 'wrong-signer' })
})

test('passes on the wallet’s error when its owner declines', async () => {
  const declined = Object.assign(new Error('User rejected'), { code: 4001 })
  const { signer } = wallet({ signTypedData: () => Promise.reject(declined) })
  await expect(signOrder(signer, input)).rejects.toBe(declined)
})

test('a contract wallet’s signature is accepted if its contract accepts it for this digest', async () => {
  const signature: Hex = '0x1234'
  const digest = hashOrder(orderDomain(1, defaultSettlement), order)
  const asked: unknown[] = []
  const isValidSignature = async (owner: string, signed: object) => {
    asked.push({ owner, ...signed })
    return true
  }
  const { signer } = wallet({ signTypedData: async () => signature })
  expect(await signOrderByContract({ ...signer, isValidSignature }, input)).toBe(signature)
  expect(asked).toEqual([{ owner: from, digest, signature }])
})

test('wrong order struct: rejects a signature that the contract rejects', async () => {
  const signer = { ...wallet().signer, isValidSignature: async () => false }
  await expect(signOrderByContract(signer, input)).rejects.toMatchObject({ reason: 'wrong-struct' })
})
