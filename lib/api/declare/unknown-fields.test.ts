import { expect } from 'vitest'
import { type AccountFixture, webhookActions } from '@/lib/testing/accounts/account-fixture'
import { test } from '@/lib/testing/test'

let fixture: AccountFixture

test.beforeEach(({ accounts }) => {
  fixture = accounts
})
const { add, list, webhook } = webhookActions(() => fixture)

const changeable = 'only label, types, enabled, quietHours, timeZone, digest'

test.each([
  [{ networks: [1] }, `networks cannot be changed, ${changeable}`],
  [{ url: 'https://other.example/' }, `url cannot be changed, ${changeable}`],
  [{ enable: false }, `enable cannot be changed, ${changeable}`],
  [{ enabled: false, id: '1', state: 'on' }, `id, state cannot be changed, ${changeable}`],
  [{ a: 1, b: 2, c: 3, d: 4 }, `a, b, c cannot be changed, ${changeable}`],
  [{ '<b>': 1 }, `a field of another name cannot be changed, ${changeable}`],
  [
    { quietHours: { from: '22:00', to: '07:00', days: [1] } },
    'quietHours days cannot be given, only from, to',
  ],
  [{ enable: 1, digest: 'never' }, /digest must be none, hourly or daily; enable cannot be/],
])('rejects a change of a channel by %j as a whole', async (change, message) => {
  const { ask } = await fixture.signIn()
  const { subscription } = await add(ask)
  const answered = await ask('PATCH', `/subscriptions/${subscription.id}`, change)
  expect(answered).toMatchObject({ status: 400, body: { message: expect.stringMatching(message) } })
  expect(await list(ask)).toEqual([subscription])
})

test('rejects fields of a new channel that would have no effect', async () => {
  const { ask } = await fixture.signIn()
  const wish = { ...webhook(), enabled: false }
  const { status, body } = await ask('POST', '/subscriptions', wish)
  const message =
    'enabled cannot be given, only channel, types, label, url, address, endpoint, keys'
  expect({ status, body }).toEqual({ status: 400, body: { message } })
  expect(await list(ask)).toEqual([])
})

const hook = { channel: 'webhook', url: 'https://hook.example/' }
const bytes = (count: number) => Buffer.alloc(count, 4).toString('base64url')
const keys = { p256dh: bytes(65), auth: bytes(16) }
const push = { endpoint: 'https://push.example/1', keys }

test.each([
  [{ ...hook, address: 'a@b.example' }, 'address cannot be given, only channel, types, label, url'],
  [{ ...hook, ...push }, 'endpoint, keys cannot be given, only channel, types, label, url'],
  [
    { channel: 'email', address: 'a@b.example', url: 'https://hook.example' },
    'url cannot be given, only channel, types, label, address',
  ],
  [
    { channel: 'web_push', ...push, url: 'https://hook.example' },
    'url cannot be given, only channel, types, label, endpoint, keys',
  ],
  [{ channel: 'telegram', label: 'Mine' }, 'label cannot be given, only channel, types'],
])('rejects a field of another channel: %j', async (wish, message) => {
  const { ask } = await fixture.signIn()
  const { status, body } = await ask('POST', '/subscriptions', wish)
  expect({ status, body }).toEqual({ status: 400, body: { message } })
  expect(await list(ask)).toEqual([])
})

test('marks nothing if the body has unknown fields', async () => {
  const { ask } = await fixture.signIn()
  const { status, body } = await ask('POST', '/inbox/read', { all: true, before: '0x00' })
  const message = 'before cannot be given, only ids, announcementIds, upTo, all, undo'
  expect({ status, body }).toEqual({ status: 400, body: { message } })
})
