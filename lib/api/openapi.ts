import { z } from 'zod'
import type { Config } from '@/lib/config'
import { type ErrorCode, statusByCode } from '@/lib/core/errors'
import { networks } from '@/lib/core/networks'
import { defineEndpoint, type Endpoint, networkParameter, pathsOf } from './endpoint'

type Json = { [key: string]: unknown }

/** Statuses that any endpoint may answer. */
const commonCodes: readonly ErrorCode[] = [
  'BadRequest',
  'NotFound',
  'RateLimited',
  'InternalServerError',
]

const errorSchemas = {
  OrderBookError: {
    type: 'object',
    required: ['errorType', 'description'],
    properties: {
      errorType: { type: 'string' },
      description: { type: 'string' },
      data: { type: 'object' },
    },
  },
  MessageError: {
    type: 'object',
    required: ['message'],
    properties: { message: { type: 'string' } },
  },
}

/** Declares GET /openapi.json over the other endpoints. */
export function documentationEndpoint(endpoints: readonly Endpoint[]): Endpoint {
  return defineEndpoint({
    name: 'getOpenapi',
    method: 'GET',
    path: '/openapi.json',
    summary: 'This description of the API',
    tag: 'Operations',
    cacheControl: 'public, max-age=300',
    response: z.record(z.string(), z.unknown()),
    run: async (ctx) => describeApi(endpoints, ctx.config),
  })
}

/** The OpenAPI 3.1 document of `endpoints`; `STAGING_URL` is its second server. */
export function describeApi(endpoints: readonly Endpoint[], config: Config): Json {
  const schemas: Json = { ...errorSchemas }
  const paths: Record<string, Json> = {}
  for (const endpoint of endpoints) {
    for (const path of pathsOf(endpoint)) {
      paths[path] ??= {}
      paths[path][endpoint.method.toLowerCase()] = describeOperation(endpoint, { path, schemas })
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Coincide',
      version: '1.0.0',
      description: 'Trading of ERC-20 tokens by signed orders that solvers settle in batches.',
    },
    servers: serversOf(config),
    tags: [...new Set(endpoints.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: { schemas },
  }
}

function serversOf({ publicUrl, stagingUrl }: Config): Json[] {
  const staging = stagingUrl ? [{ url: stagingUrl, description: 'Staging' }] : []
  return [{ url: publicUrl ?? '/', description: 'Production' }, ...staging]
}

type Place = { readonly path: string; readonly schemas: Json }

function describeOperation(endpoint: Endpoint, { path, schemas }: Place): Json {
  const withNetwork = path.startsWith(`/{${networkParameter}}/`)
  const isVariant = withNetwork && endpoint.networkSegment === 'optional'
  const { name, summary, tag, status, cacheControl } = endpoint
  return {
    operationId: isVariant ? `${name}OnNetwork` : name,
    summary,
    tags: [tag],
    parameters: [
      ...(withNetwork ? [networkDescription] : []),
      ...parametersOf(endpoint.params, 'path'),
      ...parametersOf(endpoint.query, 'query'),
    ],
    ...(endpoint.body ? { requestBody: describeBody(endpoint, schemas) } : {}),
    responses: {
      [status]: {
        description: 'Success',
        headers: {
          'Cache-Control': { schema: { type: 'string', examples: [cacheControl] } },
        },
        content: { 'application/json': { schema: schemaOf(endpoint.response, 'output', schemas) } },
      },
      ...errorsOf(endpoint),
    },
  }
}

const networkDescription = {
  name: networkParameter,
  in: 'path',
  required: true,
  description: 'Network: its chain id or name',
  schema: {
    type: 'string',
    enum: networks.flatMap(({ chainId, name, aliases }) => [String(chainId), name, ...aliases]),
  },
}

function parametersOf(schema: z.ZodType, place: 'path' | 'query'): Json[] {
  const { properties = {}, required = [] } = schemaOf(schema, 'input', {}) as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }))
}

function describeBody({ body, examples }: Endpoint, schemas: Json): Json {
  const shown = examples.flatMap(({ summary, body: value }) =>
    value === undefined ? [] : [[summary, { summary, value }] as const],
  )
  return {
    required: true,
    content: {
      'application/json': {
        schema: body ? schemaOf(body, 'input', schemas) : {},
        ...(shown.length > 0 ? { examples: Object.fromEntries(shown) } : {}),
      },
    },
  }
}

function errorsOf(endpoint: Endpoint): Json {
  const byStatus = new Map<number, ErrorCode[]>()
  const codes = [...commonCodes, ...Object.values(endpoint.fieldErrors), ...endpoint.throws]
  for (const code of new Set(codes)) {
    const status = statusByCode[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  const name = endpoint.errors === 'orderbook' ? 'OrderBookError' : 'MessageError'
  const content = { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } }
  const shown = (code: ErrorCode) => (code === 'BadRequest' ? 'InvalidParameter' : code)
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      { description: codes.map(shown).join(', '), content },
    ]),
  )
}

/** JSON Schema of a zod schema; what has an id goes to `schemas` and is referred to. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output', schemas: Json): Json {
  const { $schema, $defs, ...own } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    reused: 'inline',
  })
  for (const [id, { id: _id, ...definition }] of Object.entries($defs ?? {})) {
    schemas[id] = toComponents(definition)
  }
  const { id, ...plain } = toComponents(own)
  if (typeof id !== 'string') return plain
  schemas[id] = plain
  return { $ref: `#/components/schemas/${id}` }
}

function toComponents(schema: Json): Json {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'))
}
