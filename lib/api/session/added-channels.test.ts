import { afterAll, describe, expect } from 'vitest'
import webPush from 'web-push'
import { botNames } from '@/lib/channels/telegram/telegram-api'
import type { AccountFixture, Asking } from '@/lib/testing/accounts/account-fixture'
import { saveTestNotifications } from '@/lib/testing/channels/delivery-fixture'
import { type MailServer, readMail, startMailServer } from '@/lib/testing/channels/mail-server'
import { type PushService, startPushService } from '@/lib/testing/channels/push-service'
import {
  botToken,
  startTelegram,
  type TelegramServer,
} from '@/lib/testing/channels/telegram-server'
import { test as base } from '@/lib/testing/test'

let mail: MailServer
let push: PushService
let telegram: TelegramServer
const vapid = webPush.generateVAPIDKeys()

const test = base.extend('environment', { scope: 'file' }, async () => {
  ;[mail, push, telegram] = await Promise.all([
    startMailServer(),
    startPushService(),
    startTelegram(),
  ])
  return {
    PUBLIC_URL: 'https://trade.example',
    SMTP_URL: mail.url,
    MAIL_FROM: 'Coincide <no-reply@trade.example>',
    VAPID_PUBLIC_KEY: vapid.publicKey,
    VAPID_PRIVATE_KEY: vapid.privateKey,
    VAPID_SUBJECT: 'mailto:operator@trade.example',
    TELEGRAM_BOT_TOKEN: botToken,
    TELEGRAM_URL: telegram.url,
    WEBHOOK_ALLOWED_HOSTS: push.host,
  }
})

let fixture: AccountFixture

test.beforeEach(({ accounts }) => {
  fixture = accounts
})
afterAll(() => Promise.all([mail?.close(), push?.close(), telegram?.close()]))

const list = async (ask: Asking) => (await ask('GET', '/subscriptions')).body.subscriptions
/** Sends a request like a mail client or a browser without a session. */
const post = (path: string, init: RequestInit = {}) =>
  fetch(`${fixture.url}/api/account${path}`, { method: 'POST', ...init })
const confirm = (token: string) =>
  post('/confirm', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  })

test('lists the service’s channels with the data that a browser needs', async () => {
  const { ask } = await fixture.signIn()
  const { body } = await ask('GET', '/channels')
  expect(body.channels).toEqual([
    { channel: 'telegram', offered: true, bot: expect.any(String) },
    { channel: 'web_push', offered: true, publicKey: vapid.publicKey },
    { channel: 'email', offered: true },
    { channel: 'webhook', offered: true },
  ])
})

test('lists the channels without delay while Telegram is down', async () => {
  const { ask } = await fixture.signIn()
  telegram.isDown = true
  // The name of the bot is cached for an hour.
  botNames.reset(fixture.ctx)
  const { body } = await ask('GET', '/channels')
  expect(body.channels[0]).toEqual({ channel: 'telegram', offered: true })
  expect((await ask('POST', '/subscriptions', { channel: 'telegram' })).status).toBe(500)
  telegram.isDown = false
})

describe('a mail address', () => {
  const tokenInMail = () => {
    const text = readMail(mail.mails.at(-1)?.raw ?? '').parts.get('text/plain') ?? ''
    return /confirm\?token=(\S+)/.exec(text)?.[1] ?? ''
  }
  const add = (ask: Asking, address: string) =>
    ask('POST', '/subscriptions', { channel: 'email', address })

  test('is confirmed by a link, and unsubscribed by one click without a session', async () => {
    const { account, ask } = await fixture.signIn()
    const { status, body } = await add(ask, 'anna@mail.example')
    expect(status).toBe(202)
    const { id, label, state } = body.subscription
    expect([label, state]).toEqual(['a…@mail.example', 'unconfirmed'])
    const confirmed = await confirm(tokenInMail())
    expect([confirmed.status, await confirmed.json()]).toEqual([200, { account }])
    expect(await list(ask)).toMatchObject([{ state: 'on' }])
    expect((await add(ask, 'Anna@mail.example')).status).toBe(409)

    await saveTestNotifications(fixture.ctx, account, ['mailed'])
    expect(await fixture.turn(id)).toBe('sent')
    const { headers } = readMail(mail.mails.at(-1)!.raw)
    expect(headers.get('list-unsubscribe-post')).toEqual(['List-Unsubscribe=One-Click'])
    const [link = ''] = headers.get('list-unsubscribe') ?? []
    const path = /<https:\/\/trade\.example\/api\/account(\/unsubscribe\/[^>]+)>/.exec(link)?.[1]
    const oneClick = () =>
      post(path ?? '', {
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          origin: 'https://mail.example',
        },
        body: 'List-Unsubscribe=One-Click',
      })
    for (const _ of [1, 2]) {
      const ended = await oneClick()
      expect([ended.status, await ended.json()]).toEqual([200, { unsubscribed: true }])
    }
    await ask('PATCH', `/subscriptions/${id}`, { enabled: true })
    expect(await list(ask)).toMatchObject([{ state: 'unconfirmed' }])
    await saveTestNotifications(fixture.ctx, account, ['not mailed'])
    expect(await fixture.turn(id)).toBe('idle')
  })

  test('is asked again with the latest settings until it is confirmed', async () => {
    const { ask } = await fixture.signIn()
    await add(ask, 'dora@mail.example')
    const wish = { channel: 'email', address: 'dora@mail.example', types: ['order_expired'] }
    expect((await ask('POST', '/subscriptions', wish)).status).toBe(202)
    expect(await list(ask)).toMatchObject([{ state: 'unconfirmed', types: ['order_expired'] }])
    expect(mail.mails.filter(({ to }) => to === 'dora@mail.example')).toHaveLength(2)
  })

  test('is asked at most three times a day by one account', async () => {
    const { ask } = await fixture.signIn()
    for (const expected of [202, 202, 202, 429]) {
      const { status, headers } = await add(ask, 'bob@mail.example')
      expect(status).toBe(expected)
      if (status === 429) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    }
  })

  test.each(['bob', 'bob@', 'bob@mail example', 'bob@mail.example\r\nBcc: eve@mail.example'])(
    'is rejected if it is %j',
    async (address) => {
      const { ask } = await fixture.signIn()
      expect(await add(ask, address)).toMatchObject({
        status: 400,
        body: { message: 'address must be a mail address' },
      })
    },
  )

  test('is confirmed only by a token of the service', async () => {
    const { ask } = await fixture.signIn()
    await add(ask, 'carl@mail.example')
    const token = tokenInMail()
    for (const wrong of ['', 'x', token.slice(0, -1), `${token.slice(0, -2)}AA`]) {
      expect((await confirm(wrong)).status).toBe(400)
      expect((await post(`/unsubscribe/${wrong || 'x'}`)).status).toBe(400)
    }
    expect((await post(`/unsubscribe/${token}`)).status).toBe(400)
    expect(await list(ask)).toMatchObject([{ state: 'unconfirmed' }])
  })
})

