import { expect } from 'vitest'
import { open } from '@/lib/channels/encryption/encrypt'
import { reencryptEndpoints } from '@/lib/channels/encryption/reencrypt-endpoints'
import { saveEndpoint } from '@/lib/channels/subscriptions/save-endpoint'
import { everywhere } from '@/lib/core/identity'
import { inTransaction } from '@/lib/db/database'
import { accountOf } from '@/lib/testing/channels/delivery-fixture'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import type { TestDatabase } from '@/lib/testing/test-database'
import { renewPush } from './renew-push'

const encryptionKey = 'ab'.repeat(32)
let database: TestDatabase
let ctx: ReturnType<typeof createTestContext>

const contextOf = (ENCRYPTION_KEY: string) => {
  const environment = { ENCRYPTION_KEY, WEBHOOK_ALLOWED_HOSTS: '127.0.0.1:9' }
  return createTestContext({ db: database.db, environment })
}
test.beforeAll(({ database: empty }) => {
  database = empty
  ctx = contextOf(encryptionKey)
})

const targetOf = (name: string) => ({
  endpoint: `http://127.0.0.1:9/${name}`,
  keys: { p256dh: name, auth: name },
})
const subscribe = (number: number, name: string) =>
  inTransaction(ctx.db, (tx) =>
    saveEndpoint(tx, ctx, {
      ...everywhere(accountOf(number)),
      channel: 'web_push',
      target: targetOf(name),
      label: 'Browser',
      types: ['order_filled'],
      isConfirmed: true,
    }),
  )
const renew = (from: string, to: string, by = ctx, oldAuth = from) =>
  renewPush(by, { oldEndpoint: targetOf(from).endpoint, oldAuth, target: targetOf(to) })
const endpointsOf = async (number: number) => {
  const rows = await ctx.db.subscription.findMany({ where: { account: accountOf(number) } })
  const names = rows.map(({ target }) => {
    const { keys } = JSON.parse(
      open(contextOf(`${'cd'.repeat(32)},${encryptionKey}`).config, 'target', target ?? ''),
    )
    return keys.auth as string
  })
  return names.sort()
}

test('a browser’s new endpoint replaces the old one in all its accounts', async () => {
  await subscribe(1, 'a')
  await subscribe(2, 'a')
  await subscribe(2, 'other')
  const stopped = { stoppedAt: new Date(), stoppedReason: 'gone', target: null }
  await ctx.db.subscription.updateMany({ where: { account: accountOf(1) }, data: stopped })
  expect(await renew('a', 'b')).toBe(2)
  expect(await endpointsOf(1)).toEqual(['b'])
  expect(await endpointsOf(2)).toEqual(['b', 'other'])
  expect(await ctx.db.subscription.count({ where: { stoppedAt: { not: null } } })).toBe(0)
  expect(await renew('a', 'c')).toBe(0)
  expect(await renew('b', 'b')).toBe(2)
})

test('an account that already has the new endpoint has it once', async () => {
  await subscribe(3, 'd')
  await subscribe(3, 'e')
  await subscribe(4, 'e')
  expect(await renew('d', 'e')).toBe(1)
  expect(await endpointsOf(3)).toEqual(['e'])
  expect(await endpointsOf(4)).toEqual(['e'])
})

test('knowing an endpoint without its auth secret changes nothing', async () => {
  await subscribe(7, 'kkkk')
  for (const auth of ['llll', 'kkk', '']) expect(await renew('kkkk', 'mmmm', ctx, auth)).toBe(0)
  expect(await endpointsOf(7)).toEqual(['kkkk'])
})

test('finds an endpoint stored under an older key', async () => {
  await subscribe(5, 'f')
  expect(await renew('f', 'g', contextOf(`${'cd'.repeat(32)},${encryptionKey}`))).toBe(1)
  expect(await endpointsOf(5)).toEqual(['g'])
})

test('a duplicate stored under an older key does not keep that key in use', async () => {
  await subscribe(8, 'nnnn')
  await subscribe(8, 'oooo')
  const rotated = contextOf(`${'cd'.repeat(32)},${encryptionKey}`)
  expect(await renew('nnnn', 'oooo', rotated)).toBe(1)
  expect(await endpointsOf(8)).toEqual(['oooo'])
  await reencryptEndpoints(rotated)
  expect(await reencryptEndpoints(rotated)).toBe(0)
})

test('resolves no host for a caller that knows no stored endpoint', async () => {
  const asked: string[] = []
  const resolveHost = (name: string) => {
    asked.push(name)
    return Promise.resolve([{ address: '127.0.0.1', family: 4 }] as const)
  }
  const by = { ...ctx, resolveHost }
  const target = { ...targetOf('x'), endpoint: 'https://inside.example/x' }
  expect(
    await renewPush(by, { oldEndpoint: 'https://unknown.example/', oldAuth: 'x', target }),
  ).toBe(0)
  expect(asked).toEqual([])
  await subscribe(6, 'hhhh')
  const oldEndpoint = targetOf('hhhh').endpoint
  expect(await renewPush(by, { oldEndpoint, oldAuth: 'iiii', target })).toBe(0)
  expect(asked).toEqual([])
  const refused = { code: 'BadRequest' }
  await expect(renewPush(by, { oldEndpoint, oldAuth: 'hhhh', target })).rejects.toMatchObject(
    refused,
  )
  expect(asked).toEqual(['inside.example'])
})
