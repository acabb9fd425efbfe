import { describe, expect } from 'vitest'
import { hashAppData } from '@/lib/app-data/app-data-document'
import type { Context } from '@/lib/context'
import { type Address, nativeToken } from '@/lib/core/address'
import { maxUint256 } from '@/lib/core/amount'
import type { Hex } from '@/lib/core/bytes'
import { defaultSettlement, defaultVaultRelayer, getNetwork } from '@/lib/core/networks'
import { hashOrder, orderDomain, orderUid } from '@/lib/core/order'
import { getTestAccount } from '@/lib/devnet/accounts'
import { findOrder } from '@/lib/orders/order-store'
import { approve } from '@/lib/testing/chain/chain-actions'
import {
  nowSeconds,
  type OrderFixture,
  type Terms,
  trader,
} from '@/lib/testing/orders/order-fixture'
import { completeOrder } from '@/lib/testing/orders/sign-test-order'
import { test } from '@/lib/testing/test'
import { insertInvalidation, insertTrade } from '@/lib/testing/test-order'
import { type PlaceOrderInput, placeOrder } from './place-order'

const ether = 10n ** 18n
const otherAccount = getTestAccount(2)
const weth = getNetwork(1).wrappedNative

let fixture: OrderFixture
let ctx: Context

test.beforeAll(({ orders }) => {
  fixture = orders
  ctx = fixture.ctx
})

const code = (code: string) => expect.objectContaining({ code })
const document = (content: object) => JSON.stringify({ version: '1.1.0', metadata: {}, ...content })

const uidOf = ({ order }: PlaceOrderInput, owner: Address = trader.address) =>
  orderUid(hashOrder(orderDomain(1, defaultSettlement), completeOrder(order)), owner, order.validTo)

