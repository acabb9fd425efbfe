import { toHex } from 'viem'
import { describe, expect } from 'vitest'
import { hashAppData } from '@/lib/app-data/app-data-document'
import type { OnchainPlacement } from '@/lib/chain-events/onchain-placement'
import { nativeToken } from '@/lib/core/address'
import { maxUint256 } from '@/lib/core/amount'
import type { Hex } from '@/lib/core/bytes'
import { defaultSettlement, getNetwork, nativeOrdersContract } from '@/lib/core/networks'
import type { SignedOrder } from '@/lib/core/order'
import { maxUint32 } from '@/lib/core/time'
import { type Database, inTransaction } from '@/lib/db/database'
import { exclusionOf } from '@/lib/orders/order-record'
import { findOrder } from '@/lib/orders/order-store'
import { listOpenOrders } from '@/lib/orders/queries/open-order-query'
import { excludeAll } from '@/lib/orders/state/order-state-store'
import { insertOrder } from '@/lib/testing/orders/insert-order'
import { test } from '@/lib/testing/test'
import type { TestDatabase } from '@/lib/testing/test-database'
import { testOrder } from '@/lib/testing/test-order'
import { insertTrackedTokens } from '@/lib/tokens/holders/tracked-token-store'
import { saveUnsupported } from '@/lib/tokens/token-store'
import { placeOnchainOrders } from './place-onchain-orders'

let database: TestDatabase
let db: Database
test.beforeAll(({ database: empty }) => {
  database = empty
  db = database.db
})

const { wrappedNative, hooksTrampoline } = getNetwork(1)
const sender = `0x${'5e'.repeat(20)}` as const
const timestamp = 1_800_000_000
const site = {
  chainId: 1,
  settlementContract: defaultSettlement,
  wrappedNative,
  trampoline: hooksTrampoline,
  maxPartnerFeeBps: 100,
}

type Change = Partial<Omit<OnchainPlacement, 'order'>> & { readonly order?: Partial<SignedOrder> }

function placement({ order, ...change }: Change = {}): OnchainPlacement {
  const terms = { owner: nativeOrdersContract, validTo: maxUint32, receiver: sender }
  const { uid, ...rest } = testOrder({ ...terms, signingScheme: 'eip1271', ...order })
  return {
    orderUid: uid,
    contract: nativeOrdersContract,
    sender,
    order: { ...rest, signature: nativeOrdersContract },
    terms: { quoteId: 0n, userValidTo: timestamp + 600 },
    timestamp,
    ...change,
  }
}

const place = (...placements: OnchainPlacement[]) =>
  inTransaction(db, (tx) => placeOnchainOrders(tx, site, placements))

async function placed(change: Change = {}) {
  const event = placement(change)
  await place(event)
  return findOrder(db, 1, event.orderUid)
}

async function document(metadata: object): Promise<Hex> {
  const text = JSON.stringify({ version: '1.0.0', metadata })
  const hash = hashAppData(text)
  await db.appData.create({ data: { hash, document: text } })
  return hash
}

const hook = (gasLimit: string) => ({ target: sender, callData: '0x', gasLimit })

