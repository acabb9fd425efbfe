import { describe, expect, it } from 'vitest'
import { done, openOperatorDesk, trader } from '@/lib/testing/operator-desk'

const desk = openOperatorDesk()

describe('dead work', () => {
  async function deadDelivery(): Promise<string> {
    const { uid } = await desk.place()
    const account = trader.address
    await desk.ctx.db.notification.create({
      data: {
        id: uid,
        chainId: 1,
        account,
        type: 'order_filled',
        message: 'm',
        metadata: {},
        orderUid: uid,
        createdAt: new Date(),
      },
    })
    const subscription = await desk.ctx.db.subscription.create({
      data: { account, channel: 'webhook', target: `https://example.org/${uid}` },
    })
    const delivery = await desk.ctx.db.delivery.create({
      data: {
        notificationId: uid,
        subscriptionId: subscription.id,
        state: 'dead',
        attempts: 8,
        dueAt: new Date(0),
        lastError: '410\u001b[2J gone',
      },
    })
    return String(delivery.id)
  }

  it('is listed: deliveries, quarantined orders, abandoned settlements', async () => {
    const id = await deadDelivery()
    const { uid } = await desk.place()
    await desk.ctx.db.order.update({ where: { uid }, data: { failedSettlements: 3 } })
    const rows = JSON.parse((await desk.operate('work list --json')).out)
    expect(rows).toEqual([
      expect.objectContaining({ kind: 'delivery', id, replay: 'yes' }),
      expect.objectContaining({ kind: 'order', id: uid, replay: 'yes' }),
    ])
    expect((await desk.operate('work list')).out).not.toContain('\u001b')
  })

  it('is replayed: deliveries become due, orders take part again', async () => {
    const id = await deadDelivery()
    const { uid } = await desk.place()
    await desk.ctx.db.order.update({ where: { uid }, data: { failedSettlements: 3 } })
    expect(await desk.inAuction()).not.toContain(uid)
    expect(
      await desk.operate(`work replay ${id} ${uid} --reason "node is back" --yes`),
    ).toMatchObject(done)
    expect(await desk.inAuction()).toContain(uid)
    const delivery = await desk.ctx.db.delivery.findUnique({ where: { id: BigInt(id) } })
    expect(delivery).toMatchObject({ state: 'waiting', attempts: 0, lastError: null })
    expect(delivery!.dueAt.getTime()).toBeGreaterThan(Date.now() - 60_000)
    expect(JSON.parse((await desk.operate('work list --json')).out)).toEqual([])
  })

  it('must be dead', async () => {
    const { uid } = await desk.place()
    for (const id of [uid, '999999']) {
      expect(await desk.operate(`work replay ${id} --reason x --yes`)).toMatchObject({
        code: 1,
        err: expect.stringMatching(/work list shows/),
      })
    }
    expect(await desk.operate('work replay 0x12 --reason x --yes')).toMatchObject({ code: 2 })
  })
})
