import type { Config } from '@/lib/config'
import {
  type DocumentedError,
  describeCaching,
  describeLimit,
  ownErrors,
  sharedErrors,
} from './documented-errors'
import { type Endpoint, pathsOf } from './endpoint'
import type { Example } from './example'
import { type Field, fieldsOf, schemaOfType, typeOf } from './field-table'
import { type Json, schemaOf } from './json-schema'

/** What the reference page shows of an endpoint. */
export type EndpointReference = {
  readonly name: string
  readonly method: Endpoint['method']
  /** Every path that it is mounted on. */
  readonly paths: readonly string[]
  readonly summary: string
  readonly limit: string
  readonly caching: string
  readonly parameters: readonly (Field & { readonly place: 'path' | 'query' })[]
  readonly body: Shape | undefined
  readonly answer: Shape & { readonly status: number; readonly isStream: boolean }
  /** Its own ones, beside those that any endpoint may answer. */
  readonly errors: readonly DocumentedError[]
  readonly examples: readonly ShownExample[]
}

/** A body's or answer's type; its fields, unless it is an answer of a shared schema or a list of one. */
export type Shape = {
  readonly type: string
  readonly schema: string | undefined
  readonly fields: readonly Field[]
}

/** An example as it is shown: what is sent, and what comes back. */
export type ShownExample = {
  readonly summary: string
  readonly method: Endpoint['method']
  /** Path and query, filled in. */
  readonly target: string
  readonly body: unknown
  readonly status: number
  readonly response: unknown
  /** Whether the answer is one of many that are right. */
  readonly varies: boolean
}

/** A shared schema. */
export type SchemaReference = { readonly name: string; readonly fields: readonly Field[] }

/** Everything that the reference page shows. */
export type Reference = {
  readonly groups: readonly {
    readonly tag: string
    readonly endpoints: readonly EndpointReference[]
  }[]
  readonly schemas: readonly SchemaReference[]
  /** The errors that any endpoint may answer. */
  readonly sharedErrors: readonly DocumentedError[]
}

/** Describes endpoints for the reference page, by tag, with the schemas that they share. */
export function describeReference(endpoints: readonly Endpoint[], config: Config): Reference {
  const schemas: Json = {}
  const tags = [...new Set(endpoints.map(({ tag }) => tag))]
  const groups = tags.map((tag) => ({
    tag,
    endpoints: endpoints
      .filter((endpoint) => endpoint.tag === tag)
      .map((endpoint) => describeEndpoint(endpoint, { schemas, config })),
  }))
  const shared = Object.entries(schemas).map(([name, schema]) => ({
    name,
    fields: fieldsOf(schema as Json),
  }))
  return {
    groups,
    schemas: shared.sort((a, b) => a.name.localeCompare(b.name)),
    sharedErrors: sharedErrors(endpoints),
  }
}

type Place = { readonly schemas: Json; readonly config: Config }

function describeEndpoint(endpoint: Endpoint, { schemas, config }: Place): EndpointReference {
  const { name, method, summary, body, response, params, query, status } = endpoint
  const placed = (place: 'path' | 'query', schema: Endpoint['params']) =>
    fieldsOf(schemaOf(schema, 'input', {})).map((field) => ({ ...field, place }))
  return {
    name,
    method,
    paths: pathsOf(endpoint),
    summary,
    limit: describeLimit(endpoint, config),
    caching: describeCaching(endpoint),
    parameters: [...placed('path', params), ...placed('query', query)],
    body: body ? bodyShapeOf(schemaOf(body, 'input', schemas), schemas) : undefined,
    answer: {
      ...shapeOf(schemaOf(response, 'output', schemas)),
      status,
      isStream: endpoint.answers === 'events',
    },
    errors: ownErrors(endpoint),
    examples: endpoint.examples.map((example) => showExample(endpoint, example)),
  }
}

function shapeOf(schema: Json): Shape {
  const shared = schemaOfType(schema)
  return { type: typeOf(schema), schema: shared, fields: shared ? [] : fieldsOf(schema) }
}

/** Bodies are seldom shared, so each endpoint shows its own in full. */
function bodyShapeOf(schema: Json, schemas: Json): Shape {
  const shape = shapeOf(schema)
  if (shape.schema === undefined) return shape
  return { ...shape, fields: fieldsOf(schemas[shape.schema] as Json) }
}

/** The network that examples name. */
const exampleNetwork = 'mainnet'

function showExample(endpoint: Endpoint, example: Example): ShownExample {
  const { params = {}, query = {}, summary, body, response } = example
  const [path = '', onNetwork = path] = pathsOf(endpoint)
  const values: Readonly<Record<string, string>> = { ...params, chainId: exampleNetwork }
  const filled = onNetwork.replace(/\{(\w+)\}/g, (whole, name: string) =>
    encodeURIComponent(values[name] ?? whole),
  )
  const search = new URLSearchParams(query).toString()
  return {
    summary,
    method: endpoint.method,
    target: search === '' ? filled : `${filled}?${search}`,
    body,
    status: example.status ?? endpoint.status,
    response,
    varies: example.varies ?? false,
  }
}

/** The shell command that sends an example to the service at `baseUrl`. */
export function curlOf({ method, target, body }: ShownExample, baseUrl: string): string {
  const url = quoted(`${baseUrl}${target}`)
  const verb = method === 'GET' || (method === 'POST' && body !== undefined) ? '' : ` -X ${method}`
  if (body === undefined) return `curl -s${verb} ${url}`
  const json = quoted(JSON.stringify(body, null, 2))
  return `curl -s${verb} ${url} \\\n  -H 'content-type: application/json' \\\n  -d ${json}`
}

/** Text in single quotes for a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