describe('submitting an order', () => {
  test('returns the uid derived from the order and its owner', async () => {
    const given = fixture.terms()
    const submission = await fixture.sign(given)
    const uid = await placeOrder(ctx, submission)
    const digest = hashOrder(orderDomain(1, defaultSettlement), completeOrder(given))
    expect(uid).toBe(orderUid(digest, trader.address, given.validTo))
    expect(await findOrder(ctx.db, 1, uid)).toMatchObject({
      ...submission.order,
      owner: trader.address,
      status: 'open',
      signed: true,
      signature: submission.signature,
    })
  })

  test('accepts ethsign, also without from', async () => {
    const input = await fixture.sign({}, { scheme: 'ethsign' })
    const uid = await placeOrder(ctx, { ...input, from: undefined })
    expect(await findOrder(ctx.db, 1, uid)).toMatchObject({ owner: trader.address })
  })

  test('stores v as the contract requires it', async () => {
    const input = await fixture.sign()
    const v = { '1b': '00', '1c': '01' }[input.signature.slice(-2)]
    const uid = await placeOrder(ctx, {
      ...input,
      signature: `${input.signature.slice(0, -2)}${v}` as Hex,
    })
    expect(await findOrder(ctx.db, 1, uid)).toMatchObject({ signature: input.signature })
  })

  test('accepts the native token as buy token', async () => {
    const owner = getTestAccount(3)
    const spender = defaultVaultRelayer
    await approve(fixture.network.rpcUrl, {
      token: fixture.network.tokens.DAI ?? '0x',
      owner: owner.address,
      spender,
      amount: maxUint256,
    })
    const uid = await fixture.submit(
      { sellToken: fixture.network.tokens.DAI ?? '0x', buyToken: nativeToken },
      { privateKey: owner.privateKey },
    )
    expect(uid).toHaveLength(114)
  })

  test('stores the app data document with the order', async () => {
    const appData = document({ appCode: 'place-order' })
    const hash = hashAppData(appData)
    const input = await fixture.sign({ appData: hash })
    await expect(placeOrder(ctx, input)).rejects.toEqual(code('InvalidAppData'))
    const uid = await placeOrder(ctx, { ...input, appData, appDataHash: hash })
    expect(await findOrder(ctx.db, 1, uid)).toMatchObject({ appData: hash })
    expect(await ctx.db.appData.findUnique({ where: { hash } })).toMatchObject({
      document: appData,
    })
  })

  test('accepts one of two concurrent submissions and rejects the other as a duplicate', async () => {
    const input = await fixture.sign()
    const results = await Promise.allSettled([1, 2, 3].map(() => placeOrder(ctx, input)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason).toEqual(code('DuplicatedOrder'))
    }
  })

  test('applies on-chain events that came before the order', async () => {
    const [filled, invalidated] = [await fixture.sign(), await fixture.sign()]
    const { sellAmount, buyAmount } = filled.order
    await insertTrade(ctx.db, { uid: uidOf(filled), sellAmount, buyAmount })
    await insertInvalidation(ctx.db, { uid: uidOf(invalidated) })
    const uids = [await placeOrder(ctx, filled), await placeOrder(ctx, invalidated)] as const
    expect(await findOrder(ctx.db, 1, uids[0])).toMatchObject({ status: 'fulfilled' })
    expect(await findOrder(ctx.db, 1, uids[1])).toMatchObject({ status: 'cancelled' })
  })

  test('asks for no funds that an indexed fill took, or that an invalidated order no longer needs', async () => {
    const { address: owner, privateKey } = getTestAccount(7)
    const sign = () => fixture.sign({}, { privateKey })
    const [filled, invalidated, open] = [await sign(), await sign(), await sign()]
    await expect(placeOrder(ctx, filled)).rejects.toEqual(code('InsufficientAllowance'))
    const { sellAmount, buyAmount } = filled.order
    const uid = uidOf(filled, owner)
    // Whoever deploys the contracts on another network can make events there.
    await insertTrade(ctx.db, { uid, sellAmount, buyAmount, chainId: 100 })
    await expect(placeOrder(ctx, filled)).rejects.toEqual(code('InsufficientAllowance'))
    await insertTrade(ctx.db, { uid, sellAmount, buyAmount })
    await insertInvalidation(ctx.db, { uid: uidOf(invalidated, owner) })
    expect(await placeOrder(ctx, filled)).toBe(uid)
    expect(await findOrder(ctx.db, 1, uid)).toMatchObject({ status: 'fulfilled' })
    const cancelled = await placeOrder(ctx, invalidated)
    expect(await findOrder(ctx.db, 1, cancelled)).toMatchObject({ status: 'cancelled' })
    await expect(placeOrder(ctx, open)).rejects.toEqual(code('InsufficientAllowance'))
  })
})

