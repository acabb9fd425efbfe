import { resolve } from 'node:path'
import { describe, expect } from 'vitest'
import { type ErrorCode, statusByCode } from '@/lib/core/errors'
import { cancellationErrors } from '@/lib/testing/errors/cancellation-errors'
import type { ErrorCase, ErrorFixture, Received } from '@/lib/testing/errors/error-fixture'
import { messageErrors } from '@/lib/testing/errors/message-errors'
import { quoteErrors } from '@/lib/testing/errors/quote-errors'
import { stateErrors } from '@/lib/testing/errors/state-errors'
import { submissionErrors } from '@/lib/testing/errors/submission-errors'
import { transportErrors } from '@/lib/testing/errors/transport-errors'
import { sendRaw } from '@/lib/testing/http/probes'
import { type Exchange, recordExchanges } from '@/lib/testing/recording'
import { test } from '@/lib/testing/test'

const groups: readonly (readonly [string, readonly ErrorCase[]])[] = [
  ['Quoting errors', quoteErrors],
  ['Submission errors', [...submissionErrors, ...stateErrors]],
  ['Cancellation errors', cancellationErrors],
  ['Market-data, affiliate and notification errors', messageErrors],
  ['Errors of any path', transportErrors],
]

let fixture: ErrorFixture
const exchanges: Exchange[] = []
test.beforeAll(({ errors }) => {
  fixture = errors
})

describe.each(groups)('%s', (_group, cases) => {
  test.each(cases.map((given) => [given.code, given.name, given] as const))(
    '%s: %s',
    async (_code, _name, given) => {
      const request = await given.request(fixture)
      const received = await fixture.send(request)
      const headers = Object.fromEntries(received.headers)
      exchanges.push({ name: `${given.code}: ${given.name}`, request, ...received, headers })
      expectError(received, given)
    },
  )
})

function expectError({ status, headers, body }: Received, given: ErrorCase): void {
  const { code, description, data } = given
  const text = expect.stringMatching(description)
  const matching = (patterns: Readonly<Record<string, RegExp>>) =>
    Object.fromEntries(
      Object.entries(patterns).map(([name, form]) => [name, expect.stringMatching(form)]),
    )
  const further = data ? matching(data) : {}
  // Details are members next to a message, or `data` in an order-book error.
  expect(body).toEqual(
    given.format === 'message'
      ? { message: text, ...further }
      : { errorType: code, description: text, ...(data ? { data: further } : {}) },
  )
  expect(status).toBe(statusByCode[code])
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': expect.stringMatching(/^application\/json/),
    'cache-control': 'no-store',
    'access-control-allow-origin': '*',
    'access-control-allow-headers': expect.stringMatching(/Cache-Control, Content-Type/),
    ...matching(given.headers ?? {}),
  })
  expect(headers.has('retry-after')).toBe(status === 429 || status === 500)
}

test('all errors match the recording, except ids and times', async () => {
  const count = groups.reduce((sum, [, cases]) => sum + cases.length, 0)
  // A filtered test run compares nothing.
  if (exchanges.length < count) return
  await expect(recordExchanges(exchanges)).toMatchFileSnapshot(
    resolve('lib/testing/recorded/errors.txt'),
  )
})

/** Tested below, because no client library can send test. */
const further: readonly ErrorCode[] = ['RequestTimeout']

test('a test triggers every error code', () => {
  const seen = new Set([
    ...further,
    ...groups.flatMap(([, cases]) => cases.map(({ code }) => code)),
  ])
  expect(Object.keys(statusByCode).filter((code) => !seen.has(code as ErrorCode))).toEqual([])
})

test('RequestTimeout: a body that never arrives', async () => {
  const answer = await sendRaw(
    fixture.portOf('sound'),
    'POST /api/v1/quote HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
  )
  expect(answer).toMatch(/^HTTP\/1.1 408 /)
  expect(answer).toMatch(/access-control-allow-origin: \*/i)
  expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toEqual({
    errorType: 'RequestTimeout',
    description: expect.stringMatching(/did not arrive in time/),
  })
})

describe('valid paths', () => {
  const uid = `0x${'ab'.repeat(56)}`
  const accountOrders = `/api/v1/account/0x${'ab'.repeat(20)}/orders`

  test.each(['', '/1', '/mainnet'])(
    'are answered below %s with and without a slash',
    async (prefix) => {
      for (const end of ['', '/']) {
        const { status, body } = await fixture.send({
          method: 'GET',
          path: prefix + accountOrders + end,
        })
        expect([status, body]).toEqual([200, []])
      }
    },
  )

  test('support HEAD where they support GET, errors included', async () => {
    for (const path of [accountOrders, `/api/v1/orders/${uid}`]) {
      const get = await fixture.send({ method: 'GET', path })
      const head = await fixture.send({ method: 'HEAD', path })
      expect([head.status, head.body]).toEqual([get.status, undefined])
      expect(head.headers.get('content-length')).toBe(get.headers.get('content-length'))
    }
  })

  test('answer a preflight with 204', async () => {
    const { status, headers } = await fixture.send({
      method: 'OPTIONS',
      path: `/api/v1/orders/${uid}`,
    })
    expect(status).toBe(204)
    expect(headers.get('access-control-allow-methods')).toBe('GET, DELETE, HEAD, OPTIONS')
  })
})
