import type { Server } from 'node:http'
import { afterAll, describe, expect } from 'vitest'
import { documentBodyLimit } from '@/lib/api/declare/endpoint'
import { endpoints } from '@/lib/api/declare/registry'
import { hashAppData, maxAppDataBytes } from '@/lib/app-data/app-data-document'
import { listen } from '@/lib/testing/http/probes'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import type { TestDatabase } from '@/lib/testing/test-database'
import { submissionBody } from './order-examples'

let database: TestDatabase
let server: Server
let url: string

test.beforeAll(async ({ database: empty }) => {
  database = empty
  const environment = { QUOTES_PER_SECOND: '0', WRITES_PER_SECOND: '0', READS_PER_SECOND: '0' }
  const rpcUrls = new Map([[1, 'http://127.0.0.1:1']])
  const started = await listen(createTestContext({ db: database.db, rpcUrls, environment }), {
    endpoints,
  })
  ;({ server, url } = started)
})
afterAll(async () => {
  server?.close()
  server?.closeAllConnections()
})

async function send(method: string, path: string, body?: string) {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${url}${path}`, { method, ...(body ? { body, headers } : {}) })
  return { status: response.status, body: await response.json() }
}
const put = (path: string, fullAppData: string) =>
  send('PUT', path, JSON.stringify({ fullAppData }))

/** Encodes a string as JSON with every character escaped. */
const escaped = (text: string) =>
  `"${[...text].map((char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}"`

/** A document of exactly the maximum size. */
const longest = (name: string) => {
  const head = `{"metadata":{},"${name}":"`
  return `${head}${'x'.repeat(maxAppDataBytes - head.length - 2)}"}`
}

describe('PUT /api/v1/app_data', () => {
  test('answers the hash: 201 for a new document, 200 for a known one', async () => {
    const text = '{"version":"1.0.0","metadata":{},"by":"put"}'
    const hash = hashAppData(text)
    expect(await put('/api/v1/app_data', text)).toEqual({ status: 201, body: hash })
    expect(await put('/mainnet/api/v1/app_data', text)).toEqual({ status: 200, body: hash })
    expect(await put(`/api/v1/app_data/${hash}`, text)).toEqual({ status: 200, body: hash })
    expect(await send('GET', `/api/v1/app_data/${hash}`)).toEqual({
      status: 200,
      body: { fullAppData: text },
    })
  })

  test.each([
    ['{"metadata":{"signer":1}}', 'metadata.signer must be an address'],
    [`${longest('a')} `, '8193 bytes'],
    ['', 'not JSON'],
  ])('rejects an unusable document as InvalidAppData: %#', async (text, reason) => {
    expect(await put('/api/v1/app_data', text)).toEqual({
      status: 400,
      body: { errorType: 'InvalidAppData', description: expect.stringContaining(reason) },
    })
  })

  test.each([
    ['no document', '{}', 'InvalidParameter'],
    ['a document that is not a string', '{"fullAppData":{}}', 'InvalidAppData'],
  ])('rejects a body with %s: %s', async (_, json, expected) => {
    const { status, body } = await send('PUT', '/api/v1/app_data', json)
    expect([status, body.errorType]).toEqual([400, expected])
  })
})

describe('the longest document with every character escaped', () => {
  test('can be uploaded', async () => {
    const [first, second] = [longest('first'), longest('second')]
    const body = (text: string) => `{"fullAppData":${escaped(text)}}`
    const [one, two] = [hashAppData(first), hashAppData(second)]
    expect(await send('PUT', '/api/v1/app_data', body(first))).toEqual({ status: 201, body: one })
    const path = `/api/v1/app_data/${two}`
    expect(await send('PUT', path, body(second))).toEqual({ status: 201, body: two })
  })

  test.each([
    ['an order', '/api/v1/orders', submissionBody, 'InvalidSignature'],
    [
      'a quote',
      '/api/v1/quote',
      { ...submissionBody, validTo: 1, sellAmountBeforeFee: '1' },
      'InvalidParameter',
    ],
  ])('can be sent with %s', async (_, path, fields, expected) => {
    const { appData: _a, appDataHash: _h, ...rest } = { appDataHash: 0, ...fields }
    const json = `{"appData":${escaped(longest('order'))},${JSON.stringify(rest).slice(1)}`
    const { status, body } = await send('POST', path, json)
    // The body is accepted, but the example's signature is for another document.
    expect([status, body.errorType]).toEqual([400, expected])
  })

  test('defines the body limit: PayloadTooLarge above it', async () => {
    const body = JSON.stringify({ fullAppData: 'x'.repeat(documentBodyLimit) })
    for (const [method, path] of [
      ['PUT', '/api/v1/app_data'],
      ['PUT', `/api/v1/app_data/${hashAppData('{}')}`],
      ['POST', '/api/v1/orders'],
      ['POST', '/api/v1/quote'],
    ] as const) {
      const answer = await send(method, path, body)
      expect([answer.status, answer.body.errorType]).toEqual([413, 'PayloadTooLarge'])
    }
  })
})
