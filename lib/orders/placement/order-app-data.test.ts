import { describe, expect } from 'vitest'
import { putAppData } from '@/lib/app-data/app-data'
import { hashAppData } from '@/lib/app-data/app-data-document'
import { resolveAppData } from '@/lib/app-data/resolve-app-data'
import { decodeHooks } from '@/lib/chain/simulation/trampoline'
import type { Context } from '@/lib/context'
import type { Hex } from '@/lib/core/bytes'
import { getNetwork } from '@/lib/core/networks'
import { getTestAccount } from '@/lib/devnet/accounts'
import type { OrderRecord } from '@/lib/orders/order-record'
import { listOrdersByUids } from '@/lib/orders/order-store'
import { listOpenOrders } from '@/lib/orders/queries/open-order-query'
import { maxOrderGas, settlementGas } from '@/lib/quotes/quote'
import {
  nowSeconds,
  type OrderFixture,
  type Terms,
  trader,
} from '@/lib/testing/orders/order-fixture'
import { contractSubmission } from '@/lib/testing/orders/sign-test-order'
import { test } from '@/lib/testing/test'
import { placeOrder } from './place-order'

let fixture: OrderFixture
let ctx: Context

test.beforeAll(({ orders }) => {
  fixture = orders
  ctx = fixture.ctx
})

const code = (code: string) => expect.objectContaining({ code })
const recipient = `0x${'ab'.repeat(20)}` as const

async function placeWith(metadata: object, change: Partial<Terms> = {}): Promise<OrderRecord> {
  const appData = JSON.stringify({ version: '1.15.0', appCode: 'test', metadata })
  const input = await fixture.sign({ ...change, appData: hashAppData(appData) })
  const uid = await placeOrder(ctx, { ...input, appData })
  const [order] = await listOrdersByUids(ctx.db, [uid])
  if (!order) throw new Error('the order is not stored')
  return order
}

