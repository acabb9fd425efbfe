import { describe, expect } from 'vitest'
import { findOrder } from '@/lib/orders/order-store'
import { done, type OperatorFixture, trader } from '@/lib/testing/accounts/operator-fixture'
import { test } from '@/lib/testing/test'
import { testOrder } from '@/lib/testing/test-order'

let fixture: OperatorFixture

test.beforeEach(({ operator }) => {
  fixture = operator
})

describe('the order commands', () => {
  test('cancel open orders of any network, and notify their owners with the reason', async () => {
    const orders = [await fixture.place(), await fixture.place({ chainId: 100 })]
    const uids = orders.map(({ uid }) => uid)
    expect(
      await fixture.operate(`orders cancel ${uids.join(' ')} --reason " sanctioned token " --yes`),
    ).toMatchObject(done)
    const reason = 'policy: sanctioned token'
    for (const { uid, chainId } of orders) {
      const stored = await findOrder(fixture.ctx.db, chainId, uid)
      expect(stored).toMatchObject({ status: 'cancelled', cancellationReason: reason })
      const [notification] = await fixture.ctx.db.notification.findMany({
        where: { orderUid: uid },
      })
      expect(notification?.metadata).toMatchObject({ reason })
    }
  })

  test('cancel all open orders of an owner, on one network or on all', async () => {
    const here = await fixture.place({ owner: trader.address })
    const there = await fixture.place({ owner: trader.address, chainId: 100 })
    const foreign = await fixture.place()
    const cancelAll = `orders cancel --all-of ${trader.address} --reason spam --yes`
    await fixture.operate(`${cancelAll} --network gnosis`)
    expect(await findOrder(fixture.ctx.db, 100, there.uid)).toMatchObject({ status: 'cancelled' })
    expect(await findOrder(fixture.ctx.db, 1, here.uid)).toMatchObject({ status: 'open' })
    expect(await fixture.operate(cancelAll)).toMatchObject(done)
    expect(await findOrder(fixture.ctx.db, 1, here.uid)).toMatchObject({ status: 'cancelled' })
    expect(await findOrder(fixture.ctx.db, 1, foreign.uid)).toMatchObject({ status: 'open' })
    expect(await fixture.operate(cancelAll)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/no open order/),
    })
  })

  test('send no notification for an order that its owner never signed', async () => {
    const { uid } = await fixture.place({ signingScheme: 'presign', signature: '0x' })
    expect((await fixture.operate(`orders cancel ${uid} --reason spam --yes`)).out).toMatch(
      /nobody is notified/,
    )
    expect(await findOrder(fixture.ctx.db, 1, uid)).toMatchObject({ status: 'cancelled' })
    expect(await fixture.ctx.db.notification.count({ where: { orderUid: uid } })).toBe(0)
  })

  test('change nothing if one of the orders is not open', async () => {
    const open = await fixture.place()
    const filled = await fixture.place()
    const expired = await fixture.place({ validTo: 1_700_000_000 })
    await fixture.ctx.db.order.update({ where: { uid: filled.uid }, data: { status: 'fulfilled' } })
    const missing = testOrder()
    const cases = [
      [filled, /is filled/],
      [expired, /has expired/],
      [missing, /no order with/],
    ] as const
    for (const [order, message] of cases) {
      const { code, err } = await fixture.operate(
        `orders cancel ${open.uid} ${order.uid} --reason x --yes`,
      )
      expect([code, err]).toEqual([1, expect.stringMatching(message)])
    }
    expect(await findOrder(fixture.ctx.db, 1, open.uid)).toMatchObject({ status: 'open' })
  })

  test('list orders by network, owner and status', async () => {
    const mine = await fixture.place({ owner: trader.address, chainId: 100 })
    await fixture.place({ owner: trader.address })
    await fixture.place()
    const list = async (options: string) =>
      JSON.parse((await fixture.operate(`orders list --json ${options}`)).out)
    expect(await list('')).toHaveLength(3)
    expect(await list('--limit 2')).toHaveLength(2)
    const rows = await list(`--owner ${trader.address} --network xdai --status open`)
    expect(rows).toEqual([
      expect.objectContaining({ uid: mine.uid, network: 'gnosis', status: 'open' }),
    ])
    expect(await list('--status cancelled')).toEqual([])
  })
})
