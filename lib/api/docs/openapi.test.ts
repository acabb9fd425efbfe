import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { endpoints } from '@/lib/api/declare/registry'
import { quoteRequest } from '@/lib/api/order-book/quote-fields'
import { parseConfig } from '@/lib/config'
import { describeApi } from './openapi'

type Content = Record<string, { schema: object; examples?: Record<string, { value: unknown }> }>
type Answer = { description: string; headers?: Record<string, unknown>; content: Content }
type Operation = {
  operationId: string
  description: string
  parameters: { name: string; in: string; description?: string }[]
  responses: Record<string, Answer>
}
type Document = {
  openapi: string
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, unknown> }
}

const document = describeApi(endpoints, parseConfig({ STAGING_URL: 'https://staging.example' }))
const { openapi, servers, paths, components } = document as unknown as Document
const operations = Object.entries(paths).flatMap(([path, byMethod]) =>
  Object.values(byMethod).map((operation) => ({ path, operation })),
)

test('the document is OpenAPI 3.1 with the staging URL as second server', () => {
  expect(openapi).toBe('3.1.0')
  expect(servers.map(({ url }) => url)).toEqual(['/', 'https://staging.example'])
  expect(describeApi([], parseConfig({})).servers).toHaveLength(1)
})

test('the document passes a validator', async () => {
  const validator = new Validator()
  expect(await validator.validate(structuredClone(document))).toMatchObject({ valid: true })
  expect(validator.version).toBe('3.1')
})

test('every endpoint is described once, order-book endpoints also with a network', () => {
  for (const { name, method, path } of endpoints) {
    expect(paths[path]?.[method.toLowerCase()]?.operationId).toBe(name)
  }
  expect(paths).toHaveProperty(['/{chainId}/api/v1/quote', 'post'])
  const ids = operations.map(({ operation }) => operation.operationId)
  expect(new Set(ids).size).toBe(ids.length)
})

test('every status with a body of its own is described', () => {
  const answersOf = (path: string, method: string) => paths[path]?.[method]?.responses ?? {}
  const { 200: known, 201: added } = answersOf('/{chainId}/api/v1/app_data/{hash}', 'put')
  expect(known?.description).toBe('The document is known already')
  expect(known?.content['application/json']?.schema).toEqual(
    added?.content['application/json']?.schema,
  )
  expect(Object.keys(known?.content['application/json']?.examples ?? {})).toEqual([
    'A document that is known',
  ])
  expect(answersOf('/readyz', 'get')[503]?.description).toBe('Not ready; the checks say why')
})

test('every parameter of a path is described', () => {
  for (const { path, operation } of operations) {
    const inPath = operation.parameters.filter((parameter) => parameter.in === 'path')
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    expect(inPath.map(({ name }) => name).sort(), path).toEqual(named.sort())
  }
})

test('every reference resolves to a component, and no zod internals are left', () => {
  const text = JSON.stringify(document)
  for (const [, name = ''] of text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)) {
    expect(components.schemas).toHaveProperty([name])
  }
  expect(text).not.toContain('$defs')
  expect(components.schemas).toHaveProperty('QuoteRequest')
})

test('every parameter has a description', () => {
  const silent = operations.flatMap(({ operation: { operationId, parameters } }) =>
    parameters.flatMap(({ name, description }) => (description ? [] : `${operationId} ${name}`)),
  )
  expect(silent).toEqual([])
})

test('every error response has its codes and an example; 429 and 500 have Retry-After', () => {
  for (const { operation } of operations) {
    const { operationId, responses } = operation
    for (const [status, { description, headers, content }] of Object.entries(responses)) {
      if (Number(status) < 400 || description.startsWith('Not ready')) continue
      expect(description, `${operationId} ${status}`).toMatch(/^- `[A-Z]\w+`: \S/)
      const examples = Object.values(content['application/json']?.examples ?? {})
      expect(examples.length, `${operationId} ${status}`).toBeGreaterThan(0)
      const isTransient = status === '429' || status === '500'
      const isChallenge = status === '401' && operationId.includes('Content')
      const names = [isTransient && 'Retry-After', isChallenge && 'WWW-Authenticate']
      expect(Object.keys(headers ?? {})).toEqual(names.filter(Boolean))
    }
  }
})

test('every success has an example, its caching and its rate limit', () => {
  const bare = operations.flatMap(({ operation: { operationId, responses } }) => {
    const [status = '', answer] = Object.entries(responses)[0] ?? []
    const { examples } = Object.values(answer?.content ?? {})[0] ?? {}
    return status.startsWith('2') && examples ? [] : operationId
  })
  expect(bare).toEqual([])
  for (const { operation } of operations) expect(operation.description).toMatch(/limit|a second/i)
})

test('errors are described in the format of the path', () => {
  const text = JSON.stringify(paths['/api/v1/quote']?.post?.responses)
  expect(text).toContain('OrderBookError')
  expect(text).toContain('InvalidParameter')
  expect(JSON.stringify(paths['/tokenlist.json']?.get?.responses)).toContain('MessageError')
})

test('an example states its precondition', () => {
  const answer = paths['/api/v1/orders/{uid}']?.get?.responses[200]
  const [example] = Object.values(answer?.content['application/json']?.examples ?? {})
  expect(example).toMatchObject({ description: 'Takes for granted: a placed order' })
})

test('onchainOrder is documented as a boolean, and accepts what the spec allows', () => {
  const { properties } = components.schemas.QuoteRequest as { properties: object }
  expect(properties).toMatchObject({ onchainOrder: { type: 'boolean', default: false } })
  expect(quoteRequest.shape.onchainOrder.safeParse('yes').success).toBe(true)
})