describe('metadata of the app data', () => {
  test.each([
    [{}, 'limit'],
    [{ orderClass: { orderClass: 'market' } }, 'market'],
    [{ orderClass: { orderClass: 'limit' } }, 'limit'],
    [{ orderClass: { orderClass: 'twap' } }, 'limit'],
  ])('orderClass: %j makes a %s order', async (metadata, expected) => {
    expect((await placeWith(metadata)).class).toBe(expected)
  })

  test('orderClass absent: an order with a signed fee is a market order', async () => {
    expect((await placeWith({}, { feeAmount: 1n })).class).toBe('market')
  })

  test('referrer: stores the code with the order, but not an address', async () => {
    expect((await placeWith({ referrer: { code: 'friend' } })).referrerCode).toBe('FRIEND')
    const old = { referrer: { version: '0.1.0', address: recipient } }
    expect((await placeWith(old)).referrerCode).toBeUndefined()
  })

  test('partnerFee: stores the granted fees with the order, at most 1 % of the volume', async () => {
    const partnerFee = [
      { recipient, volumeBps: 70 },
      { recipient, surplusBps: 5000, maxVolumeBps: 90 },
    ]
    expect((await placeWith({ partnerFee })).partnerFees).toEqual([
      { recipient, volumeBps: 70 },
      { recipient, surplusBps: 5000, maxVolumeBps: 30 },
    ])
  })

  test('hooks: become trampoline calls before and after the trade', async () => {
    const hook = (gasLimit: string) => ({ target: recipient, callData: '0x1234', gasLimit })
    const hooks = { pre: [hook('1'), hook('2')], post: [hook('3')] }
    const { interactions } = await placeWith({ hooks })
    const { hooksTrampoline } = getNetwork(1)
    const gasLimits = ({ target, callData }: { target: Hex; callData: Hex }) => {
      expect(target).toBe(hooksTrampoline)
      return decodeHooks(callData)?.map(({ gasLimit }) => gasLimit)
    }
    expect(interactions.pre.map(gasLimits)).toEqual([[1n, 2n]])
    expect(interactions.post.map(gasLimits)).toEqual([[3n]])
  })

  test('hooks: more than 8 million gas is TooMuchGas', async () => {
    const room = maxOrderGas - settlementGas
    const hook = (gasLimit: bigint) => ({
      target: recipient,
      callData: '0x',
      gasLimit: String(gasLimit),
    })
    const placing = placeWith({ hooks: { pre: [hook(room)], post: [hook(1n)] } })
    await expect(placing).rejects.toEqual(code('TooMuchGas'))
    await placeWith({ hooks: { pre: [hook(room - 1n)], post: [hook(1n)] } })
  })

  test('validFrom: the order is solvable from then on', async () => {
    const order = await placeWith({ validFrom: nowSeconds + 100 }, { validTo: nowSeconds + 900 })
    expect(order).toMatchObject({ status: 'open', validFrom: nowSeconds + 100 })
    const uidsAt = async (seconds: number) =>
      (await listOpenOrders(ctx.db, { chainId: 1, nowSeconds: seconds, trusted: [] })).orders.map(
        ({ uid }) => uid,
      )
    expect(await uidsAt(nowSeconds + 99)).not.toContain(order.uid)
    expect(await uidsAt(nowSeconds + 100)).toContain(order.uid)
  })

  test('validFrom: less than 60 seconds before validTo is InvalidValidFrom', async () => {
    const validTo = nowSeconds + 600
    const placing = placeWith({ validFrom: validTo - 59 }, { validTo })
    await expect(placing).rejects.toEqual(code('InvalidValidFrom'))
    await placeWith({ validFrom: validTo - 60 }, { validTo })
  })

  test('signer: owns an order without any other named owner', async () => {
    const appData = JSON.stringify({ metadata: { signer: recipient } })
    const terms = fixture.terms({ appData: hashAppData(appData) })
    const submission = { signingScheme: 'presign', signature: '0x', from: undefined } as const
    const uid = await placeOrder(ctx, { ...contractSubmission(terms, submission), appData })
    expect((await listOrdersByUids(ctx.db, [uid]))[0]?.owner).toBe(recipient)
    const other = { ...submission, from: trader.address }
    const placing = placeOrder(ctx, { ...contractSubmission(terms, other), appData })
    await expect(placing).rejects.toEqual(code('AppdataFromMismatch'))
  })

  test('signer: another account’s signature is InvalidSignature', async () => {
    const appData = JSON.stringify({ metadata: { signer: getTestAccount(2).address } })
    const input = await fixture.sign({ appData: hashAppData(appData) })
    const placing = placeOrder(ctx, { ...input, from: undefined, appData })
    await expect(placing).rejects.toEqual(code('InvalidSignature'))
  })

  test('quote: stores the client’s slippage with the quote', async () => {
    const terms = fixture.terms()
    await ctx.db.quote.create({
      data: {
        chainId: 1,
        trader: trader.address,
        sellToken: terms.sellToken,
        buyToken: terms.buyToken,
        kind: 'sell',
        sellAmount: String(terms.sellAmount),
        buyAmount: '5',
        feeAmount: '0',
        gasAmount: 1,
        gasPrice: 1,
        sellTokenPrice: 1,
        signingScheme: 'eip712',
        verified: true,
        blockNumber: 1n,
        createdAt: new Date(nowSeconds * 1000),
        expiration: new Date(nowSeconds * 1000 + 1),
      },
    })
    const { uid } = await placeWith({ quote: { slippageBips: 50 } }, terms)
    const kept = await ctx.db.orderQuote.findUnique({ where: { orderUid: uid } })
    expect(kept?.metadata).toEqual({ slippageBips: 50 })
  })

  test('returns utm and unknown members in the document unchanged', async () => {
    const metadata = { utm: { utmSource: 'web' }, mine: [1, { deep: 'ü' }] }
    const { appData } = await placeWith(metadata)
    const stored = await ctx.db.appData.findUnique({ where: { hash: appData } })
    expect(JSON.parse(stored?.document ?? '').metadata).toEqual(metadata)
    expect(hashAppData(stored?.document ?? '')).toBe(appData)
  })

  test('rejects unsupported features as InvalidAppData, also in a document uploaded before', async () => {
    const metadata = { wrappers: [{ address: recipient, data: '0x' }] }
    const refusal = expect.objectContaining({
      code: 'InvalidAppData',
      message: expect.stringContaining('metadata.wrappers[0] '),
    })
    await expect(placeWith(metadata)).rejects.toEqual(refusal)
    const document = JSON.stringify({ metadata })
    await expect(putAppData(ctx, { text: document })).rejects.toEqual(refusal)
    const hash = hashAppData(document)
    await ctx.db.appData.create({ data: { hash, document } })
    const input = await fixture.sign({ appData: hash })
    await expect(placeOrder(ctx, { ...input, appData: hash })).rejects.toEqual(refusal)
    await expect(resolveAppData(ctx, { appData: hash })).rejects.toEqual(refusal)
  })

  test('ignores an omittable wrapper and places the order', async () => {
    const wrappers = [{ address: recipient, data: '0x', isOmittable: true }]
    const order = await placeWith({ wrappers })
    expect(order).toMatchObject({ status: 'open', interactions: { pre: [], post: [] } })
  })

  test('rejects a member of the wrong shape as InvalidAppData', async () => {
    await expect(placeWith({ hooks: 'none' })).rejects.toEqual(code('InvalidAppData'))
  })
})
