import { describe, expect } from 'vitest'
import { notificationTypes } from '@/lib/core/notification'
import { type AccountFixture, webhookActions } from '@/lib/testing/accounts/account-fixture'
import { saveTestNotifications } from '@/lib/testing/channels/delivery-fixture'
import { test } from '@/lib/testing/test'

let fixture: AccountFixture

test.beforeEach(({ accounts }) => {
  fixture = accounts
})

const { webhook, add, list, verify } = webhookActions(() => fixture)

describe('a webhook', () => {
  test('is added with a secret shown once, and receives messages that it can verify', async () => {
    const { account, ask } = await fixture.signIn()
    const { subscription, secret } = await add(ask)
    expect(subscription).toMatchObject({
      channel: 'webhook',
      label: fixture.receiver.host,
      state: 'on',
      types: [...notificationTypes],
    })
    expect(JSON.stringify(await list(ask))).not.toContain(secret.slice(6))
    await saveTestNotifications(fixture.ctx, account, ['told'])
    expect(await fixture.turn(subscription.id)).toBe('sent')
    expect(verify(secret)).toMatchObject({ type: 'order_filled', data: { id: 'told', account } })
    expect(await list(ask)).toMatchObject([{ lastSentAt: expect.any(String), lastError: null }])
  })

  test('is stored encrypted', async () => {
    const { account, ask } = await fixture.signIn()
    const { secret } = await add(ask, '/a-path-with-a-token')
    const rows = await fixture.ctx.db.subscription.findMany({ where: { account } })
    expect(rows).toHaveLength(1)
    const kept = JSON.stringify(rows)
    for (const text of ['a-path-with-a-token', secret, secret.slice(6)]) {
      expect(kept).not.toContain(text)
    }
  })

  test('receives the event types that its account chose', async () => {
    const { account, ask } = await fixture.signIn()
    const types = ['order_expired']
    const { body } = await ask('POST', '/subscriptions', { ...webhook(), types })
    await saveTestNotifications(fixture.ctx, account, ['a fill'])
    expect(await fixture.turn(body.subscription.id)).toBe('idle')
    await ask('PATCH', `/subscriptions/${body.subscription.id}`, { types: ['order_filled'] })
    await saveTestNotifications(fixture.ctx, account, ['another fill'])
    expect(await fixture.turn(body.subscription.id)).toBe('sent')
  })

  test('is added once per account under repeated and concurrent requests', async () => {
    const { ask } = await fixture.signIn()
    const answers = await Promise.all([1, 2, 3].map(() => ask('POST', '/subscriptions', webhook())))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    expect(await list(ask)).toHaveLength(1)
    const { ask: askToo } = await fixture.signIn()
    await add(askToo)
  })

  const notHttps = { message: 'url must be an https address', reason: { code: 'notHttps' } }
  const unknownHost = {
    message: 'url cannot be sent to: its host was not found on the public Internet',
    reason: { code: 'unknownHost' },
  }
  test.each([
    [
      'http://receiver.example/hook',
      {
        message:
          'url must be an https address, unless WEBHOOK_ALLOWED_HOSTS names its host and port',
        reason: { code: 'notHttpsNorAllowed' },
      },
    ],
    [
      'https://localhost:3/',
      {
        message:
          'url must have no port but 443, unless WEBHOOK_ALLOWED_HOSTS names its host and port',
        reason: { code: 'otherPort' },
      },
    ],
    ['ftp://receiver.example/hook', notHttps],
    ['javascript:alert(1)', notHttps],
    ['receiver.example', notHttps],
    [
      'https://anna:secret@receiver.example/',
      { message: 'url must not hold a name or password', reason: { code: 'urlPassword' } },
    ],
    [
      `https://receiver.example/${'x'.repeat(2_000)}`,
      {
        message: 'url must have 2000 characters at most',
        reason: { code: 'urlTooLong', most: 2_000 },
      },
    ],
    ['https://127.0.0.1/', unknownHost],
    ['https://[::1]/', unknownHost],
    ['https://169.254.169.254/', unknownHost],
    ['https://0x7f000001/', unknownHost],
  ])('is rejected at %s', async (text, refused) => {
    const { ask } = await fixture.signIn()
    const { status, body } = await ask('POST', '/subscriptions', { channel: 'webhook', url: text })
    expect({ status, body }).toEqual({ status: 400, body: refused })
  })
})

