import { describe, expect, it } from 'vitest'
import { getTestAccount } from '@/lib/devnet/accounts'
import { findOrder } from '@/lib/orders/order-store'
import { done, openOperatorDesk, trader } from '@/lib/testing/accounts/operator-fixture'

const desk = openOperatorDesk()

describe('bans', () => {
  const ban = `bans add ${trader.address} --reason "stolen funds" --yes`

  it('refuse orders of the owner and the receiver, until lifted', async () => {
    expect(await desk.operate(ban)).toMatchObject(done)
    await expect(desk.submit()).rejects.toMatchObject({ code: 'Forbidden' })
    expect((await desk.operate('bans list')).out).toContain('stolen funds')
    expect(
      await desk.operate(`bans remove ${trader.address} --reason "cleared" --yes`),
    ).toMatchObject(done)
    await expect(desk.submit()).rejects.not.toMatchObject({ code: 'Forbidden' })
    expect((await desk.operate('bans list')).out).toBe('Nothing to show.\n')
    const receiver = getTestAccount(2).address
    await desk.operate(`bans add ${receiver} --reason x --yes`)
    await expect(desk.submit({ receiver })).rejects.toMatchObject({ code: 'Forbidden' })
  })

  it('leave open orders open, but out of auctions', async () => {
    const own = await desk.place({ owner: trader.address })
    const received = await desk.place({ receiver: trader.address })
    const placed = await desk.place({ onchainSender: trader.address })
    const other = await desk.place()
    expect(await desk.inAuction()).toHaveLength(4)
    const { out } = await desk.operate(ban)
    expect(out).toMatch(/3 open ones stay open and take part in no auction/)
    expect(await desk.inAuction()).toEqual([other.uid])
    for (const { uid } of [own, received, placed]) {
      expect(await findOrder(desk.ctx.db, 1, uid)).toMatchObject({ status: 'open' })
    }
  })

  it('are added once, and lifted only where they are', async () => {
    expect(await desk.operate(ban)).toMatchObject(done)
    expect(await desk.operate(ban)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/banned already: stolen funds/),
    })
    const stranger = getTestAccount(3).address
    expect(await desk.operate(`bans remove ${stranger} --reason x --yes`)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/is not banned/),
    })
  })
})
