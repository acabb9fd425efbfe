import { encodeFunctionData, erc20Abi } from 'viem'
import { afterEach, expect } from 'vitest'
import { getOrderProgress } from '@/lib/auctions/competition/order-progress'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { defaultVaultRelayer } from '@/lib/core/networks'
import { sendTransaction } from '@/lib/devnet/rpc'
import type { NewOrder } from '@/lib/orders/order-record'
import { getOrder } from '@/lib/orders/queries/list-orders'
import { viewOrder } from '@/lib/orders/queries/order-view'
import type { SolverFixture } from '@/lib/testing/auctions/solver-fixture'
import { test } from '@/lib/testing/test'
import { backOffOrders } from './order-backoff'

const ether = 10n ** 18n
let fixture: SolverFixture
let ctx: Context

test.beforeAll(({ solver }) => {
  fixture = solver
  ctx = fixture.ctx
})
afterEach(() => ctx.db.order.updateMany({ data: { status: 'cancelled' } }))

/** Returns the reason, which the order and its status share. */
async function exclusionOf(uid: Hex) {
  const order = viewOrder(await getOrder(ctx, { chainId: 1, uid }))
  const progress = await getOrderProgress(ctx, { chainId: 1, uid })
  expect(progress.exclusion).toEqual('exclusion' in order ? order.exclusion : undefined)
  return progress.exclusion
}

async function approve({ owner, sellToken }: NewOrder, amount: bigint) {
  const args = [defaultVaultRelayer, amount] as const
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args })
  await sendTransaction(fixture.rpc, { from: owner, to: sellToken, data })
}

test('excludes an order that sells more than its owner holds', async () => {
  const { uid, sellToken, owner } = await fixture.place(1, { sellAmount: 10n ** 30n })
  await fixture.settle()
  expect(await exclusionOf(uid)).toEqual({
    code: 'insufficientBalance',
    token: sellToken,
    needed: String(10n ** 30n),
    available: String(await fixture.balanceOf(sellToken, owner)),
  })
  expect(await getOrderProgress(ctx, { chainId: 1, uid })).toMatchObject({ type: 'open' })
})

test('excludes an order with too little allowance until its owner approves more', async () => {
  const order = await fixture.place(2, {})
  await approve(order, 7n)
  await fixture.settle()
  const lacking = { code: 'insufficientAllowance', needed: String(ether), available: '7' }
  expect(await exclusionOf(order.uid)).toMatchObject(lacking)
  await approve(order, ether)
  expect((await fixture.settle()).state).toBe('mined')
  await fixture.index()
  expect(await exclusionOf(order.uid)).toBeUndefined()
})

test('excludes an order if the other orders of its owner use up the balance', async () => {
  const owner = fixture.network.accounts[3]?.address ?? '0x'
  const held = await fixture.balanceOf(fixture.token('WETH'), owner)
  await fixture.place(3, { sellAmount: held, buyAmount: 10n ** 30n })
  const other = await fixture.place(3, { sellAmount: held, buyAmount: 10n ** 30n })
  await fixture.settle()
  const lacking = { code: 'insufficientBalance', needed: String(held), available: '0' }
  expect(await exclusionOf(other.uid)).toMatchObject(lacking)
})

test('an order above the market waits for its price, but stays in the auction', async () => {
  const { uid } = await fixture.place(4, { buyAmount: 10n ** 30n })
  await fixture.settle()
  expect(await exclusionOf(uid)).toEqual({ code: 'waitsForPrice' })
  expect(await getOrderProgress(ctx, { chainId: 1, uid })).toMatchObject({ type: 'active' })
})

test('does not write an unchanged exclusion again', async () => {
  const { uid } = await fixture.place(4, { buyAmount: 10n ** 30n })
  const version = () => ctx.db.$queryRaw`SELECT xmin::text FROM orders WHERE uid = ${uid}`
  await fixture.settle()
  const first = await version()
  await fixture.settle()
  expect(await version()).toEqual(first)
})

test('excludes an order for a token without pools as not traded', async () => {
  const token: Address = `0x${'9d'.repeat(20)}`
  const { uid } = await fixture.place(5, { buyToken: token })
  await fixture.settle()
  expect(await exclusionOf(uid)).toEqual({ code: 'tokenNotTraded', token })
})

test('excludes an order in a denied token or of a banned account until it is allowed again', async () => {
  const [denied, banned] = [
    await fixture.place(5, {}),
    await fixture.place(6, { buyToken: fixture.token('DAI') }),
  ]
  const token = denied.buyToken
  await ctx.db.deniedToken.create({ data: { chainId: 1, address: token, reason: 'a test' } })
  await ctx.db.bannedAccount.create({ data: { address: banned.owner, reason: 'a test' } })
  await fixture.settle()
  expect(await exclusionOf(denied.uid)).toEqual({ code: 'tokenNotTraded', token })
  expect(await exclusionOf(banned.uid)).toEqual({ code: 'accountNotServed' })
  await ctx.db.deniedToken.deleteMany()
  await ctx.db.bannedAccount.deleteMany()
  expect((await fixture.settle()).state).toBe('mined')
  await fixture.index()
  expect(await exclusionOf(denied.uid)).toBeUndefined()
})

test('an order whose settlement failed backs off until a stated time', async () => {
  const { uid } = await fixture.place(1, {})
  backOffOrders(ctx, 1, [uid])
  await fixture.settle()
  const exclusion = await exclusionOf(uid)
  expect(exclusion).toMatchObject({ code: 'backingOff' })
  const until = exclusion && 'until' in exclusion ? Date.parse(exclusion.until) : 0
  expect(until - Date.now()).toBeLessThanOrEqual(1_000)
})

test('a presign order awaits its signature, even if it lost it in the last block', async () => {
  const { uid } = await fixture.place(1, { buyAmount: 10n ** 30n })
  await ctx.db.order.update({ where: { uid }, data: { signed: false } })
  expect(await exclusionOf(uid)).toEqual({ code: 'awaitsSignature' })
  await ctx.db.order.update({ where: { uid }, data: { signed: true, signingScheme: 'presign' } })
  await fixture.settle()
  expect(await exclusionOf(uid)).toEqual({ code: 'awaitsSignature' })
})

test('excludes an order for a time after too many reverts, and settles it afterwards', async () => {
  const { uid } = await fixture.place(1, {})
  await ctx.db.order.update({
    where: { uid },
    data: { failedSettlements: 3, frozenUntil: new Date(4_000_000_000_000) },
  })
  await fixture.settle()
  const until = '2096-10-02T07:06:40.000Z'
  expect(await exclusionOf(uid)).toEqual({ code: 'blockedAfterReverts', until })
  await ctx.db.order.update({ where: { uid }, data: { frozenUntil: new Date(Date.now() - 1_000) } })
  expect((await fixture.settle()).state).toBe('mined')
})

test('excludes every order while settling is paused', async () => {
  const { uid } = await fixture.place(7, {})
  await ctx.db.settlingStop.create({
    data: { chainId: 1, reason: 'a test', stoppedAt: new Date() },
  })
  await fixture.settle()
  expect(await exclusionOf(uid)).toEqual({ code: 'settlingPaused' })
  await ctx.db.settlingStop.deleteMany()
  expect((await fixture.settle()).state).toBe('mined')
})

test('an order that has ended has no exclusion', async () => {
  const { uid } = await fixture.place(1, { buyAmount: 10n ** 30n })
  await fixture.settle()
  await ctx.db.order.update({ where: { uid }, data: { status: 'expired' } })
  expect(await exclusionOf(uid)).toBeUndefined()
})
