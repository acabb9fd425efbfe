import { describe, expect } from 'vitest'
import { getTestAccount } from '@/lib/devnet/accounts'
import { findOrder } from '@/lib/orders/order-store'
import { done, type OperatorFixture, trader } from '@/lib/testing/accounts/operator-fixture'
import { test } from '@/lib/testing/test'

let fixture: OperatorFixture

test.beforeEach(({ operator }) => {
  fixture = operator
})

describe('bans', () => {
  const ban = `bans add ${trader.address} --reason "stolen funds" --yes`

  test('reject orders of the owner and the receiver until lifted', async () => {
    expect(await fixture.operate(ban)).toMatchObject(done)
    await expect(fixture.submit()).rejects.toMatchObject({ code: 'Forbidden' })
    expect((await fixture.operate('bans list')).out).toContain('stolen funds')
    expect(
      await fixture.operate(`bans remove ${trader.address} --reason "cleared" --yes`),
    ).toMatchObject(done)
    await expect(fixture.submit()).rejects.not.toMatchObject({ code: 'Forbidden' })
    expect((await fixture.operate('bans list')).out).toBe('Nothing to show.\n')
    const receiver = getTestAccount(2).address
    await fixture.operate(`bans add ${receiver} --reason x --yes`)
    await expect(fixture.submit({ receiver })).rejects.toMatchObject({ code: 'Forbidden' })
  })

  test('keep open orders open, but out of auctions', async () => {
    const own = await fixture.place({ owner: trader.address })
    const received = await fixture.place({ receiver: trader.address })
    const placed = await fixture.place({ onchainSender: trader.address })
    const other = await fixture.place()
    expect(await fixture.inAuction()).toHaveLength(4)
    const { out } = await fixture.operate(ban)
    expect(out).toMatch(/3 open orders stay open but out of auctions/)
    expect(await fixture.inAuction()).toEqual([other.uid])
    for (const { uid } of [own, received, placed]) {
      expect(await findOrder(fixture.ctx.db, 1, uid)).toMatchObject({ status: 'open' })
    }
  })

  test('cannot be added twice, nor lifted where there are none', async () => {
    expect(await fixture.operate(ban)).toMatchObject(done)
    expect(await fixture.operate(ban)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/already banned: stolen funds/),
    })
    const account = getTestAccount(3).address
    expect(await fixture.operate(`bans remove ${account} --reason x --yes`)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/is not banned/),
    })
  })
})
