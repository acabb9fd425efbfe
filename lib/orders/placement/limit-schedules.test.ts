import { describe, expect } from 'vitest'
import { hashAppData } from '@/lib/app-data/app-data-document'
import type { Context } from '@/lib/context'
import type { Hex } from '@/lib/core/bytes'
import { defaultVaultRelayer } from '@/lib/core/networks'
import { getTestAccount } from '@/lib/devnet/accounts'
import { getSchedule, listAccountSchedules } from '@/lib/orders/queries/list-schedules'
import { countOpenOrders, listOpenOrders } from '@/lib/orders/queries/open-order-query'
import { refreshOrders } from '@/lib/orders/state/refresh-orders'
import { approve } from '@/lib/testing/chain/chain-actions'
import { insertOrder } from '@/lib/testing/orders/insert-order'
import { nowSeconds, type OrderFixture, type Terms } from '@/lib/testing/orders/order-fixture'
import { contractSubmission } from '@/lib/testing/orders/sign-test-order'
import { test } from '@/lib/testing/test'
import { insertPresignature, insertTrade, testOrder } from '@/lib/testing/test-order'
import { maxOpenSchedules, maxScheduleParts } from './check-schedule'
import { placeOrder } from './place-order'

let fixture: OrderFixture
let ctx: Context

test.beforeAll(({ orders }) => {
  fixture = orders
  ctx = fixture.createContext(fixture.network.rpcUrl, { MAX_OPEN_LIMIT_ORDERS: '3' })
})

const invalid = expect.objectContaining({ code: 'InvalidSchedule' })
const tooMany = expect.objectContaining({ code: 'TooManyLimitOrders' })

type Part = {
  readonly schedule: string | undefined
  readonly validFrom: number
  readonly change?: Partial<Terms>
}

const documentOf = ({ schedule, validFrom }: Part) =>
  JSON.stringify({ metadata: schedule ? { schedule: { id: schedule }, validFrom } : { validFrom } })

/** Creates an account that can fund its orders and has none yet. */
async function newOwner(index: number, funds = 2n ** 200n) {
  const { address, privateKey } = getTestAccount(index)
  const { sellToken } = fixture.terms()
  const approval = { owner: address, spender: defaultVaultRelayer, amount: funds }
  await approve(fixture.network.rpcUrl, { token: sellToken, ...approval })
  const place = async (
    schedule: string | undefined,
    validFrom: number,
    change?: Partial<Terms>,
  ) => {
    const appData = documentOf({ schedule, validFrom })
    const terms = { validTo: nowSeconds + 86_400, ...change, appData: hashAppData(appData) }
    const signed = await fixture.sign(terms, { privateKey })
    return (await placeOrder(ctx, { ...signed, appData })) as Hex
  }
  return { address, place }
}

/** Stores parts of another day directly. */
async function storeParts(owner: Hex, { schedule, count }: { schedule: string; count: number }) {
  for (let index = 0; index < count; index++) {
    await insertOrder(
      ctx.db,
      testOrder({
        owner,
        schedule,
        validFrom: nowSeconds + 10_000 + index,
        validTo: 2_000_000_000,
      }),
    )
  }
}

describe('the parts of a schedule', () => {
  test('count as one limit order', async () => {
    const { address, place } = await newOwner(2)
    for (let index = 0; index < 5; index++) await place('weekly', nowSeconds + index * 600)
    const owners = [{ chainId: 1, owner: address }]
    const [counts] = await countOpenOrders(ctx.db, { owners, nowSeconds })
    expect(counts?.outOfMarket).toBe(1)
    await place(undefined, nowSeconds)
    await place(undefined, nowSeconds)
    await expect(place(undefined, nowSeconds)).rejects.toEqual(tooMany)
    await place('weekly', nowSeconds + 6_000)
    await expect(place('daily', nowSeconds)).rejects.toEqual(tooMany)
  })

  test('have distinct times, also when they are submitted at once', async () => {
    const { place } = await newOwner(3)
    const results = await Promise.allSettled([1, 2, 3, 4].map(() => place('weekly', nowSeconds)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason).toEqual(invalid)
    }
    await expect(place('weekly', nowSeconds)).rejects.toThrow(/has a part with metadata\.validFrom/)
    await place('daily', nowSeconds)
  })

  test('keep their times after they have ended', async () => {
    const { place } = await newOwner(4)
    const uid = await place('weekly', nowSeconds)
    await ctx.db.order.update({ where: { uid }, data: { status: 'cancelled' } })
    await expect(place('weekly', nowSeconds)).rejects.toEqual(invalid)
  })

  test('share pair and kind', async () => {
    const { place } = await newOwner(5)
    await place('weekly', nowSeconds)
    const next = nowSeconds + 600
    const { DAI } = fixture.network.tokens
    await expect(place('weekly', next, { buyToken: DAI ?? '0x' })).rejects.toThrow(
      /are sell orders of 0x[0-9a-f]{40} for 0x[0-9a-f]{40}; name another schedule$/,
    )
    await expect(place('weekly', next, { kind: 'buy' })).rejects.toEqual(invalid)
    await place('weekly', next)
  })

  test('are at most 50, whatever became of them', async () => {
    const { address, place } = await newOwner(6)
    await storeParts(address, { schedule: 'weekly', count: maxScheduleParts - 1 })
    await ctx.db.order.updateMany({ where: { owner: address }, data: { status: 'fulfilled' } })
    await place('weekly', nowSeconds)
    await expect(place('weekly', nowSeconds + 60)).rejects.toThrow(/has 50 parts, at most 50/)
  })

  test('of ten schedules may be open, those of the eleventh are TooManyLimitOrders', async () => {
    const unlimited = fixture.createContext(fixture.network.rpcUrl)
    const { privateKey, address } = getTestAccount(7)
    const { sellToken } = fixture.terms()
    const approval = { owner: address, spender: defaultVaultRelayer, amount: 2n ** 200n }
    await approve(fixture.network.rpcUrl, { token: sellToken, ...approval })
    const place = async (schedule: string, validFrom: number) => {
      const appData = documentOf({ schedule, validFrom })
      const terms = { validTo: nowSeconds + 86_400, appData: hashAppData(appData) }
      const signed = await fixture.sign(terms, { privateKey })
      return (await placeOrder(unlimited, { ...signed, appData })) as Hex
    }
    const names = Array.from({ length: maxOpenSchedules + 3 }, (_, index) => `s${index}`)
    const results = await Promise.allSettled(names.map((name) => place(name, nowSeconds)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(maxOpenSchedules)
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason).toEqual(tooMany)
    }
    await expect(place('another', nowSeconds)).rejects.toThrow(/has 10 open schedules, at most 10/)
    const open = await listAccountSchedules(ctx, {
      ...{ chainId: 1, owner: address },
      page: { limit: 20, offset: 0 },
    })
    await place(open[0]?.id ?? '', nowSeconds + 600)
    await ctx.db.order.updateMany({
      where: { owner: address, schedule: open[1]?.id ?? '' },
      data: { status: 'cancelled' },
    })
    await place('another', nowSeconds)
  })
})

