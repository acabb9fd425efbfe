import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { fieldsOf, typeOf } from '@/lib/api/declare/field-table'
import { schemaOf } from '@/lib/api/declare/json-schema'
import { documentedEndpoints, endpoints } from '@/lib/api/declare/registry'
import { parseConfig } from '@/lib/config'
import { curlOf } from './curl'
import { describeReference, placesOf } from './reference'

const reference = describeReference(documentedEndpoints, parseConfig({}))
const schemas = reference.sections.flatMap((section) => section.schemas)
const described = reference.sections.flatMap((section) => section.endpoints)

test('every endpoint except the debugging one is in one section', () => {
  const names = endpoints.map(({ name }) => name).filter((name) => name !== 'getVolatilityDetails')
  expect(described.map(({ name }) => name).sort()).toEqual(names.sort())
})

test('every schema that a field, body or response references is described once', () => {
  const shown = described.flatMap(({ body }) =>
    body && body.fields.length > 0 ? [body.schema] : [],
  )
  const names = [...shown, ...schemas.map(({ name }) => name)]
  const known = new Set(names)
  expect(names.length, 'each is described once').toBe(known.size)
  const shapes = described.flatMap(({ body, answer }) => (body ? [body, answer] : [answer]))
  const fields = [...shapes, ...schemas].flatMap((shape) => shape.fields)
  for (const { schema } of [...shapes, ...fields]) {
    if (schema !== undefined) expect(known).toContain(schema)
  }
  expect(known).toContain('Order')
})

test('every endpoint, schema and body has a unique name that leads to its page', () => {
  const places = placesOf(reference)
  const bodies = described.flatMap(({ body }) => (body && body.fields.length > 0 ? [body] : []))
  const shown = [...described, ...schemas, ...bodies.filter(({ schema }) => schema)]
  expect(Object.keys(places)).toHaveLength(shown.length)
  expect(places).toMatchObject({
    createOrder: 'order-book',
    OrderSubmission: 'order-book',
    Order: 'order-book',
    listTradesByPage: 'trades',
  })
})

test('every parameter and field has a description and a type', () => {
  const shapes = described.flatMap(({ body, answer }) => (body ? [body, answer] : [answer]))
  const fields = [
    ...described.flatMap(({ parameters }) => parameters),
    ...[...shapes, ...schemas].flatMap((shape) => shape.fields),
  ]
  expect(fields.filter(({ note }) => note === '').map(({ name }) => name)).toEqual([])
  expect(fields.filter(({ type }) => type.includes('any')).map(({ name }) => name)).toEqual([])
})

test('an example states its precondition', () => {
  const order = described.find(({ name }) => name === 'readOrder')
  expect(order?.examples.map(({ given }) => given)).toEqual(['a placed order'])
  const ofTrades = described.find(({ name }) => name === 'listTradesByPage')
  expect(ofTrades?.examples.map(({ given }) => given)).toEqual(['a settled trade', undefined])
})

describe('a field table', () => {
  const tag = z.object({ name: z.string() }).meta({ id: 'Tag' })
  const schema = z.object({
    at: z.iso.datetime().describe('When'),
    kind: z.enum(['sell', 'buy']).nullish().default('sell'),
    to: z.object({ address: z.string().regex(/^0x[0-9a-f]{40}$/) }).optional(),
    tags: z.array(tag),
    rows: z.array(z.object({ atoms: z.string().regex(/^(?:0|[1-9][0-9]*)$/) })),
    prices: z.record(z.string(), z.number()),
    note: z.string().nullish(),
    isOn: z.boolean().nullish(),
  })
  const rows = fieldsOf(schemaOf(schema, 'input', {}))

  test('names types, nested members, defaults and shared schemas', () => {
    const lines = rows.map(
      ({ name, type, isRequired }) => `${name}${isRequired ? '' : '?'} ${type}`,
    )
    expect(lines).toEqual([
      'at ISO 8601 time',
      'kind? sell | buy | null',
      'to? object',
      'to.address address',
      'tags Tag[]',
      'rows object[]',
      'rows[].atoms amount',
      'prices map of number',
      'note? string | null',
      'isOn? boolean | null',
    ])
    expect(rows.find(({ name }) => name === 'kind')?.note).toBe('default sell')
    expect(rows.find(({ name }) => name === 'tags')?.schema).toBe('Tag')
  })

  test('describes a top-level list by its elements', () => {
    const list = schemaOf(z.array(z.object({ id: z.int() })), 'output', {})
    expect(typeOf(list)).toBe('object[]')
    expect(fieldsOf(list)).toMatchObject([{ name: '[].id', type: 'integer', isRequired: true }])
  })
})

test('a shell passes the example’s command to curl unchanged', () => {
  const example = {
    method: 'PUT',
    target: '/mainnet/api/v1/x?limit=1',
    isKeyed: true,
    body: { text: "it's" },
  } as const
  const command = curlOf(example, 'http://127.0.0.1:1')
  const script = `CMS_API_KEY=secret; curl() { printf '%s\\n' "$@"; }; ${command}`
  const passed = execFileSync('sh', ['-c', script], { encoding: 'utf8' })
  expect(passed).toContain('-X\nPUT\nhttp://127.0.0.1:1/mainnet/api/v1/x?limit=1\n')
  expect(passed).toContain('-H\nauthorization: Bearer secret\n')
  expect(passed).toContain(`"text": "it's"`)
})
