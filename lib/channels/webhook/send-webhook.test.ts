import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Notification } from '@/lib/core/notification'
import { cases } from '@/lib/testing/cases'
import { createTestContext } from '@/lib/testing/test-context'
import { sendWebhook } from './send-webhook'
import { makeWebhookSecret, signatureHeaders } from './webhook-signature'

type ReceivedRequest = { readonly headers: IncomingHttpHeaders; readonly body: string }

const heard: ReceivedRequest[] = []
let answer: (response: ServerResponse) => void
const server = createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request) body += chunk
  heard.push({ headers: request.headers, body })
  answer(response)
})

let host = ''
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())
beforeEach(() => {
  heard.length = 0
  answer = (response) => response.writeHead(204).end()
})

const notification: Notification = {
  id: `0x${'1f'.repeat(32)}`,
  chainId: 1,
  account: `0x${'ab'.repeat(20)}`,
  type: 'order_filled',
  message: 'Order filled: sold 1 “WETH” <b>for</b> 3,021.55 USDC.',
  orderUid: `0x${'cd'.repeat(56)}`,
  metadata: { orderId: `0x${'cd'.repeat(56)}`, executedAmount: '1', chainId: 1 },
  createdAt: new Date('2026-11-21T09:30:00.000Z'),
}
const secret = makeWebhookSecret()

const send = (secrets: readonly string[] = [secret], notifications = [notification]) => {
  const ctx = createTestContext({ environment: { WEBHOOK_ALLOWED_HOSTS: host } })
  const { account } = notification
  const target = { url: `http://${host}/` }
  return sendWebhook(ctx, { subscriptionId: '1', account, target, secrets }, notifications)
}
const verify = (key: string, { headers, body }: ReceivedRequest) =>
  new Webhook(key).verify(body, headers as Record<string, string>)

describe('a webhook', () => {
  test('posts a notification as the API shows it', async () => {
    expect(await send()).toEqual({ kind: 'sent', status: 204 })
    const { id, account, type, message, metadata } = notification
    const timestamp = '2026-11-21T09:30:00.000Z'
    expect(JSON.parse(heard[0]!.body)).toEqual({
      type,
      timestamp,
      data: { id, account, type, message, timestamp, metadata },
    })
    expect(heard[0]!.headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': id,
    })
  })

  test('is verified by the reference library', async () => {
    await send()
    expect(verify(secret, heard[0]!)).toMatchObject({ type: 'order_filled' })
    expect(() => verify(makeWebhookSecret(), heard[0]!)).toThrow()
    const changed = { ...heard[0]!, body: heard[0]!.body.replace('3,021', '9,021') }
    expect(() => verify(secret, changed)).toThrow()
  })

  test('is verified by either secret while both are valid', async () => {
    const other = makeWebhookSecret()
    await send([other, secret])
    for (const key of [other, secret]) expect(verify(key, heard[0]!)).toBeTruthy()
  })

  test('keeps its id across attempts', async () => {
    await send()
    await send()
    expect(new Set(heard.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  })
})

test('a signature verifies for any content', { tags: ['long'] }, () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.uint8Array({ maxLength: 64 }), (text, id) => {
      const body = JSON.stringify({ text })
      const name = Buffer.from(id).toString('hex')
      const timestamp = Math.floor(Date.now() / 1_000)
      const headers = signatureHeaders([secret], { id: `0x${name}`, timestamp, body })
      expect(new Webhook(secret).verify(body, { ...headers })).toEqual({ text })
    }),
    { seed: 6, numRuns: cases(8, 30) },
  )
})

test('a secret has 32 random bytes', () => {
  const secrets = [1, 2].map(makeWebhookSecret)
  expect(secrets[0]).not.toBe(secrets[1])
  for (const one of secrets) expect(one).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
})

describe('a response', () => {
  test.each([200, 201, 202, 204, 299])('%s means sent', async (status) => {
    answer = (response) => response.writeHead(status).end()
    expect(await send()).toEqual({ kind: 'sent', status })
  })

  test('410 means gone', async () => {
    answer = (response) => response.writeHead(410).end()
    expect(await send()).toEqual({
      kind: 'gone',
      error: { code: 'answered', status: 410 },
      status: 410,
    })
  })

  test.each([301, 302, 303, 307, 308])(
    '%s means failed, as redirects are not followed',
    async (status) => {
      answer = (response) => response.writeHead(status, { location: `http://${host}/2` }).end()
      const error = { code: 'redirected', status }
      expect(await send()).toEqual({ kind: 'failed', error, status })
      expect(heard).toHaveLength(1)
    },
  )

  test.each([400, 401, 404, 422, 500, 502])('%s means failed', async (status) => {
    answer = (response) => response.writeHead(status, { 'retry-after': '9' }).end()
    expect(await send()).toEqual({ kind: 'failed', error: { code: 'answered', status }, status })
  })

  test.each([429, 503])('%s means failed, with the requested delay', async (status) => {
    answer = (response) => response.writeHead(status, { 'retry-after': '120' }).end('secret')
    const error = { code: 'answered', status }
    expect(await send()).toEqual({ kind: 'failed', error, status, afterMs: 120_000 })
  })

  test('that is cut off means failed, without details', async () => {
    answer = (response) => response.destroy()
    const cause = 'the connection was cut'
    expect(await send()).toEqual({ kind: 'failed', error: { code: 'noAnswer' }, cause })
  })

  test('with an error stops the remaining messages', async () => {
    let answers = 0
    answer = (response) => response.writeHead(++answers === 2 ? 500 : 204).end()
    const row = [1, 2, 3].map((number) => ({ ...notification, id: `0x0${number}` }))
    expect(await send([secret], row)).toMatchObject({ kind: 'failed', status: 500 })
    expect(heard.map(({ headers }) => headers['webhook-id'])).toEqual(['0x01', '0x02'])
  })
})