describe('presign parts in an owner’s name', () => {
  test('restrict no owner who consents', async () => {
    const { address, place } = await newOwner(8)
    const appData = documentOf({ schedule: 'weekly', validFrom: nowSeconds })
    const presign = (change: Partial<Terms> = {}) => {
      const terms = fixture.terms({
        ...{ validTo: nowSeconds + 86_400, appData: hashAppData(appData) },
        ...change,
      })
      const submission = { signingScheme: 'presign', signature: '0x', from: address } as const
      return { ...contractSubmission(terms, submission), appData }
    }
    const { DAI } = fixture.network.tokens
    const foreign = (await placeOrder(ctx, presign({ buyToken: DAI ?? '0x' }))) as Hex
    await expect(placeOrder(ctx, presign())).rejects.toEqual(invalid)
    await place('weekly', nowSeconds)
    await insertPresignature(ctx.db, { uid: foreign, signed: true })
    await ctx.db.$transaction((tx) => refreshOrders(tx, { uids: [foreign], nowSeconds }))
    const next = place('weekly', nowSeconds + 600)
    await expect(next).rejects.toEqual(invalid)
  })
})

test('parts are solvable from their time on, and draw on no funds before it', async () => {
  // The balance covers any one of the parts, the allowance too, and neither covers two.
  const { place } = await newOwner(9, 15n * 10n ** 17n)
  const first = await place('weekly', nowSeconds, { sellAmount: 10n ** 18n })
  const second = await place('weekly', nowSeconds + 600, { sellAmount: 10n ** 18n })
  const uidsAt = async (seconds: number) => {
    const listing = { chainId: 1, nowSeconds: seconds, trusted: [] }
    return (await listOpenOrders(ctx.db, listing)).orders.map(({ uid }) => uid)
  }
  expect(await uidsAt(nowSeconds + 599)).toContain(first)
  expect(await uidsAt(nowSeconds + 599)).not.toContain(second)
  expect(await uidsAt(nowSeconds + 600)).toContain(second)
})

test('a schedule sums up its parts, in the sequence of their times', async () => {
  const owner: Hex = `0x${'5d'.repeat(20)}`
  const part = (validFrom: number, schedule = 'weekly') =>
    testOrder({ owner, schedule, validFrom, createdAt: new Date(nowSeconds * 1000) })
  const parts = [part(300), part(100), part(200)]
  for (const order of [...parts, part(1, 'daily')]) await insertOrder(ctx.db, order)
  const [, filled, ended] = parts
  await insertTrade(ctx.db, { uid: filled?.uid ?? '0x', sellAmount: 100n, buyAmount: 250n })
  const uids = [filled?.uid ?? '0x'] as const
  await ctx.db.$transaction((tx) => refreshOrders(tx, { uids, nowSeconds }))
  await ctx.db.order.update({ where: { uid: ended?.uid ?? '' }, data: { status: 'cancelled' } })
  const { summary, parts: listed } = await getSchedule(ctx, { chainId: 1, owner, id: 'weekly' })
  expect(listed.map(({ order }) => order.validFrom)).toEqual([100, 200, 300])
  expect(summary).toMatchObject({
    ...{ id: 'weekly', owner, kind: 'sell', parts: 3, open: 1, fulfilled: 1, cancelled: 1 },
    ...{ sellAmount: 300n, buyAmount: 600n, executedSell: 100n, executedBuy: 250n },
    ...{ firstValidFrom: 100, nextValidFrom: 300, nextSell: 100n, unsigned: 0 },
  })
  const page = { limit: 10, offset: 0 }
  expect(await listAccountSchedules(ctx, { chainId: 1, owner, page })).toHaveLength(2)
  const missing = getSchedule(ctx, { chainId: 1, owner, id: 'none' })
  await expect(missing).rejects.toEqual(expect.objectContaining({ code: 'NotFound' }))
})
