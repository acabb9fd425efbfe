import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ShortOrder } from '@/lib/auctions/auction'
import { openSolverDesk, type SolverDesk } from '@/lib/testing/solver-desk'
import { auctionRole } from './auction-role'
import { notifyShortOrders } from './notify-short-orders'

/** Jumps in a circle until the gas is used up. */
const burnsAllGas = '0x5b600056'
const hostile = `0x${'e7'.repeat(20)}` as const
const mostAtOnce = 20

let desk: SolverDesk

beforeAll(async () => {
  desk = await openSolverDesk()
})
afterAll(() => desk?.close())

async function shortOrder(terms: Parameters<SolverDesk['place']>[1]): Promise<ShortOrder> {
  const order = await desk.place(1, { sellAmount: 10n ** 30n, ...terms })
  const blockNumber = await desk.ctx.chain(1).client.getBlockNumber()
  return { uid: order.uid, order, blockNumber, needed: order.sellAmount, available: 0n }
}

const notify = (shortOrders: readonly ShortOrder[]) =>
  notifyShortOrders(desk.ctx, { chainId: 1, epoch: 1n, shortOrders })
const countTold = (uids: readonly string[]) =>
  desk.ctx.db.notification.count({
    where: { type: 'insufficient_balance', orderUid: { in: [...uids] } },
  })

test('a token that does not tell its balance keeps no other owner from hearing', async () => {
  await desk.rpc('anvil_setCode', [hostile, burnsAllGas])
  const [mute, told] = [await shortOrder({}), await shortOrder({})]
  const order = { ...mute.order, sellToken: hostile }
  await notify([{ ...mute, order }, told])
  expect(await countTold([mute.uid])).toBe(0)
  expect(await countTold([told.uid])).toBe(1)
  await notify([{ ...mute, order }, told])
  expect(await countTold([told.uid])).toBe(1)
})

test('many short orders are told over several calls', async () => {
  const orders: ShortOrder[] = []
  while (orders.length <= mostAtOnce) orders.push(await shortOrder({}))
  const uids = orders.map(({ uid }) => uid)
  await notify(orders)
  expect(await countTold(uids)).toBe(mostAtOnce)
  await notify(orders)
  expect(await countTold(uids)).toBe(mostAtOnce + 1)
})

test('it needs the leadership', async () => {
  const order = await shortOrder({})
  await desk.ctx.db.leader.update({ where: { role: auctionRole(1) }, data: { epoch: 2n } })
  await expect(notify([order])).rejects.toMatchObject({ code: 'Conflict' })
})