describe('an order placed on chain', () => {
  test("is stored with the event's terms, its sender's expiry and the interaction that wraps its payment", async () => {
    const order = await placed()
    expect(order).toMatchObject({
      owner: nativeOrdersContract,
      signingScheme: 'eip1271',
      signature: nativeOrdersContract,
      validTo: maxUint32,
      trueValidTo: timestamp + 600,
      createdAt: new Date(timestamp * 1000),
      onchainSender: sender,
      onchainUser: sender,
      placementError: undefined,
      status: 'open',
      signed: true,
      quoteId: undefined,
      interactions: {
        pre: [{ target: nativeOrdersContract, value: 0n, callData: '0x4c84c1c8' }],
        post: [],
      },
    })
  })

  test('wraps nothing when it sells another token or has another owner', async () => {
    const sells = await placed({ order: { sellToken: `0x${'ab'.repeat(20)}` } })
    const owned = await placed({ order: { owner: `0x${'0e'.repeat(20)}` } })
    expect([sells?.interactions.pre, owned?.interactions.pre]).toEqual([[], []])
  })

  test('ends at validTo when the event adds no terms', async () => {
    const order = await placed({ terms: {}, order: { validTo: timestamp + 900 } })
    expect(order).toMatchObject({ trueValidTo: timestamp + 900, placementError: undefined })
  })

  test('takes hooks and other members from an uploaded document', async () => {
    const metadata = { hooks: { pre: [hook('21000')] }, validFrom: timestamp + 60 }
    const order = await placed({ order: { appData: await document(metadata) } })
    expect(order?.interactions.pre.map(({ target }) => target)).toEqual([
      nativeOrdersContract,
      hooksTrampoline,
    ])
    expect(order).toMatchObject({ validFrom: timestamp + 60, placementError: undefined })
  })

  test('keeps its named quote only for the same tokens and kind', async () => {
    const event = placement()
    const { sellToken, buyToken } = event.order
    const data = {
      chainId: 1,
      trader: sender,
      sellToken,
      buyToken,
      kind: 'sell',
      sellAmount: 90,
      buyAmount: 210,
      feeAmount: 10,
      gasAmount: 1,
      gasPrice: 1,
      sellTokenPrice: 1,
      signingScheme: 'eip1271',
      verified: true,
      blockNumber: 1,
      createdAt: new Date(),
      expiration: new Date(),
    } as const
    const { id } = await db.quote.create({ data })
    const { id: other } = await db.quote.create({ data: { ...data, buyToken: sellToken } })
    const foreign = placement({ terms: { quoteId: other, userValidTo: timestamp + 600 } })
    await place({ ...event, terms: { quoteId: id, userValidTo: timestamp + 600 } }, foreign)
    const quotes = await db.orderQuote.findMany()
    expect(quotes).toMatchObject([{ orderUid: event.orderUid, verified: true }])
    expect(await findOrder(db, 1, event.orderUid)).toMatchObject({ quoteId: id })
    expect(await findOrder(db, 1, foreign.orderUid)).toMatchObject({ quoteId: undefined })
  })

  test('overwrites an earlier off-chain submission', async () => {
    const event = placement()
    await insertOrder(db, testOrder({ ...event.order, uid: event.orderUid, quoteId: 7n }))
    await db.order.update({ where: { uid: event.orderUid }, data: { failedSettlements: 2 } })
    await place(event)
    const order = await findOrder(db, 1, event.orderUid)
    expect(order).toMatchObject({ onchainSender: sender, createdAt: new Date(timestamp * 1000) })
    expect(order).toMatchObject({ quoteId: undefined, failedSettlements: 2 })
  })
})

const endingIn = (seconds: number) => ({ terms: { userValidTo: timestamp + seconds } })