describe('a browser', () => {
  const add = (ask: Asking, subscription: object = push.subscription) =>
    ask('POST', '/subscriptions', { channel: 'web_push', label: 'Firefox', ...subscription })

  test('is added once, and receives messages encrypted for it', async () => {
    const { account, ask } = await fixture.signIn()
    const { status, body } = await add(ask)
    expect(status).toBe(201)
    expect(body.subscription).toMatchObject({ channel: 'web_push', label: 'Firefox', state: 'on' })
    expect((await add(ask)).status).toBe(201)
    expect(await list(ask)).toHaveLength(1)
    await saveTestNotifications(fixture.ctx, account, ['pushed'])
    expect(await fixture.turn(body.subscription.id)).toBe('sent')
    expect(push.messages.at(-1)?.text).toContain('Order filled.')
  })

  test('is no longer listed after a 410, and resumes when it is added again', async () => {
    const { account, ask } = await fixture.signIn()
    const { id } = (await add(ask)).body.subscription
    push.answers.push({ status: 410 })
    await saveTestNotifications(fixture.ctx, account, ['gone'])
    await fixture.turn(id)
    expect(await list(ask)).toEqual([])
    const { deliveries } = (await ask('GET', '/deliveries')).body
    const lastError = { code: 'pushGone' }
    expect(deliveries).toMatchObject([{ label: 'Firefox', state: 'dead', lastError }])
    expect(await ask('POST', `/deliveries/${deliveries[0].id}/retry`)).toMatchObject({
      status: 409,
      body: { message: 'the browser is gone, add it again first' },
    })
    expect((await ask('PATCH', `/subscriptions/${id}`, { enabled: true })).status).toBe(404)
    await add(ask)
    expect(await list(ask)).toMatchObject([{ id, state: 'on' }])
  })

  test.each([
    [{ endpoint: 'https://10.0.0.1/push' }, /not found on the public Internet/],
    [{ endpoint: 'http://push.example/1' }, /url must be an https address/],
    [{ endpoint: undefined }, /endpoint is missing/],
    [{ keys: undefined }, /keys is missing/],
    [{ keys: { p256dh: 'AAAA', auth: 'AAAA' } }, /keys.p256dh must have 65 bytes/],
  ])('is rejected with %j', async (wrong, message) => {
    const { ask } = await fixture.signIn()
    const { status, body } = await add(ask, { ...push.subscription, ...wrong })
    expect({ status, message: body.message }).toEqual({
      status: 400,
      message: expect.stringMatching(message),
    })
  })
})

test('a Telegram chat is added by a link returned to its account', async () => {
  const { account, ask } = await fixture.signIn()
  const { status, body } = await ask('POST', '/subscriptions', { channel: 'telegram' })
  expect(status).toBe(202)
  expect(body.link.url).toMatch(/^https:\/\/t\.me\/\w+\?start=[\w-]{22}$/)
  const left = Date.parse(body.link.expiresAt) - fixture.ctx.now()
  expect(left).toBeGreaterThan(9 * 60_000)
  expect(await list(ask)).toEqual([])
  const links = await fixture.ctx.db.telegramLink.findMany({ where: { account } })
  expect(links).toHaveLength(1)
  expect(body.link.url).not.toContain(links[0]!.tokenHash)
})
