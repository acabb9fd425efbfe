import { afterAll, beforeAll, expect, test } from 'vitest'
import webPush from 'web-push'
import type { Targets } from '@/lib/channels/channel'
import type { Context } from '@/lib/context'
import { type PushService, startPushService } from '@/lib/testing/channels/push-service'
import { testNotification } from '@/lib/testing/channels/test-notification'
import { createTestContext } from '@/lib/testing/test-context'
import { encodePayload, pushPayload } from './push-payload'
import { sendWebPush } from './send-web-push'

const vapid = webPush.generateVAPIDKeys()
const environment = {
  VAPID_PUBLIC_KEY: vapid.publicKey,
  VAPID_PRIVATE_KEY: vapid.privateKey,
  VAPID_SUBJECT: 'mailto:operator@trade.example',
}
let service: PushService
let ctx: Context

beforeAll(async () => {
  service = await startPushService()
  const WEBHOOK_ALLOWED_HOSTS = service.host
  ctx = createTestContext({ environment: { ...environment, WEBHOOK_ALLOWED_HOSTS } })
})
afterAll(() => service.close())

const send = (
  notifications = [testNotification()],
  target: Targets['web_push'] = service.subscription,
  on = ctx,
) => {
  const { account } = testNotification()
  return sendWebPush(on, { subscriptionId: 'x', account, target, secrets: [] }, notifications)
}
const read = (text: string | undefined) => JSON.parse(text ?? '{}') as Record<string, string>

test('only the browser can read a notification and verify its sender (RFC 8291, RFC 8292)', async () => {
  expect(await send()).toEqual({ kind: 'sent', status: 201 })
  const { headers, claims, sender, text, path } = service.messages.at(-1)!
  expect(path).toBe('/push/abc')
  expect(sender).toBe(vapid.publicKey)
  expect(claims).toMatchObject({ aud: `http://${service.host}`, sub: environment.VAPID_SUBJECT })
  expect(Number(claims.exp) - Date.now() / 1000).toBeLessThan(24 * 3_600)
  expect(headers).toMatchObject({
    ttl: '86400',
    urgency: 'normal',
    'content-encoding': 'aes128gcm',
  })
  expect(read(text)).toEqual({
    title: 'Order filled · 0x1111…1111',
    body: 'Order filled: sold 1 WETH for 3,021.55 USDC on Ethereum.',
    path: `/orders/0x${'ab'.repeat(56)}?chain=mainnet`,
    tag: testNotification().id,
    at: testNotification().createdAt.getTime(),
  })
})

test('a retry replaces the first message and no other', async () => {
  const topics: unknown[] = []
  for (const id of ['a', 'a', 'b']) {
    await send([testNotification({ id })])
    topics.push(service.messages.at(-1)?.headers.topic)
  }
  expect(topics[0]).toMatch(/^[A-Za-z0-9_-]{32}$/)
  expect(topics[1]).toBe(topics[0])
  expect(topics[2]).not.toBe(topics[0])
})

test('a digest is one message with its newest five notifications', async () => {
  const many = [1, 2, 3, 4, 5, 6, 7].map((n) =>
    testNotification({ id: `${n}`, message: `Number ${n}.` }),
  )
  expect(await send(many)).toMatchObject({ kind: 'sent' })
  const { title, body, path } = read(service.messages.at(-1)?.text)
  expect(title).toBe('7 notifications for 0x1111…1111')
  expect(body).toMatch(/^Number 3\.\n(?:Number \d\.\n){4}and 2 more$/)
  expect(path).toBe('/notifications')
})

test('truncates a message to the push service’s limit at whole characters', async () => {
  const long = testNotification({ message: `${'😀é'.repeat(400)}` })
  expect(await send([long, long, long, long, long])).toMatchObject({ kind: 'sent' })
  const { bytes, text } = service.messages.at(-1)!
  expect(bytes).toBeLessThanOrEqual(4_096)
  expect(read(text).body).toMatch(/^(?:😀é|\n|😀|…)+$/u)
  for (let max = 300; max < 400; max++) {
    const cut = encodePayload(pushPayload([long]), max)
    expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(max)
    expect(cut).not.toMatch(/\\ud/)
  }
})

test('resends a shorter message when the push service finds it too large', async () => {
  service.answers.push({ status: 413 })
  const before = service.messages.length
  expect(await send([testNotification({ message: 'long '.repeat(600) })])).toEqual({
    kind: 'sent',
    status: 201,
  })
  const [first, second] = service.messages.slice(before)
  expect(second!.bytes).toBeLessThanOrEqual(1_103)
  expect(first!.headers.topic).toBe(second!.headers.topic)
  service.answers.push({ status: 413 }, { status: 413 })
  expect(await send()).toMatchObject({ kind: 'refused', status: 413 })
})

test.each([
  [404, 'gone', { code: 'pushGone' }],
  [410, 'gone', { code: 'pushGone' }],
  [400, 'refused', { code: 'pushRefused' }],
  [403, 'failed', { code: 'pushAnswered', status: 403 }],
  [500, 'failed', { code: 'pushAnswered', status: 500 }],
  [301, 'failed', { code: 'pushAnswered', status: 301 }],
] as const)('maps status %i to %s', async (status, kind, error) => {
  service.answers.push({ status, headers: { location: `http://${service.host}/other` } })
  const before = service.messages.length
  expect(await send()).toEqual({ kind, error, status })
  expect(service.messages).toHaveLength(before + 1)
})

test('honours a 429 for as long as it asks', async () => {
  service.answers.push({ status: 429, headers: { 'retry-after': '90' } })
  expect(await send()).toMatchObject({ kind: 'failed', status: 429, afterMs: 90_000 })
})

test('sends nothing to an endpoint without a public host, however it is written', async () => {
  const guarded = createTestContext({ environment })
  for (const endpoint of [
    service.subscription.endpoint,
    'https://127.0.0.1/x',
    'https://169.254.169.254/latest',
    'https://[::1]/x',
  ]) {
    const outcome = await send(undefined, { ...service.subscription, endpoint }, guarded)
    expect(outcome).toMatchObject({ kind: 'failed' })
  }
})

test('a browser with invalid keys is gone', async () => {
  const keys = { p256dh: Buffer.alloc(65, 4).toString('base64url'), auth: 'AAAAAAAAAAAAAAAAAAAAAA' }
  const target = { ...service.subscription, keys }
  const error = { code: 'pushKeysInvalid' }
  expect(await send(undefined, target)).toEqual({ kind: 'gone', error })
})

test('an unreachable push service is a failure', async () => {
  const endpoint = 'http://127.0.0.1:1/x'
  const WEBHOOK_ALLOWED_HOSTS = '127.0.0.1:1'
  const on = createTestContext({ environment: { ...environment, WEBHOOK_ALLOWED_HOSTS } })
  expect(await send(undefined, { ...service.subscription, endpoint }, on)).toEqual({
    kind: 'failed',
    error: { code: 'pushUnreachable' },
    cause: 'the connection was refused',
  })
})
