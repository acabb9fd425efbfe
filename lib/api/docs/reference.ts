import type { z } from 'zod'
import { type Endpoint, pathsOf } from '@/lib/api/declare/endpoint'
import type { Example } from '@/lib/api/declare/example'
import { type Field, fieldsOf, schemaOfType, typeOf } from '@/lib/api/declare/field-table'
import { type Json, schemaOf } from '@/lib/api/declare/json-schema'
import { documentedEndpoints } from '@/lib/api/declare/registry'
import { accountQuery } from '@/lib/api/session/account-endpoint'
import type { Config } from '@/lib/config'
import { defineSlot } from '@/lib/context'
import {
  type DocumentedError,
  describeAccess,
  describeCaching,
  describeLimit,
  ownErrors,
  sharedErrors,
} from './documented-errors'

/** Reference documentation of an endpoint. */
export type EndpointReference = {
  readonly name: string
  readonly method: Endpoint['method']
  /** Its path, without the network segment where that is optional. */
  readonly path: string
  /** Whether a network may precede the path. */
  readonly takesPrefix: boolean
  readonly summary: string
  /** Required access; empty for public endpoints. */
  readonly access: string
  readonly limit: string
  readonly caching: string
  readonly parameters: readonly (Field & { readonly place: 'path' | 'query' })[]
  /** Without fields if an earlier endpoint shows them; `schema` links to it. */
  readonly body: Shape | undefined
  readonly answer: Shape & { readonly status: number; readonly isStream: boolean }
  /** Errors of the action, without those of the request pipeline. */
  readonly errors: readonly ShownError[]
  /** Successful examples. */
  readonly examples: readonly ShownExample[]
}

/** An error with the text of an example. */
export type ShownError = DocumentedError & { readonly said?: string }

/** Type and fields of a body or response; no fields for a response of a shared schema or a list of one. */
export type Shape = {
  readonly type: string
  readonly schema: string | undefined
  readonly fields: readonly Field[]
}

/** An example request with its response. */
export type ShownExample = {
  readonly summary: string
  /** Precondition of the example. */
  readonly given: Example['given']
  readonly method: Endpoint['method']
  /** Path and query with their values. */
  readonly target: string
  /** Whether the request carries the content API key. */
  readonly isKeyed: boolean
  readonly body: unknown
  readonly status: number
  readonly response: unknown
  /** Whether the response is only one of many valid ones. */
  readonly varies: boolean
}

/** A shared schema. */
export type SchemaReference = { readonly name: string; readonly fields: readonly Field[] }

/** A page of the reference: the endpoints of one tag, and the schemas that they reference first. */
export type ReferenceSection = {
  /** Unique path segment of the page. */
  readonly slug: string
  readonly title: string
  readonly endpoints: readonly EndpointReference[]
  readonly schemas: readonly SchemaReference[]
}

/** The complete reference documentation. */
export type Reference = {
  readonly sections: readonly ReferenceSection[]
  /** Errors of the request pipeline. */
  readonly sharedErrors: readonly DocumentedError[]
}

/** Returns the reference of this service; built once per process. */
export const getReference = defineSlot('api/reference', ({ config }) =>
  describeReference(documentedEndpoints, config),
)

/**
 * Builds the reference of endpoints, one section per tag. Shared schemas appear once: a body at the first endpoint
 * that takes it, any other schema in the first section that references it.
 */
export function describeReference(endpoints: readonly Endpoint[], config: Config): Reference {
  const place = { schemas: {}, config }
  const tags = [...new Set(endpoints.map(({ tag }) => tag))]
  const sections = tags.map((tag) =>
    describeSection(
      endpoints.filter((endpoint) => endpoint.tag === tag),
      { ...place, tag },
    ),
  )
  return { sections, sharedErrors: sharedErrors(endpoints) }
}

/** Returns the slug of the section that describes each endpoint and schema, by name. */
export function placesOf({ sections }: Reference): Readonly<Record<string, string>> {
  return Object.fromEntries(
    sections.flatMap(({ slug, endpoints, schemas }) => {
      const bodies = endpoints.flatMap(({ body }) => shownSchema(body) ?? [])
      const names = [...endpoints, ...schemas].map(({ name }) => name)
      return [...names, ...bodies].map((name) => [name, slug])
    }),
  )
}

/** Returns the name of the schema whose fields a body shows. */
const shownSchema = (body: Shape | undefined): string | undefined =>
  body && body.fields.length > 0 ? body.schema : undefined

function describeSection(
  endpoints: readonly Endpoint[],
  { tag, ...place }: Place & { readonly tag: string },
): ReferenceSection {
  const shown = new Set<string | undefined>(Object.keys(place.schemas))
  const described = endpoints.map((endpoint) => describeEndpoint(endpoint, place))
  for (const { body } of described) shown.add(shownSchema(body))
  const schemas = Object.entries(place.schemas)
    .filter(([name]) => !shown.has(name))
    .map(([name, schema]) => ({ name, fields: fieldsOf(schema as Json) }))
    .sort((a, b) => a.name.localeCompare(b.name))
  return { slug: tag.toLowerCase().replaceAll(' ', '-'), title: tag, endpoints: described, schemas }
}

type Place = { readonly schemas: Json; readonly config: Config }

function describeEndpoint(endpoint: Endpoint, { schemas, config }: Place): EndpointReference {
  const { name, method, summary, access, body, response, params, query, status } = endpoint
  const placed = (place: 'path' | 'query', schema: Endpoint['params']) =>
    fieldsOf(schemaOf(schema, 'input', {})).map((field) => ({ ...field, place }))
  return {
    name,
    method,
    path: endpoint.path,
    takesPrefix: endpoint.networkSegment === 'optional',
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

/** Returns the description of the first example with the error's code. */
function textOf({ examples }: Endpoint, { code }: DocumentedError): Pick<ShownError, 'said'> {
  for (const { response } of examples) {
    const { errorType, description } = (response ?? {}) as Record<string, unknown>
    if (errorType === code && description !== '') return { said: String(description) }
  }
  return {}
}

/** Network of the examples. */
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
