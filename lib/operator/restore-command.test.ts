import { expect } from 'vitest'
import { networks } from '@/lib/core/networks'
import { done } from '@/lib/testing/accounts/operator-fixture'
import { test } from '@/lib/testing/test'

test('a restored database settles nothing, gives away no lost id, and knows no session', async ({
  operator: { ctx, operate },
}) => {
  const { db } = ctx
  const account = `0x${'5'.repeat(40)}` as const
  const times = { createdAt: new Date(ctx.now()), expiresAt: new Date(ctx.now() + 60_000) }
  const session = await db.session.create({ data: { account, ...times } })
  const { expiresAt } = times
  await db.signInNonce.create({ data: { nonce: 'n', browserHash: 'b', expiresAt } })
  const nextId = async () => {
    const [row] = await db.$queryRaw<{ id: bigint }[]>`
      SELECT nextval(pg_get_serial_sequence('auctions', 'id')) AS id`
    return row?.id ?? 0n
  }
  const before = await nextId()
  await operate('settlement pause gnosis --reason "the node lies" --yes')

  expect(await operate('db restored --reason "disk lost" --yes')).toMatchObject(done)

  expect(await nextId()).toBe(before + 100_001n)
  const pauses = await db.settlingStop.findMany()
  expect(pauses).toHaveLength(networks.length)
  expect(pauses.find(({ chainId }) => chainId === 1)?.reason).toBe('disk lost')
  expect(pauses.find(({ chainId }) => chainId === 100)?.reason).toBe('the node lies')
  expect(await db.session.findUnique({ where: { id: session.id } })).toMatchObject({
    revokedAt: expect.any(Date),
  })
  expect(await db.signInNonce.count()).toBe(0)
})
