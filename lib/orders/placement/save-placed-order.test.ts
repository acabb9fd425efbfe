import { describe, expect } from 'vitest'
import { emptyAppDataHash, hashAppData } from '@/lib/app-data/app-data-document'
import { noMetadata } from '@/lib/app-data/metadata'
import type { Context } from '@/lib/context'
import { maxUint256 } from '@/lib/core/amount'
import { defaultVaultRelayer } from '@/lib/core/networks'
import { getTestAccount } from '@/lib/devnet/accounts'
import type { NewOrder } from '@/lib/orders/order-record'
import { approve } from '@/lib/testing/chain/chain-actions'
import type { OrderFixture } from '@/lib/testing/orders/order-fixture'
import { test } from '@/lib/testing/test'
import { testOrder } from '@/lib/testing/test-order'
import { placeOrder } from './place-order'
import { savePlacedOrder } from './save-placed-order'

let fixture: OrderFixture
const other = getTestAccount(2)

test.beforeAll(async ({ orders }) => {
  fixture = orders
  await approve(fixture.network.rpcUrl, {
    token: fixture.network.tokens.WETH ?? '0x',
    owner: other.address,
    spender: defaultVaultRelayer,
    amount: maxUint256,
  })
})

const outcomes = async (work: readonly Promise<unknown>[]) =>
  (await Promise.allSettled(work)).map((result) =>
    result.status === 'fulfilled' ? 'saved' : result.reason.code,
  )
const stored = (uids: readonly unknown[]) =>
  fixture.database.db.order.count({ where: { uid: { in: uids as string[] } } })

describe('concurrent submissions', () => {
  test('are saved together, each with its app data', async () => {
    const ctx = fixture.createContext(fixture.network.rpcUrl, { MAX_OPEN_LIMIT_ORDERS: '0' })
    const document = (index: number) => JSON.stringify({ version: '1.0.0', metadata: {}, index })
    const inputs = await Promise.all(
      Array.from({ length: 12 }, async (_, index) => {
        const appData = document(index % 3)
        return { ...(await fixture.sign({ appData: hashAppData(appData) })), appData }
      }),
    )
    const uids = await Promise.all(inputs.map((input) => placeOrder(ctx, input)))
    expect(new Set(uids).size).toBe(12)
    expect(await stored(uids)).toBe(12)
    expect(await fixture.database.db.appData.count()).toBe(3)
  })

  test('of the same order are saved once, and the others are saved', async () => {
    const ctx = fixture.createContext(fixture.network.rpcUrl, { MAX_OPEN_LIMIT_ORDERS: '0' })
    const same = await fixture.sign()
    const inputs = [await fixture.sign(), same, same, await fixture.sign()]
    const result = await outcomes(inputs.map((input) => placeOrder(ctx, input)))
    expect(result.filter((outcome) => outcome === 'saved')).toHaveLength(3)
    expect(result.filter((outcome) => outcome === 'DuplicatedOrder')).toHaveLength(1)
    expect([result[0], result[3]]).toEqual(['saved', 'saved'])
  })

  test('are saved in one transaction when some are repeated or exist already', async () => {
    const appData = { hash: emptyAppDataHash, document: undefined, metadata: noMetadata }
    const [known, same, other] = [testOrder(), testOrder(), testOrder()]
    const { db } = fixture.database
    const save = (ctx: Context) => (order: NewOrder) =>
      savePlacedOrder(ctx, { order, appData, quote: undefined })
    const create = () =>
      fixture.createContext(fixture.network.rpcUrl, { MAX_OPEN_LIMIT_ORDERS: '0' })
    await save(create())(known)
    let transactions = 0
    const counting = new Proxy(db, {
      get: (target, name) => {
        if (name === '$transaction') transactions += 1
        return Reflect.get(target, name)
      },
    })
    const orders = [same, known, other, same]
    const result = await outcomes(orders.map(save({ ...create(), db: counting })))
    expect(result).toEqual(['saved', 'DuplicatedOrder', 'saved', 'DuplicatedOrder'])
    expect(transactions).toBe(1)
  })

  test('are saved when one of them cannot be stored', async () => {
    const appData = { hash: emptyAppDataHash, document: undefined, metadata: noMetadata }
    const orders = [testOrder(), testOrder({ sellAmount: -1n }), testOrder()]
    const result = await Promise.allSettled(
      orders.map((order) => savePlacedOrder(fixture.ctx, { order, appData, quote: undefined })),
    )
    expect(result.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(await stored(orders.map(({ uid }) => uid))).toBe(2)
  })

  test('count cumulatively against their own owner’s limit only', async () => {
    const ctx = fixture.createContext(fixture.network.rpcUrl, { MAX_OPEN_LIMIT_ORDERS: '2' })
    const { db } = fixture.database
    await db.order.updateMany({ data: { status: 'cancelled' } })
    const { privateKey } = other
    const ours = await Promise.all([1, 2, 3].map(() => fixture.sign()))
    const theirs = await Promise.all([1, 2, 3, 4].map(() => fixture.sign({}, { privateKey })))
    const result = await outcomes([...ours, ...theirs].map((input) => placeOrder(ctx, input)))
    const refused = 'TooManyLimitOrders'
    expect(result.slice(0, 3).sort()).toEqual([refused, 'saved', 'saved'])
    expect(result.slice(3).sort()).toEqual([refused, refused, 'saved', 'saved'])
    expect(await db.order.count({ where: { status: 'open' } })).toBe(4)
  })
})
