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

test('every endpoint is in one section, but what is for debugging alone', () => {
  const told = endpoints.map(({ name }) => name).filter((name) => name !== 'getVolatilityDetails')
  expect(described.map(({ name }) => name).sort()).toEqual(told.sort())
})

test('every schema that a field, body or answer names is described, once', () => {
  const shown = described.flatMap(({ body }) =>
    body && body.fields.length > 0 ? [body.schema] : [],
  )
  const told = [...shown, ...schemas.map(({ name }) => name)]
  const known = new Set(told)
  expect(told.length, 'each is told once').toBe(known.size)
  const shapes = described.flatMap(({ body, answer }) => (body ? [body, answer] : [answer]))
  const fields = [...shapes, ...schemas].flatMap((shape) => shape.fields)
  for (const { schema } of [...shapes, ...fields]) {
    if (schema !== undefined) expect(known).toContain(schema)
  }
  expect(known).toContain('Order')
})

test('the page of every endpoint, schema and body is known by its name, unlike all others', () => {
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

test('every parameter and every field says what it is, and has a type', () => {
  const shapes = described.flatMap(({ body, answer }) => (body ? [body, answer] : [answer]))
  const fields = [
    ...described.flatMap(({ parameters }) => parameters),
    ...[...shapes, ...schemas].flatMap((shape) => shape.fields),
  ]
  expect(fields.filter(({ note }) => note === '').map(({ name }) => name)).toEqual([])
  expect(fields.filter(({ type }) => type.includes('any')).map(({ name }) => name)).toEqual([])
})

test('an example says what it takes for granted', () => {
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

  test('a list at the top is one of its elements', () => {
    const list = schemaOf(z.array(z.object({ id: z.int() })), 'output', {})
    expect(typeOf(list)).toBe('object[]')
    expect(fieldsOf(list)).toMatchObject([{ name: '[].id', type: 'integer', isRequired: true }])
  })
})

test('the command of an example is what a shell passes to curl', () => {
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
