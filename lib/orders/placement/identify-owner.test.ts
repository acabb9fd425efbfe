import { hashTypedData } from 'viem'
import { sign } from 'viem/accounts'
import { describe, expect } from 'vitest'
import { hashAppData } from '@/lib/app-data/app-data-document'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { defaultSettlement, defaultVaultRelayer } from '@/lib/core/networks'
import { hashOrder, orderDomain, orderUid } from '@/lib/core/order'
import { getTestAccount } from '@/lib/devnet/accounts'
import { findOrder } from '@/lib/orders/order-store'
import { type OrderFixture, type Terms, trader } from '@/lib/testing/orders/order-fixture'
import { completeOrder, contractSubmission } from '@/lib/testing/orders/sign-test-order'
import { test } from '@/lib/testing/test'
import { insertPresignature } from '@/lib/testing/test-order'
import { type PlaceOrderInput, placeOrder } from './place-order'

const otherAccount = getTestAccount(2)

let fixture: OrderFixture
let ctx: Context

test.beforeAll(({ orders }) => {
  fixture = orders
  ctx = fixture.ctx
})

const code = (code: string) => expect.objectContaining({ code })
const document = (content: object) => JSON.stringify({ version: '1.1.0', metadata: {}, ...content })

describe('an order signature', () => {
  test.each<[string, Parameters<OrderFixture['sign']>[1]]>([
    ['another network', { chainId: 100 }],
    ['another contract', { settlementContract: defaultVaultRelayer }],
    ['another key', { privateKey: otherAccount.privateKey }],
  ])('is rejected when for or by %s', async (_, signing) => {
    const input = await fixture.sign({}, signing)
    const submission = placeOrder(ctx, { ...input, chainId: 1, from: trader.address })
    await expect(submission).rejects.toEqual(code('InvalidSignature'))
  })

  test('is rejected under another scheme or over other terms', async () => {
    const input = await fixture.sign()
    const changes: Partial<PlaceOrderInput>[] = [
      { signingScheme: 'ethsign' },
      { order: { ...input.order, buyAmount: 2n } },
      { order: { ...input.order, kind: 'buy' } },
      { signature: '0x' },
      { signature: `${input.signature}00` },
      { signature: input.signature.slice(0, -2) as Hex },
    ]
    for (const change of changes) {
      await expect(placeOrder(ctx, { ...input, ...change })).rejects.toEqual(
        code('InvalidSignature'),
      )
    }
  })

  test('must be by the signer named in the app data', async () => {
    const appData = document({ metadata: { signer: otherAccount.address } })
    const given = fixture.terms({ appData: hashAppData(appData) })
    const input = { ...(await fixture.sign(given)), appData }
    await expect(placeOrder(ctx, input)).rejects.toEqual(code('AppdataFromMismatch'))
    const nameless = placeOrder(ctx, { ...input, from: undefined })
    await expect(nameless).rejects.toEqual(code('InvalidSignature'))
  })
})

describe('orders of contract wallets', () => {
  const safeDigest = (safe: Address, message: Hex) =>
    hashTypedData({
      domain: { chainId: 1, verifyingContract: safe },
      types: { SafeMessage: [{ name: 'message', type: 'bytes' }] },
      primaryType: 'SafeMessage',
      message: { message },
    })
  const digestOf = (given: Terms) =>
    hashOrder(orderDomain(1, defaultSettlement), completeOrder(given))

  async function signedBySafe(given: Terms): Promise<PlaceOrderInput> {
    const { safeWallet: from = '0x', safeOwnerKey: privateKey = '0x' } =
      fixture.network.fixtures ?? {}
    const hash = safeDigest(from, digestOf(given))
    const signature = await sign({ hash, privateKey, to: 'hex' })
    return contractSubmission(given, { from, signingScheme: 'eip1271', signature })
  }

  test('are accepted when the wallet accepts the signature', async () => {
    const input = await signedBySafe(fixture.terms())
    const uid = await placeOrder(ctx, input)
    expect(await findOrder(ctx.db, 1, uid)).toMatchObject({
      owner: fixture.network.fixtures?.safeWallet,
      signature: input.signature,
      signed: true,
    })
  })

  test('are rejected when the wallet rejects the signature', async () => {
    const input = await signedBySafe(fixture.terms())
    const order = { ...input.order, buyAmount: 2n }
    await expect(placeOrder(ctx, { ...input, order })).rejects.toEqual(code('InvalidSignature'))
  })

  test.each(['gasHogWallet', 'returnBombWallet', 'shortMagicWallet'] as const)(
    'are rejected when signed by the %s, within the call limits',
    async (name) => {
      const from = fixture.network.fixtures?.[name]
      const input = contractSubmission(fixture.terms(), {
        from,
        signingScheme: 'eip1271',
        signature: '0x01',
      })
      // Beyond the limits, a call counts as an outage, not as a verdict.
      await expect(placeOrder(ctx, input)).rejects.toEqual(code('InvalidSignature'))
    },
  )

  test('are accepted with a dirty magic word, as by the settlement contract', async () => {
    const from = fixture.network.fixtures?.dirtyMagicWallet
    const input = contractSubmission(fixture.terms(), {
      from,
      signingScheme: 'eip1271',
      signature: '0x01',
    })
    expect(await placeOrder(ctx, input)).toHaveLength(114)
  })

  test('are rejected when the owner is not a contract', async () => {
    const from = trader.address
    const input = contractSubmission(fixture.terms(), {
      from,
      signingScheme: 'eip1271',
      signature: '0x01',
    })
    await expect(placeOrder(ctx, input)).rejects.toEqual(code('InvalidSignature'))
  })

  test.each(['eip1271', 'presign'] as const)('require from under %s', async (signingScheme) => {
    const input = contractSubmission(fixture.terms(), {
      from: undefined,
      signingScheme,
      signature: '0x',
    })
    await expect(placeOrder(ctx, input)).rejects.toEqual(code('MissingFrom'))
  })

  test('may be presigned later, without a balance check at submission', async () => {
    const given = fixture.terms({ sellAmount: 10n ** 30n, validTo: 4_294_967_295 })
    const signature = otherAccount.address
    const from = otherAccount.address
    const input = contractSubmission(given, { from, signingScheme: 'presign', signature })
    const uid = await placeOrder(ctx, input)
    expect(await findOrder(ctx.db, 1, uid)).toMatchObject({ signed: false, signature: '0x' })
  })

  test('are signed at once when the on-chain signature came first', async () => {
    const given = fixture.terms()
    const uid = orderUid(digestOf(given), otherAccount.address, given.validTo)
    await insertPresignature(ctx.db, { uid, signed: true })
    const from = otherAccount.address
    const input = contractSubmission(given, { from, signingScheme: 'presign', signature: '0x' })
    expect(await placeOrder(ctx, input)).toBe(uid)
    expect(await findOrder(ctx.db, 1, uid)).toMatchObject({ signed: true })
  })

  test('reject a presign signature that is neither empty nor an address', async () => {
    const from = otherAccount.address
    const signature = `0x${'00'.repeat(32)}` as const
    const input = contractSubmission(fixture.terms(), { from, signingScheme: 'presign', signature })
    await expect(placeOrder(ctx, input)).rejects.toEqual(code('InvalidSignature'))
  })
})
