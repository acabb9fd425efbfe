import fc from 'fast-check'
import { type Endpoint, networkParameter } from '@/lib/api/declare/endpoint'
import { fieldNames, type Knowledge, valuesOf } from './schema-values'

/** A request before rendering; its members are those of the declaration. */
export type Draft = {
  /** The network segment of the path; undefined for paths without one. */
  readonly network: string | undefined
  readonly params: Readonly<Record<string, unknown>>
  readonly query: Readonly<Record<string, unknown>>
  readonly body: unknown
}

/** Returns requests that fit an endpoint's schemas. */
export function draftsOf(endpoint: Endpoint, knowledge: Knowledge): fc.Arbitrary<Draft> {
  const place = { knowledge, endpoint: endpoint.name }
  const record = (schema: Endpoint['params']) =>
    valuesOf(schema, place) as fc.Arbitrary<Record<string, unknown>>
  const whole = knowledge.fields[`${endpoint.name}.body`]
  const body = endpoint.body ? (whole ?? valuesOf(endpoint.body, place)) : fc.constant(undefined)
  return fc.record({
    network: networks(endpoint),
    params: record(endpoint.params),
    query: record(endpoint.query),
    body,
  })
}

function networks({ networkSegment }: Endpoint): fc.Arbitrary<string | undefined> {
  if (networkSegment === 'none') return fc.constant(undefined)
  const named = ['1', 'mainnet'] as const
  return fc.constantFrom(...(networkSegment === 'required' ? named : [undefined, ...named]))
}

/** A field of a draft that a mutation may change. */
export type Location = {
  readonly part: 'params' | 'query' | 'body'
  readonly name: string
}

/** Returns every declared field of an endpoint's requests, present or not, and the network segment. */
export function locationsOf(endpoint: Endpoint): readonly Location[] {
  const network = endpoint.networkSegment === 'none' ? [] : [networkParameter]
  const all = {
    params: [...network, ...fieldNames(endpoint.params)],
    query: fieldNames(endpoint.query),
    body: endpoint.body ? [...fieldNames(endpoint.body), ''] : [],
  }
  return (['params', 'query', 'body'] as const).flatMap((part) =>
    all[part].map((name) => ({ part, name })),
  )
}
