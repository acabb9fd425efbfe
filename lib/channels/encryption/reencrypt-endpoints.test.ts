import { beforeEach, expect } from 'vitest'
import { decryptEndpoint } from '@/lib/channels/sending/make-attempt'
import { saveEndpoint } from '@/lib/channels/subscriptions/save-endpoint'
import type { Context } from '@/lib/context'
import { everywhere } from '@/lib/core/identity'
import { listEncryptedEndpoints } from '@/lib/outbox/endpoint-store'
import { accountOf } from '@/lib/testing/channels/delivery-fixture'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import type { TestDatabase } from '@/lib/testing/test-database'
import { reencryptEndpoints } from './reencrypt-endpoints'

const [older, newer] = ['0a'.repeat(32), '0b'.repeat(32)]
let database: TestDatabase
const contextOf = (keys: string) =>
  createTestContext({ db: database.db, environment: { ENCRYPTION_KEY: keys } })
let before: Context
let during: Context
let after: Context

test.beforeAll(({ database: empty }) => {
  database = empty
  before = contextOf(older)
  during = contextOf(`${newer},${older}`)
  after = contextOf(newer)
})
beforeEach(() => database.db.subscription.deleteMany())

const account = accountOf(1)
const keep = (ctx: Context, url = 'https://receiver.example/1') =>
  saveEndpoint(ctx.db, ctx, {
    ...{ ...everywhere(account), channel: 'webhook', label: 'receiver.example', target: { url } },
    ...{ types: ['order_filled'], isConfirmed: true, secret: 'whsec_AAAA' },
  })
const open = async (ctx: Context) =>
  (await listEncryptedEndpoints(database.db, everywhere(account))).map((sealed) =>
    decryptEndpoint(ctx, sealed),
  )

test('rows from before a key rotation are re-encrypted and no longer need the old key', async () => {
  await keep(before)
  await database.db.subscription.updateMany({
    data: {
      oldSecret: (await database.db.subscription.findFirstOrThrow()).secret,
      oldSecretUntil: new Date(Date.now() + 60_000),
    },
  })
  await expect(open(after)).rejects.toThrow('not in ENCRYPTION_KEY')
  expect(await reencryptEndpoints(during)).toBe(1)
  expect(await open(after)).toMatchObject([
    { target: { url: 'https://receiver.example/1' }, secrets: ['whsec_AAAA', 'whsec_AAAA'] },
  ])
  await expect(open(before)).rejects.toThrow('not in ENCRYPTION_KEY')
  expect(await reencryptEndpoints(during)).toBe(0)
})

test('an endpoint known under the old key is not stored twice, before or after re-encryption', async () => {
  await keep(before)
  expect(await keep(during)).toMatchObject({ kind: 'known' })
  await reencryptEndpoints(during)
  expect(await keep(during)).toMatchObject({ kind: 'known' })
  expect(await keep(after)).toMatchObject({ kind: 'known' })
})

test('skips a row that no key decrypts and re-encrypts the others', async () => {
  const lost = contextOf('0c'.repeat(32))
  await keep(lost, 'https://receiver.example/lost')
  await keep(before)
  const lostRow = { label: 'receiver.example', targetKey: expect.any(String) }
  const rows = await database.db.subscription.findMany({ orderBy: { createdAt: 'asc' } })
  expect(await reencryptEndpoints(during)).toBe(1)
  const now = await database.db.subscription.findMany({ orderBy: { createdAt: 'asc' } })
  expect(now[0]).toEqual(rows[0])
  expect(now[1]).toMatchObject(lostRow)
  expect(now[1]!.target).not.toBe(rows[1]!.target)
})

test('does nothing with a single key', async () => {
  await keep(before)
  const [row] = await database.db.subscription.findMany()
  expect(await reencryptEndpoints(before)).toBe(0)
  expect(await reencryptEndpoints(after)).toBe(0)
  expect(await database.db.subscription.findMany()).toEqual([row])
})
