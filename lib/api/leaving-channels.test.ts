import { expect, test } from 'vitest'
import { seal } from '@/lib/channels/seal'
import { makeUnsubscribeSecret, unsubscribeToken } from '@/lib/channels/unsubscribe-token'
import { openAccountDesk } from '@/lib/testing/account-desk'
import { subscribe } from '@/lib/testing/delivery-desk'

const desk = openAccountDesk(async () => ({ CMS_ENABLED: 'false' }))

test('people leave a service that shows no notifications, and see what it keeps', async () => {
  const { account, ask } = await desk.signIn()
  const secret = makeUnsubscribeSecret()
  const subscriptionId = await subscribe(desk.ctx, {
    url: 'https://mail.example',
    account,
    channel: 'email',
    secret: seal(desk.ctx.config, 'secret', secret),
  })
  const other = await subscribe(desk.ctx, { url: 'https://hook.example', account })
  expect((await ask('POST', '/subscriptions', { channel: 'webhook', url: '' })).status).toBe(503)
  const token = unsubscribeToken({ subscriptionId, secret })
  const left = await fetch(`${desk.url}/api/account/unsubscribe/${token}`, { method: 'POST' })
  expect(left.status).toBe(200)
  const row = await desk.ctx.db.subscription.findUnique({ where: { id: subscriptionId } })
  expect(row).toMatchObject({ confirmed: false })
  expect((await ask('GET', '/export')).body.subscriptions).toHaveLength(2)
  expect(await ask('DELETE', `/subscriptions/${other}`)).toMatchObject({ status: 200 })
  expect(await ask('DELETE', '/data')).toMatchObject({ status: 200, body: { subscriptions: 1 } })
})
