import type { z } from 'zod'
import type { Config } from '@/lib/config'
import { accountQuery } from './account-endpoint'
import {
  type DocumentedError,
  describeAccess,
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
  /** Who may call it, where not anyone. */
  readonly access: string
  readonly limit: string
  readonly caching: string
  readonly parameters: readonly (Field & { readonly place: 'path' | 'query' })[]
  /** Without fields where an earlier endpoint shows them: `schema` leads there. */
  readonly body: Shape | undefined
  readonly answer: Shape & { readonly status: number; readonly isStream: boolean }
  /** Its own ones, beside those that any endpoint may answer. */
  readonly errors: readonly ShownError[]
  /** Those that succeed. */
  readonly examples: readonly ShownExample[]
}

/** An error, with the text that an example gets. */
export type ShownError = DocumentedError & { readonly said?: string }

/** A body's or answer's type; its fields, unless it is an answer of a shared schema or a list of one. */
export type Shape = {
  readonly type: string
  readonly schema: string | undefined
  readonly fields: readonly Field[]
}

/** An example as it is shown: what is sent, and what comes back. */
export type ShownExample = {
  readonly summary: string
  /** What must be so before it answers this. */
  readonly given: Example['given']
  readonly method: Endpoint['method']
  /** Path and query, filled in. */
  readonly target: string
  /** Whether it goes with the key of the content API. */
  readonly isKeyed: boolean
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

/**
 * Describes endpoints for the reference page, by tag, with the schemas that they share. What several
 * of them refer to is told once: a body at the first endpoint that takes it, the rest as a schema.
 */
export function describeReference(endpoints: readonly Endpoint[], config: Config): Reference {
  const schemas: Json = {}
  const tags = [...new Set(endpoints.map(({ tag }) => tag))]
  const groups = tags.map((tag) => ({
    tag,
    endpoints: endpoints
      .filter((endpoint) => endpoint.tag === tag)
      .map((endpoint) => describeEndpoint(endpoint, { schemas, config })),
  }))
  const bodies = groups.flatMap((group) => group.endpoints.flatMap(({ body }) => body ?? []))
  const told = new Set(bodies.map(({ schema, fields }) => (fields.length > 0 ? schema : undefined)))
  const others = Object.entries(schemas).filter(([name]) => !told.has(name))
  const shared = others.map(([name, schema]) => ({
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
  const { name, method, summary, access, body, response, params, query, status } = endpoint
  const placed = (place: 'path' | 'query', schema: Endpoint['params']) =>
    fieldsOf(schemaOf(schema, 'input', {})).map((field) => ({ ...field, place }))
  return {
    name,
    method,
    paths: pathsOf(endpoint),
    summary,
    access: describeAccess(endpoint),
    limit: describeLimit(endpoint, config),
    caching: describeCaching(endpoint),
    parameters: [
      ...placed('path', params),
      ...placed('query', query),
      ...(access === 'account' ? placed('query', accountQuery) : []),
    ],
    body: body ? bodyShapeOf(body, schemas) : undefined,
    answer: {
      ...shapeOf(schemaOf(response, 'output', schemas)),
      status,
      isStream: endpoint.answers === 'events',
    },
    errors: ownErrors(endpoint).map((error) => ({ ...error, ...textOf(endpoint, error) })),
    examples: endpoint.examples
      .map((example) => showExample(endpoint, example))
      .filter((example) => example.status < 400),
  }
}

function shapeOf(schema: Json): Shape {
  const shared = schemaOfType(schema)
  return { type: typeOf(schema), schema: shared, fields: shared ? [] : fieldsOf(schema) }
}

function bodyShapeOf(body: z.ZodType, schemas: Json): Shape {
  const known = new Set(Object.keys(schemas))
  const shape = shapeOf(schemaOf(body, 'input', schemas))
  if (shape.schema === undefined || known.has(shape.schema)) return shape
  return { ...shape, fields: fieldsOf(schemas[shape.schema] as Json) }
}

/** The description of the first example that is refused with the error's code. */
function textOf({ examples }: Endpoint, { code }: DocumentedError): Pick<ShownError, 'said'> {
  for (const { response } of examples) {
    const { errorType, description } = (response ?? {}) as Record<string, unknown>
    if (errorType === code && description !== '') return { said: String(description) }
  }
  return {}
}

/** The network that examples name. */
const exampleNetwork = 'mainnet'

function showExample(endpoint: Endpoint, example: Example): ShownExample {
  const { params = {}, query = {}, summary, given, body, response } = example
  const [path = '', onNetwork = path] = pathsOf(endpoint)
  const values: Readonly<Record<string, string>> = { ...params, chainId: exampleNetwork }
  const filled = onNetwork.replace(/\{(\w+)\}/g, (whole, name: string) =>
    encodeURIComponent(values[name] ?? whole),
  )
  const search = new URLSearchParams(query).toString()
  return {
    summary,
    given,
    method: endpoint.method,
    target: search === '' ? filled : `${filled}?${search}`,
    isKeyed: endpoint.access === 'content' && !example.keyless,
    body,
    status: example.status ?? endpoint.status,
    response,
    varies: example.varies ?? false,
  }
}