describe('an unservable order placed on chain', () => {
  test.each<[string, string, Change]>([
    ['data of another length than 12 bytes', 'invalidOrderData', { terms: undefined }],
    [
      'an unknown app data hash',
      'invalidOrderData',
      { order: { appData: `0x${'77'.repeat(32)}` } },
    ],
    ['buyAmount 0', 'invalidOrderData', { order: { buyAmount: 0n } }],
    [
      'sellAmount + feeAmount over uint256',
      'invalidOrderData',
      { order: { feeAmount: maxUint256 } },
    ],
    ['the same tokens', 'preValidationError', { order: { buyToken: wrappedNative } }],
    [
      'the native token for the wrapped',
      'preValidationError',
      { order: { buyToken: nativeToken } },
    ],
    ['the native token as sellToken', 'preValidationError', { order: { sellToken: nativeToken } }],
    ['an end in the past', 'preValidationError', endingIn(-1)],
    ['an end less than 60 s ahead', 'preValidationError', endingIn(59)],
    ['an end more than a year ahead', 'validToTooFarInTheFuture', endingIn(366 * 86_400)],
  ])('with %s is stored as %s', async (_, placementError, change) => {
    expect(await placed(change)).toMatchObject({ status: 'open', placementError })
  })

  test('may have a signed fee', async () => {
    expect(await placed({ order: { feeAmount: 5n } })).toMatchObject({ placementError: undefined })
  })

  test.each(['sender', 'receiver'] as const)('has a banned %s', async (role) => {
    const address =
      role === 'sender' ? (`0x${'ba'.repeat(20)}` as const) : (`0x${'bb'.repeat(20)}` as const)
    await db.bannedAccount.create({ data: { address, reason: 'test' } })
    const change = role === 'sender' ? { sender: address } : { order: { receiver: address } }
    expect(await placed(change)).toMatchObject({ placementError: 'preValidationError' })
  })

  test('trades a denied, unsupported or rebasing token', async () => {
    const [denied, unsupported] = [`0x${'d1'.repeat(20)}`, `0x${'d2'.repeat(20)}`] as const
    const [unfaithful, stEth] = [
      `0x${'d3'.repeat(20)}`,
      '0xae7ab96520de3a18e5e111b5eaab095312d7fe84',
    ] as const
    const tracked = { address: unfaithful, fromBlock: 1n, faithful: false }
    await insertTrackedTokens(db, 1, [tracked])
    await db.deniedToken.create({ data: { chainId: 1, address: denied, reason: 'test' } })
    await saveUnsupported(db, { chainId: 1, address: unsupported }, 'fee')
    for (const buyToken of [denied, unsupported, unfaithful, stEth] as const) {
      const order = await placed({ order: { buyToken } })
      expect(order).toMatchObject({ placementError: 'preValidationError' })
    }
  })

  test('has invalid app data, an impossible validFrom or hooks that use too much gas', async () => {
    const text = '{"metadata":[]}'
    const malformed = hashAppData(text)
    await db.appData.create({ data: { hash: malformed, document: text } })
    const late = await document({ validFrom: timestamp + 600 })
    const greedy = await document({ hooks: { post: [hook('9000000')] } })
    const errors = []
    for (const appData of [malformed, late, greedy]) {
      errors.push((await placed({ order: { appData } }))?.placementError)
    }
    expect(errors).toEqual(['invalidOrderData', 'invalidOrderData', 'other'])
  })

  test('requires an unsupported feature, and reports the member even while settlement is paused', async () => {
    const appData = await document({ flashloan: { token: sender, amount: '1' } })
    const event = placement({ order: { appData } })
    await place(event)
    const find = () => findOrder(db, 1, event.orderUid)
    const exclusion = { code: 'appDataRefused', member: 'metadata.flashloan' }
    expect(await find()).toMatchObject({ placementError: 'invalidOrderData', exclusion })
    const uids = (
      await listOpenOrders(db, { chainId: 1, nowSeconds: timestamp, trusted: [] })
    ).orders.map(({ uid }) => uid)
    expect(uids).not.toContain(event.orderUid)
    await excludeAll(db, 1, { code: 'settlingPaused' })
    const order = await find()
    expect(order && exclusionOf(order)).toEqual(exclusion)
  })

  test('is not solvable', async () => {
    const [good, bad] = [placement(), placement({ order: { buyToken: wrappedNative } })]
    await place(good, bad)
    const uids = (
      await listOpenOrders(db, { chainId: 1, nowSeconds: timestamp, trusted: [] })
    ).orders.map(({ uid }) => uid)
    expect(uids).toContain(good.orderUid)
    expect(uids).not.toContain(bad.orderUid)
  })
})

test('stores more placements at once than fit in a block', async () => {
  const many = Array.from({ length: 1_000 }, (_, i) =>
    placement({ order: { buyToken: toHex(i + 1, { size: 20 }) } }),
  )
  await place(...many)
  expect(await db.order.count({ where: { buyToken: { lt: toHex(1_001, { size: 20 }) } } })).toBe(
    1_000,
  )
})
