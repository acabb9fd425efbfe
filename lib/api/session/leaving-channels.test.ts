import { expect } from 'vitest'
import { makeUnsubscribeSecret, unsubscribeToken } from '@/lib/channels/email/unsubscribe-mail'
import { encrypt } from '@/lib/channels/encryption/encrypt'
import type { AccountFixture } from '@/lib/testing/accounts/account-fixture'
import { subscribe } from '@/lib/testing/channels/delivery-fixture'
import { testWith } from '@/lib/testing/test'

const test = testWith({ CMS_ENABLED: 'false' })

let fixture: AccountFixture

test.beforeEach(({ accounts }) => {
  fixture = accounts
})

test('unsubscribe, export and deletion work while notifications are disabled', async () => {
  const { account, ask } = await fixture.signIn()
  const secret = makeUnsubscribeSecret()
  const subscriptionId = await subscribe(fixture.ctx, {
    url: 'https://mail.example',
    account,
    channel: 'email',
    secret: encrypt(fixture.ctx.config, 'secret', secret),
  })
  const other = await subscribe(fixture.ctx, { url: 'https://hook.example', account })
  expect((await ask('POST', '/subscriptions', { channel: 'webhook', url: '' })).status).toBe(503)
  const token = unsubscribeToken({ subscriptionId, secret })
  const left = await fetch(`${fixture.url}/api/account/unsubscribe/${token}`, { method: 'POST' })
  expect(left.status).toBe(200)
  const row = await fixture.ctx.db.subscription.findUnique({ where: { id: subscriptionId } })
  expect(row).toMatchObject({ confirmed: false })
  expect((await ask('GET', '/export')).body.subscriptions).toHaveLength(2)
  expect(await ask('DELETE', `/subscriptions/${other}`)).toMatchObject({ status: 200 })
  expect(await ask('DELETE', '/data')).toMatchObject({ status: 200, body: { subscriptions: 1 } })
})

test('unsubscribe and export work after the encryption key is lost', async () => {
  const { account, ask } = await fixture.signIn()
  const secret = makeUnsubscribeSecret()
  const lost = { encryptionKeys: [`0x${'42'.repeat(32)}`] } as const
  const subscriptionId = await subscribe(fixture.ctx, {
    url: 'https://mail.example',
    account,
    channel: 'email',
    secret: encrypt(lost, 'secret', secret),
  })
  await subscribe(fixture.ctx, { url: 'https://hook.example', account })
  const where = { id: subscriptionId }
  const target = encrypt(lost, 'target', '{"address":"anna@mail.example"}')
  await fixture.ctx.db.subscription.update({ where, data: { target } })
  const { status, body } = await ask('GET', '/export')
  expect(status).toBe(200)
  expect(body.subscriptions.map((one: { target: unknown }) => one.target)).toEqual([
    null,
    { url: 'https://hook.example' },
  ])
  const token = unsubscribeToken({ subscriptionId, secret })
  const left = await fetch(`${fixture.url}/api/account/unsubscribe/${token}`, { method: 'POST' })
  expect(left.status).toBe(200)
  expect(await fixture.ctx.db.subscription.findUnique({ where })).toMatchObject({
    confirmed: false,
  })
})
