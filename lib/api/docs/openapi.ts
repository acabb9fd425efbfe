import { z } from 'zod'
import { defineEndpoint, type Endpoint, pathsOf } from '@/lib/api/declare/endpoint'
import type { Json } from '@/lib/api/declare/json-schema'
import type { Config } from '@/lib/config'
import { describeOperation } from './openapi-operation'

const errorSchemas = {
  OrderBookError: {
    description: 'An error of the order book; programs go by errorType, people by description.',
    type: 'object',
    required: ['errorType', 'description'],
    properties: {
      errorType: { type: 'string' },
      description: { type: 'string' },
      data: { type: 'object', additionalProperties: { type: 'string' } },
    },
  },
  MessageError: {
    description: 'An error of the other endpoints.',
    type: 'object',
    required: ['message'],
    properties: { message: { type: 'string' } },
  },
}

const securitySchemes = {
  content: { type: 'http', scheme: 'bearer', description: 'The operator’s `CMS_API_KEY`' },
  account: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-coincide.session',
    description:
      'Set by `POST /api/auth/callback/siwe` once a wallet has signed in; without `__Host-` where pages are not under https',
  },
}

const description = `Trading of ERC-20 tokens by signed orders that solvers settle in batches.

**Networks.** \`{chainId}\` is a chain ID or a name. Order-book paths also work without it, for the default network.

**Values.** Amounts are decimal strings in the token's smallest unit (atoms). Addresses are taken in any case and
given in lower case. Times are Unix seconds or ISO 8601 in UTC. Unknown fields are ignored.

**Errors.** The order book answers \`{errorType, description}\`, everything else \`{message}\`. 429 and 500 carry
\`Retry-After\` in whole seconds and are worth another try; nothing else is without a change. Errors are never cached.

**Caching.** \`GET\` answers carry an \`ETag\`; with \`If-None-Match\` an unchanged one is 304 without a body. Market
data says how old it is: \`Age\` since it was computed, \`Last-Modified\` of what it was computed from.

**Limits** count per client address and network; each operation says its own, and its \`Cache-Control\`.`

/** Declares GET /openapi.json over the other endpoints. */
export function documentationEndpoint(endpoints: readonly Endpoint[]): Endpoint {
  return defineEndpoint({
    name: 'getOpenapi',
    method: 'GET',
    path: '/openapi.json',
    summary: 'This description of the API, as an OpenAPI 3.1 document',
    tag: 'Operations',
    cacheControl: 'public, max-age=300',
    response: z.record(z.string(), z.unknown()),
    examples: [
      {
        summary: 'The document, cut short',
        varies: true,
        response: {
          openapi: '3.1.0',
          info: { title: 'Coincide', version: '1.0.0' },
          servers: [{ url: '/', description: 'Production' }],
          tags: [],
          paths: {},
          components: {},
        },
      },
    ],
    run: async (ctx) => describeApi(endpoints, ctx.config),
  })
}

/** Builds the OpenAPI 3.1 document of `endpoints`; `STAGING_URL` is its second server. */
export function describeApi(endpoints: readonly Endpoint[], config: Config): Json {
  const schemas: Json = { ...errorSchemas }
  const paths: Record<string, Json> = {}
  for (const endpoint of endpoints) {
    for (const path of pathsOf(endpoint)) {
      paths[path] ??= {}
      const place = { path, schemas, config }
      paths[path][endpoint.method.toLowerCase()] = describeOperation(endpoint, place)
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Coincide',
      version: '1.0.0',
      description,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: serversOf(config),
    tags: [...new Set(endpoints.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: { schemas, securitySchemes },
  }
}

function serversOf({ publicUrl, stagingUrl }: Config): Json[] {
  const staging = stagingUrl ? [{ url: stagingUrl, description: 'Staging' }] : []
  return [{ url: publicUrl ?? '/', description: 'Production' }, ...staging]
}
