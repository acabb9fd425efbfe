import { expect, test } from 'vitest'
import { parseConfig } from '@/lib/config'
import { describeApi } from './openapi'
import { endpoints } from './registry'

type Operation = {
  operationId: string
  parameters: { name: string; in: string }[]
  responses: Record<string, unknown>
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

test('the document is OpenAPI 3.1, with the staging address as second server', () => {
  expect(openapi).toBe('3.1.0')
  expect(servers.map(({ url }) => url)).toEqual(['/', 'https://staging.example'])
  expect(describeApi([], parseConfig({})).servers).toHaveLength(1)
})

test('every endpoint is described once, order-book ones also with their network', () => {
  for (const { name, method, path } of endpoints) {
    expect(paths[path]?.[method.toLowerCase()]?.operationId).toBe(name)
  }
  expect(paths).toHaveProperty(['/{chainId}/api/v1/quote', 'post'])
  const ids = operations.map(({ operation }) => operation.operationId)
  expect(new Set(ids).size).toBe(ids.length)
})

test('every parameter of a path is described', () => {
  for (const { path, operation } of operations) {
    const inPath = operation.parameters.filter((parameter) => parameter.in === 'path')
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    expect(inPath.map(({ name }) => name).sort(), path).toEqual(named.sort())
  }
})

test('every reference leads to a component, and nothing is left of zod’s own', () => {
  const text = JSON.stringify(document)
  for (const [, name = ''] of text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)) {
    expect(components.schemas).toHaveProperty([name])
  }
  expect(text).not.toContain('$defs')
  expect(components.schemas).toHaveProperty('QuoteRequest')
})

test('errors are described in the format of the path', () => {
  const text = JSON.stringify(paths['/api/v1/quote']?.post?.responses)
  expect(text).toContain('OrderBookError')
  expect(text).toContain('InvalidParameter')
  expect(JSON.stringify(paths['/tokenlist.json']?.get?.responses)).toContain('MessageError')
})