describe('an account', () => {
  test('has at most ten channels under concurrent requests', async () => {
    const { ask } = await fixture.signIn()
    const many = Array.from({ length: 14 }, (_, index) => `/${index}`)
    const answers = await Promise.all(
      many.map((path) => ask('POST', '/subscriptions', webhook(path))),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10)
    const refused = answers.filter(({ status }) => status !== 201)
    expect(refused.map(({ status }) => status)).toEqual([409, 409, 409, 409])
    expect(refused[0]!.body.message).toBe('an account has 10 channels at most, remove one first')
    expect(await list(ask)).toHaveLength(10)
    const [first] = await list(ask)
    expect((await ask('DELETE', `/subscriptions/${first.id}`)).status).toBe(200)
    await add(ask, '/again')
  })

  test('neither sees nor changes channels of another', async () => {
    const { ask } = await fixture.signIn()
    const { subscription } = await add(ask)
    const { ask: askOther } = await fixture.signIn()
    expect(await list(askOther)).toEqual([])
    const path = `/subscriptions/${subscription.id}`
    const attempts = [
      ['PATCH', path, { enabled: false }],
      ['DELETE', path],
      ['POST', `${path}/test`],
      ['POST', `${path}/secret`],
    ] as const
    for (const [method, at, body] of attempts) {
      expect(await askOther(method, at, body), method).toMatchObject({
        status: 404,
        body: { message: 'the account has no such channel' },
      })
    }
    expect(await list(ask)).toMatchObject([{ enabled: true, oldSecretUntil: null }])
    expect(fixture.receiver.heard).toEqual([])
  })

  test.each([
    [{ types: [] }, /types must name one type at least/],
    [{ types: ['order_filled', 'order_filled'] }, /types must name each type once/],
    [{ types: ['order_lost'] }, /types.0 must be of order_filled/],
    [{ enabled: 'yes' }, /enabled must be true or false/],
    [{ timeZone: 'Middle/Earth' }, /timeZone must be a time zone such as/],
    [{ quietHours: { from: '25:00', to: '07:00' } }, /quietHours.from must be a time of day/],
    [{ quietHours: { from: '07:00', to: '07:00' } }, /quietHours must begin and end/],
    [{ digest: 'weekly' }, /digest must be none, hourly or daily/],
    [{ digest: 'daily' }, /webhooks have no quiet hours and no digest/],
    [{ label: '\u202e\u0007 \n' }, /label must have letters that can be read/],
  ])('is rejected with the reason for %j', async (change, message) => {
    const { ask } = await fixture.signIn()
    const { subscription } = await add(ask)
    const { status, body } = await ask('PATCH', `/subscriptions/${subscription.id}`, change)
    expect({ status, message: body.message }).toEqual({
      status: 400,
      message: expect.stringMatching(message),
    })
  })

  test('labels a channel in one line without invisible characters', async () => {
    const { ask } = await fixture.signIn()
    const label = ' My\u202e\r\nserver\u200b  <b>1</b> '
    const { body } = await ask('POST', '/subscriptions', { ...webhook(), label })
    expect(body.subscription.label).toBe('My server <b>1</b>')
    const path = `/subscriptions/${body.subscription.id}`
    const { body: changed } = await ask('PATCH', path, { label: 'x'.repeat(99) })
    expect(changed.label).toBe('x'.repeat(60))
  })
})

describe('a channel', () => {
  test('receives nothing while paused, and earlier notifications when it resumes', async () => {
    const { account, ask } = await fixture.signIn()
    const { subscription } = await add(ask)
    const path = `/subscriptions/${subscription.id}`
    await saveTestNotifications(fixture.ctx, account, ['before'])
    expect((await ask('PATCH', path, { enabled: false })).body.state).toBe('paused')
    await saveTestNotifications(fixture.ctx, account, ['meanwhile'])
    expect(await fixture.turn(subscription.id)).toBe('idle')
    expect((await ask('PATCH', path, { enabled: true })).body.state).toBe('on')
    await fixture.turn(subscription.id)
    expect(fixture.receiver.heard.map(({ headers }) => headers['webhook-id'])).toEqual(['before'])
  })

  test('shows why it was disabled, and resumes when it is enabled', async () => {
    const { account, ask } = await fixture.signIn()
    const { subscription } = await add(ask)
    fixture.receiver.answer = (response) => response.writeHead(410).end('<b>secret</b>')
    await saveTestNotifications(fixture.ctx, account, ['unheard'])
    await fixture.turn(subscription.id)
    expect(await list(ask)).toMatchObject([
      {
        state: 'stopped',
        stoppedReason: { code: 'answered', status: 410 },
        stoppedAt: expect.any(String),
      },
    ])
    fixture.receiver.answer = (response) => response.writeHead(200).end()
    const path = `/subscriptions/${subscription.id}`
    expect((await ask('PATCH', path, { enabled: true })).body).toMatchObject({
      state: 'on',
      stoppedAt: null,
      failingSince: null,
      lastError: null,
    })
    await saveTestNotifications(fixture.ctx, account, ['heard'])
    expect(await fixture.turn(subscription.id)).toBe('sent')
  })

  test('shows since when and why it fails, without the response', async () => {
    const { account, ask } = await fixture.signIn()
    const { subscription } = await add(ask)
    fixture.receiver.answer = (response) => response.writeHead(500).end('a stack trace')
    await saveTestNotifications(fixture.ctx, account, ['x'])
    await fixture.turn(subscription.id)
    const listed = await list(ask)
    expect(listed).toMatchObject([
      {
        state: 'failing',
        failingSince: expect.any(String),
        lastError: { code: 'answered', status: 500 },
      },
    ])
    expect(JSON.stringify(listed)).not.toContain('stack trace')
  })

  test('is removed with the record of its deliveries', async () => {
    const { account, ask } = await fixture.signIn()
    const { subscription } = await add(ask)
    await saveTestNotifications(fixture.ctx, account, ['x'])
    const path = `/subscriptions/${subscription.id}`
    expect(await ask('DELETE', path)).toMatchObject({ status: 200, body: { id: subscription.id } })
    expect((await ask('DELETE', path)).status).toBe(404)
    expect(
      await fixture.ctx.db.delivery.count({ where: { subscriptionId: subscription.id } }),
    ).toBe(0)
    expect(await fixture.turn(subscription.id)).toBe('idle')
  })
})

test('channels are unavailable without an encryption key, with the reason', async () => {
  const { ask } = await fixture.signIn()
  const { encryptionKeys } = fixture.ctx.config
  try {
    Object.assign(fixture.ctx.config, { encryptionKeys: [] })
    const { body } = await ask('GET', '/channels')
    expect(body.channels.map(({ offered }: { offered: boolean }) => offered)).toEqual(
      Array.from({ length: 4 }, () => false),
    )
    expect(await ask('POST', '/subscriptions', webhook())).toMatchObject({
      status: 503,
      body: { message: 'channels are switched off on this service' },
    })
  } finally {
    Object.assign(fixture.ctx.config, { encryptionKeys })
  }
})