describe('the terms of an order', () => {
  const refusals: [string, string, Partial<Terms>][] = [
    ['a sell amount over uint256', 'SellAmountOverflow', { sellAmount: maxUint256 + 1n }],
    ['a buy amount over uint256', 'BuyAmountOverflow', { buyAmount: maxUint256 + 1n }],
    [
      'sell amount and fee over uint256',
      'SellAmountOverflow',
      { sellAmount: maxUint256, feeAmount: 1n },
    ],
    ['a sell amount of zero', 'ZeroAmount', { sellAmount: 0n }],
    ['a buy amount of zero', 'ZeroAmount', { buyAmount: 0n }],
    ['validTo in the past', 'OrderExpired', { validTo: nowSeconds - 1 }],
    ['validTo 59 seconds ahead', 'InsufficientValidTo', { validTo: nowSeconds + 59 }],
    ['validTo over a year ahead', 'ExcessiveValidTo', { validTo: nowSeconds + 365 * 86_400 + 1 }],
    ['one token for both', 'SameBuyAndSellToken', { buyToken: weth }],
    ['unwrapping', 'SameBuyAndSellToken', { buyToken: nativeToken }],
    ['the native token to sell', 'InvalidNativeSellToken', { sellToken: nativeToken }],
    ['a token without a contract', 'UnsupportedToken', { buyToken: otherAccount.address }],
    ['more than the owner has', 'InsufficientBalance', { sellAmount: 10n ** 30n }],
    ['a fee that the owner has not', 'InsufficientBalance', { feeAmount: 10n ** 30n }],
  ]

  test.each(refusals)('reject %s as %s', async (_, expected, change) => {
    const over = [change.sellAmount, change.buyAmount].some(
      (amount) => amount && amount > maxUint256,
    )
    if (!over) return expect(fixture.submit(change)).rejects.toEqual(code(expected))
    // Such a number cannot be signed, so any signature will do.
    const input = await fixture.sign()
    const submission = placeOrder(ctx, { ...input, order: { ...input.order, ...change } })
    return expect(submission).rejects.toEqual(code(expected))
  })

  test('allow a validity of 60 seconds to a year', async () => {
    await fixture.submit({ validTo: nowSeconds + 60 })
    await fixture.submit({ validTo: nowSeconds + 365 * 86_400 })
  })

  test('reject a token marked as unsupported', async () => {
    const { isolatedToken = '0x' } = fixture.network.fixtures ?? {}
    await ctx.db.token.upsert({
      where: { chainId_address: { chainId: 1, address: isolatedToken } },
      create: { chainId: 1, address: isolatedToken, unsupported: 'for a test' },
      update: { unsupported: 'for a test' },
    })
    await expect(fixture.submit({ buyToken: isolatedToken })).rejects.toEqual(
      code('UnsupportedToken'),
    )
  })

  test.each(['sellToken', 'buyToken'] as const)(
    'reject a fee-on-transfer token as %s',
    async (name) => {
      const token = fixture.network.fixtures?.feeOnTransferToken.toLowerCase() as Address
      await expect(fixture.submit({ [name]: token })).rejects.toMatchObject({
        code: 'UnsupportedToken',
        message: expect.stringMatching(new RegExp(`${token}.* it takes a fee on transfer`)),
      })
      await ctx.db.token.updateMany({ where: { address: token }, data: { unsupported: null } })
    },
  )

  test('reject an allowance below sell amount plus fee', async () => {
    const owner = getTestAccount(4)
    const approval = { token: weth, owner: owner.address, spender: defaultVaultRelayer }
    const change = { sellAmount: ether, feeAmount: 5n }
    const attempt = () => fixture.submit(change, { privateKey: owner.privateKey })
    await approve(fixture.network.rpcUrl, { ...approval, amount: ether + 4n })
    await expect(attempt()).rejects.toEqual(code('InsufficientAllowance'))
    await approve(fixture.network.rpcUrl, { ...approval, amount: ether + 5n })
    expect(await attempt()).toHaveLength(114)
  })

  test.each(['owner', 'receiver'] as const)('reject a banned %s as Forbidden', async (party) => {
    const address = party === 'owner' ? getTestAccount(5).address : getTestAccount(6).address
    await ctx.db.bannedAccount.create({ data: { address, reason: 'for a test' } })
    const input =
      party === 'owner'
        ? fixture.submit({}, { privateKey: getTestAccount(5).privateKey })
        : fixture.submit({ receiver: address })
    await expect(input).rejects.toEqual(code('Forbidden'))
  })

  test('reject app data that is malformed, unknown or mismatched', async () => {
    const input = await fixture.sign()
    const unknown = hashAppData(document({ unknown: true }))
    const place = (change: Partial<PlaceOrderInput>) => placeOrder(ctx, { ...input, ...change })
    await expect(place({ appData: '{' })).rejects.toEqual(code('InvalidAppData'))
    await expect(place({ appData: unknown })).rejects.toEqual(code('InvalidAppData'))
    const differing = place({ appData: document({}), appDataHash: unknown })
    await expect(differing).rejects.toEqual(code('AppDataHashMismatch'))
  })
})
