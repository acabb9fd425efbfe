import { describe, expect } from 'vitest'
import { type AccountFixture, webhookActions } from '@/lib/testing/accounts/account-fixture'
import { saveTestNotifications } from '@/lib/testing/channels/delivery-fixture'
import { test } from '@/lib/testing/test'

let fixture: AccountFixture

test.beforeEach(({ accounts }) => {
  fixture = accounts
})

const { add, list, verify } = webhookActions(() => fixture)

describe('a new secret', () => {
  test('is valid at once, and the old one for 24 hours', async () => {
    const { account, ask } = await fixture.signIn()
    const { subscription, secret: first } = await add(ask)
    const path = `/subscriptions/${subscription.id}/secret`
    const { body } = await ask('POST', path)
    const until = Date.parse(body.subscription.oldSecretUntil) - fixture.ctx.now()
    expect(until).toBeGreaterThan(23.9 * 3_600_000)
    expect(until).toBeLessThanOrEqual(24 * 3_600_000)
    await saveTestNotifications(fixture.ctx, account, ['during'])
    await fixture.turn(subscription.id)
    for (const secret of [first, body.secret]) expect(verify(secret)).toBeTruthy()
    const { oldSecretUntil } = body.subscription
    expect(await list(ask)).toMatchObject([{ oldSecretUntil }])
    await fixture.ctx.db.subscription.update({
      where: { id: subscription.id },
      data: { oldSecretUntil: new Date(fixture.ctx.now()) },
    })
    expect(await list(ask)).toMatchObject([{ oldSecretUntil: null }])
    await saveTestNotifications(fixture.ctx, account, ['after'])
    await fixture.turn(subscription.id)
    expect(verify(body.secret)).toBeTruthy()
    expect(() => verify(first)).toThrow()
  })
})

test('a second rotation replaces the new secret, and the oldest keeps its expiry', async () => {
  const { account, ask } = await fixture.signIn()
  const { subscription, secret: first } = await add(ask, '/twice')
  const path = `/subscriptions/${subscription.id}/secret`
  const lost = await ask('POST', path)
  const where = { id: subscription.id }
  const until = new Date(fixture.ctx.now() + 3_600_000)
  await fixture.ctx.db.subscription.update({ where, data: { oldSecretUntil: until } })
  const newest = await ask('POST', path)
  expect(newest).toMatchObject({ status: 200 })
  expect(newest.body.subscription).toMatchObject({ oldSecretUntil: until.toISOString() })
  await saveTestNotifications(fixture.ctx, account, ['twice'])
  await fixture.turn(subscription.id)
  for (const secret of [first, newest.body.secret]) expect(verify(secret)).toBeTruthy()
  expect(() => verify(lost.body.secret)).toThrow()
  const ended = { oldSecretUntil: new Date(fixture.ctx.now()) }
  await fixture.ctx.db.subscription.update({ where, data: ended })
  await saveTestNotifications(fixture.ctx, account, ['afterwards'])
  await fixture.turn(subscription.id)
  expect(verify(newest.body.secret)).toBeTruthy()
  expect(() => verify(first)).toThrow()
})

test('of concurrent rotations, one secret is valid in addition to the old one', async () => {
  const { account, ask } = await fixture.signIn()
  const { subscription, secret: first } = await add(ask, '/at-once')
  const path = `/subscriptions/${subscription.id}/secret`
  const answers = await Promise.all([1, 2, 3].map(() => ask('POST', path)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  await saveTestNotifications(fixture.ctx, account, ['at once'])
  await fixture.turn(subscription.id)
  expect(verify(first)).toBeTruthy()
  const isGood = (secret: string) => {
    try {
      return Boolean(verify(secret))
    } catch {
      return false
    }
  }
  expect(answers.filter(({ body }) => isGood(body.secret))).toHaveLength(1)
})

describe('a test', () => {
  test('is sent at once, signed, and marked as a test', async () => {
    const { account, ask } = await fixture.signIn()
    const { subscription, secret } = await add(ask)
    const { status, body } = await ask('POST', `/subscriptions/${subscription.id}/test`)
    expect({ status, body }).toEqual({
      status: 200,
      body: { sent: true, status: 204, error: null },
    })
    expect(verify(secret)).toMatchObject({ data: { account, metadata: { test: true } } })
    expect((await ask('GET', '/deliveries')).body.deliveries).toEqual([])
  })

  test('is limited to one in ten seconds under concurrent requests', async () => {
    const { ask } = await fixture.signIn()
    const { subscription } = await add(ask)
    const path = `/subscriptions/${subscription.id}/test`
    const answers = await Promise.all([1, 2, 3].map(() => ask('POST', path)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 429, 429])
    const refused = answers.find(({ status }) => status === 429)!
    expect(refused.headers.get('retry-after')).toBe('10')
    expect(fixture.receiver.heard).toHaveLength(1)
  })

  test('reports the status of a failure, but not the response', async () => {
    const { ask } = await fixture.signIn()
    const { subscription } = await add(ask)
    fixture.receiver.answer = (response) =>
      response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end('internal text')
    const { body } = await ask('POST', `/subscriptions/${subscription.id}/test`)
    expect(body).toEqual({
      sent: false,
      status: 302,
      error: { code: 'redirected', status: 302 },
    })
    expect(fixture.receiver.heard).toHaveLength(1)
    fixture.ctx.clock.advance(10_000)
    fixture.receiver.answer = (response) => response.destroy()
    expect((await ask('POST', `/subscriptions/${subscription.id}/test`)).body).toEqual({
      sent: false,
      status: null,
      error: { code: 'noAnswer' },
    })
    expect(await list(ask)).toMatchObject([{ state: 'on' }])
  })

  test('disables the endpoint on 410, like a delivery', async () => {
    const { ask } = await fixture.signIn()
    const { subscription } = await add(ask)
    fixture.receiver.answer = (response) => response.writeHead(410).end()
    const { body } = await ask('POST', `/subscriptions/${subscription.id}/test`)
    expect(body).toEqual({ sent: false, status: 410, error: { code: 'answered', status: 410 } })
    expect(await list(ask)).toMatchObject([
      { state: 'stopped', stoppedReason: { code: 'answered', status: 410 } },
    ])
  })

  test('is not sent to an unconfirmed receiver', async () => {
    const { ask } = await fixture.signIn()
    const { subscription } = await add(ask)
    const where = { id: subscription.id }
    await fixture.ctx.db.subscription.update({ where, data: { confirmed: false } })
    const { status } = await ask('POST', `/subscriptions/${subscription.id}/test`)
    expect(status).toBe(409)
    expect(fixture.receiver.heard).toEqual([])
  })
})
