import { resolve } from 'node:path'
import { describe, expect } from 'vitest'
import { documentedErrors } from '@/lib/api/docs/documented-errors'
import type { ExampleStage } from '@/lib/testing/http/example-stage'
import { type Exchange, recordExchanges } from '@/lib/testing/recording'
import { test } from '@/lib/testing/test'
import type { Endpoint } from './endpoint'
import type { Example } from './example'
import { inlineSchemaOf } from './json-schema'
import { endpoints } from './registry'

// lib/http/pipeline/route-table.test.ts compares route files with the declarations.

let stage: ExampleStage
const exchanges: Exchange[] = []

test.beforeAll(({ examples }) => {
  stage = examples
})

const statusOf = (endpoint: Endpoint, { status }: Example) => status ?? endpoint.status

describe.each(endpoints)('$name: $method $path', (endpoint) => {
  const { examples } = endpoint
  const successes = examples.filter((example) => statusOf(endpoint, example) < 400)
  const codes = new Set(documentedErrors(endpoint).map(({ code }) => code as string))

  test('has an example of success, and unique summaries', () => {
    expect(successes.length, `${endpoint.name} has no example of success`).toBeGreaterThan(0)
    expect(new Set(examples.map(({ summary }) => summary)).size).toBe(examples.length)
  })

  test('shows every required parameter in each example', () => {
    const { required = [] } = inlineSchemaOf(endpoint.params, 'input') as { required?: string[] }
    for (const { params = {}, summary } of examples) {
      expect(Object.keys(params).sort(), summary).toEqual([...required].sort())
    }
  })

  if (takesInput(endpoint)) {
    test('has an example of malformed input', () => {
      expect(examples.filter((example) => statusOf(endpoint, example) === 400)).not.toEqual([])
    })
  }

  // Errors of a running stream are events.
  if (endpoint.answers === 'json') {
    test('has an example of every error that any caller can provoke', () => {
      const shown = new Set(examples.flatMap(({ response }) => errorTypeOf(response)))
      const missing = endpoint.throws.filter(
        (code) =>
          endpoint.errors === 'orderbook' &&
          !needsState.has(code) &&
          !shown.has(code) &&
          `${endpoint.name} ${code}` !== 'readNativePrice NoLiquidity',
      )
      expect(missing).toEqual([])
    })
  }

  test.each(examples)('answers as documented: $summary', async (example) => {
    const played = await stage.play(endpoint, example)
    const { status, body } = played
    const { params, query, body: sent, summary } = example
    exchanges.push({
      name: `${endpoint.name}: ${summary}`,
      request: { params, query, body: sent },
      ...played,
      // Market figures depend on the time.
      ...(endpoint.tag === 'Market data' && example.varies && status === 200
        ? { body: shapeOf(body) }
        : {}),
    })
    expect({ status, body }).toMatchObject({ status: statusOf(endpoint, example) })
    if (status >= 400) {
      for (const code of errorTypeOf(body)) expect(codes).toContain(code)
    } else {
      expect(errorTypeOf(body), JSON.stringify(body)).toEqual([])
      endpoint.response.parse(body)
    }
    if (example.response === undefined) return
    if (!example.varies) return expect(body).toEqual(example.response)
    if (status < 400) endpoint.response.parse(example.response)
    expect(errorTypeOf(body)).toEqual(errorTypeOf(example.response))
    expect(shapeOf(example.response)).toEqual(shapeOf(body))
  })
})

test('responses to all examples match the recording, except ids and times', async () => {
  const count = endpoints.reduce((sum, { examples }) => sum + examples.length, 0)
  // A filtered test run compares nothing.
  if (exchanges.length < count) return
  await expect(recordExchanges(exchanges)).toMatchFileSnapshot(
    resolve('lib/testing/recorded/examples.txt'),
  )
})

/**
 * Codes that depend on other callers, an operator or a failure; lib/http and lib/orders test them.
 */
const needsState = new Set<string>([
  'Forbidden',
  'InternalServerError',
  'InvalidSchedule',
  'InvalidValidFrom',
  'AppdataFromMismatch',
  'OldOrderActivelyBidOn',
  'OnChainOrder',
  'OrderExpired',
  'OrderFullyExecuted',
  'AlreadyCancelled',
  'SellAmountDoesNotCoverFee',
  'TooManyLimitOrders',
  'TooMuchGas',
  'TransferSimulationFailed',
  'UnsupportedBuyTokenDestination',
  'UnsupportedSellTokenSource',
])

function takesInput(endpoint: Endpoint): boolean {
  if (endpoint.body) return true
  const fields = [endpoint.params, endpoint.query].map(
    (schema) => (inlineSchemaOf(schema, 'input') as { properties?: object }).properties ?? {},
  )
  return fields.some((properties) => Object.keys(properties).length > 0)
}

function errorTypeOf(body: unknown): string[] {
  if (typeof body !== 'object' || body === null || !('errorType' in body)) return []
  return [String(body.errorType)]
}

/** Returns the field names of an object, or of a list's first element. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf)
  if (typeof value !== 'object' || value === null) return typeof value
  return Object.keys(value).sort()
}
