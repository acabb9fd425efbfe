import type { z } from 'zod'
import { type Endpoint, hasNetworkSegment, networkParameter } from '@/lib/api/declare/endpoint'
import type { Example } from '@/lib/api/declare/example'
import { type Json, schemaOf } from '@/lib/api/declare/json-schema'
import { accountQuery } from '@/lib/api/session/account-endpoint'
import type { Config } from '@/lib/config'
import { groupBy } from '@/lib/core/group-by'
import { networks } from '@/lib/core/networks'
import {
  type DocumentedError,
  describeAccess,
  describeCaching,
  describeLimit,
  documentedErrors,
  errorBodyOf,
  examplesOf,
} from './documented-errors'

type Place = { readonly path: string; readonly schemas: Json; readonly config: Config }

/** Builds the OpenAPI operation of an endpoint at one of its paths; adds shared schemas to `schemas`. */
export function describeOperation(endpoint: Endpoint, place: Place): Json {
  const { path, schemas, config } = place
  const withNetwork = hasNetworkSegment(path)
  const isVariant = withNetwork && endpoint.networkSegment === 'optional'
  const { name, summary, tag } = endpoint
  return {
    operationId: isVariant ? `${name}OnNetwork` : name,
    summary,
    description: [
      `${summary}.`,
      describeAccess(endpoint),
      describeLimit(endpoint, config),
      describeCaching(endpoint),
    ]
      .filter(Boolean)
      .join(' '),
    tags: [tag],
    ...(isSecured(endpoint) ? { security: [{ [endpoint.access]: [] }] } : {}),
    parameters: [
      ...(withNetwork ? [networkDescription] : []),
      ...parametersOf(endpoint.params, 'path', endpoint.examples),
      ...parametersOf(endpoint.query, 'query', endpoint.examples),
      ...(endpoint.access === 'account' ? parametersOf(accountQuery, 'query', []) : []),
    ],
    ...(endpoint.body ? { requestBody: describeBody(endpoint, schemas) } : {}),
    responses: { ...errorsOf(endpoint), ...successesOf(endpoint, schemas) },
  }
}

function isSecured({ access }: Endpoint): boolean {
  return access === 'content' || access === 'account'
}

const networkDescription = {
  name: networkParameter,
  in: 'path',
  required: true,
  description: 'Network: its chain ID or name',
  schema: {
    type: 'string',
    enum: networks.flatMap(({ chainId, name, aliases }) => [String(chainId), name, ...aliases]),
  },
  example: 'mainnet',
}

function parametersOf(
  schema: z.ZodType,
  place: 'path' | 'query',
  examples: readonly Example[],
): Json[] {
  const { properties = {}, required = [] } = schemaOf(schema, 'input', {}) as {
    properties?: Record<string, Json>
    required?: string[]
  }
  const given = place === 'path' ? 'params' : 'query'
  return Object.entries(properties).map(([name, { description, ...property }]) => {
    const example = examples.find((shown) => shown[given]?.[name] !== undefined)?.[given]?.[name]
    return {
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      ...(description === undefined ? {} : { description }),
      schema: property,
      ...(example === undefined ? {} : { example }),
    }
  })
}

function describeBody({ body, examples }: Endpoint, schemas: Json): Json {
  const schema = body ? schemaOf(body, 'input', schemas) : {}
  const shown = examples.flatMap((example) =>
    example.body === undefined ? [] : [shownAs(example, example.body)],
  )
  return { required: true, content: { 'application/json': { schema, ...examplesIn(shown) } } }
}

function successesOf(endpoint: Endpoint, schemas: Json): Json {
  const { status, otherStatuses } = endpoint
  const others = Object.entries(otherStatuses).map(([other, description]) => {
    const success = describeSuccess(endpoint, { schemas, status: Number(other) })
    return [other, { ...success, description }] as const
  })
  return { [status]: describeSuccess(endpoint, { schemas, status }), ...Object.fromEntries(others) }
}

type Success = { readonly schemas: Json; readonly status: number }

function describeSuccess(endpoint: Endpoint, { schemas, status }: Success): Json {
  const schema = schemaOf(endpoint.response, 'output', schemas)
  const isStream = endpoint.answers === 'events'
  const type = isStream ? 'text/event-stream' : 'application/json'
  const shown = responsesOf(examplesOf(endpoint, status))
  const description = isStream
    ? 'Server-sent events; the data of each is one JSON value of this schema. An event named `error` ends the stream.'
    : 'Success'
  return {
    description,
    headers: {
      'Cache-Control': { schema: { type: 'string' }, example: endpoint.cacheControl },
      ...(endpoint.cache ? keptHeaders : {}),
    },
    content: { [type]: { schema, ...examplesIn(shown) } },
  }
}

/** Headers of cached responses. */
const keptHeaders = {
  Age: {
    description: 'Whole seconds since the answer was computed',
    schema: { type: 'integer', minimum: 0 },
  },
  ETag: { description: 'For If-None-Match', schema: { type: 'string' } },
}

type Shown = readonly (readonly [string, Json])[]

function responsesOf(examples: readonly Example[]): Shown {
  return examples.flatMap((example) =>
    example.response === undefined ? [] : [shownAs(example, example.response)],
  )
}

function shownAs({ summary, given }: Example, value: unknown): readonly [string, Json] {
  const description = given === undefined ? {} : { description: `Takes for granted: ${given}` }
  return [summary, { summary, ...description, value }]
}

function examplesIn(shown: Shown): Json {
  return shown.length > 0 ? { examples: Object.fromEntries(shown) } : {}
}

const retryAfter = {
  'Retry-After': {
    description: 'Whole seconds after which to try again',
    schema: { type: 'integer', minimum: 1 },
  },
}

const challenge = {
  'WWW-Authenticate': { description: 'How the key is sent', schema: { type: 'string' } },
}

function headersOf({ access }: Endpoint, status: number): Json {
  if (status === 429 || status === 500) return { headers: retryAfter }
  return status === 401 && access === 'content' ? { headers: challenge } : {}
}

function errorsOf(endpoint: Endpoint): Json {
  const byStatus = groupBy(documentedErrors(endpoint), ({ status }) => status)
  const name = endpoint.errors === 'orderbook' ? 'OrderBookError' : 'MessageError'
  const describe = ([status, errors]: readonly [number, readonly DocumentedError[]]) => {
    const played = responsesOf(examplesOf(endpoint, status))
    const shown = played.length > 0 ? played : errors.slice(0, 1).map(wordedExample(endpoint))
    const schema = { $ref: `#/components/schemas/${name}` }
    const answer = {
      description: errors.map(({ code, meaning }) => `- \`${code}\`: ${meaning}`).join('\n'),
      ...headersOf(endpoint, status),
      content: { 'application/json': { schema, ...examplesIn(shown) } },
    }
    return [status, answer] as const
  }
  return Object.fromEntries([...byStatus].map(describe))
}

const wordedExample =
  (endpoint: Endpoint) =>
  ({ code, meaning }: DocumentedError): readonly [string, Json] => [
    code,
    { summary: code, value: errorBodyOf(endpoint, code, meaning) },
  ]
