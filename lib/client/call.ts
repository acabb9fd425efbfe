import type { DescribedEndpoint } from '@/lib/api/declare/registry'
import { manifest } from './manifest'
import { priceFeed } from './price-feed'
import { type ApiRequest, type Dated, requestDated, type Transport } from './request'

/** The name of a declared endpoint. */
export type EndpointName = DescribedEndpoint['name'] & keyof typeof manifest

type WireOf<N> = NonNullable<Extract<DescribedEndpoint, { readonly name: N }>['~wire']>

/** The body of a successful answer. */
export type AnswerOf<N extends EndpointName> = WireOf<N>['answer']

/** Input accepted for `T`: bigint for decimal strings (atoms), read-only arrays, and undefined instead of null. */
type Given<T> = T extends string
  ? T | (string extends T ? bigint : never)
  : T extends readonly (infer E)[]
    ? readonly Given<E>[]
    : T extends object
      ? { readonly [K in keyof T]: Given<T[K]> }
      : T

/** The body of an endpoint for {@link call}; amounts in atoms. */
export type BodyOf<N extends EndpointName> = Given<WireOf<N>['body']>

type Text<T> = { readonly [K in keyof T]: T[K] | number | bigint | boolean }

type Part<K extends string, T> = [T] extends [undefined]
  ? { readonly [P in K]?: undefined }
  : Record<never, never> extends T
    ? { readonly [P in K]?: T }
    : { readonly [P in K]: T }

type NetworkOf<Path> = Path extends `${string}/{chainId}${string}`
  ? { readonly network: string }
  : Path extends `${string} /api/v${string}`
    ? { readonly network?: string }
    : { readonly network?: undefined }

/** Input of an endpoint. `network` is a name or chain id; order book endpoints use the default network without it. */
export type CallInput<N extends EndpointName> = NetworkOf<(typeof manifest)[N]> &
  Part<'params', Text<WireOf<N>['params']>> &
  Part<'query', Text<WireOf<N>['query']>> &
  Part<'body', BodyOf<N>>

/** Options of a call, apart from its input. */
export type CallOptions = Pick<ApiRequest, 'signal' | 'tries' | 'onRetry' | 'fresh'> & {
  /** Replaceable in tests; the browser's own by default. */
  readonly transport?: Transport
}

/**
 * Calls an endpoint by its declared name and returns the body; input and output have the declared types. Retries on 429
 * and 500, see {@link requestDated}.
 * @throws {ApiError} for any unsuccessful answer.
 */
export function call<N extends EndpointName>(
  name: N,
  input: CallInput<N>,
  options: CallOptions = {},
): Promise<AnswerOf<N>> {
  return callDated(name, input, options).then(({ body }) => body)
}

/**
 * Calls an endpoint as {@link call} does, and also returns the age of the data.
 * @throws {ApiError} for any unsuccessful answer.
 */
export function callDated<N extends EndpointName>(
  name: N,
  input: CallInput<N>,
  { transport, ...options }: CallOptions = {},
): Promise<Dated<AnswerOf<N>>> {
  const { method, path } = locate(name, input)
  const { body } = input as Untyped
  const request = { ...options, method, path, ...(body === undefined ? {} : { body }) }
  if (transport) return requestDated(request, transport)
  const answer = requestDated<AnswerOf<N>>(request)
  return priceEndpoints.has(name) ? priceFeed.follow(answer) : answer
}

/** Their answers show how current the prices on the page are. */
const priceEndpoints: ReadonlySet<EndpointName> = new Set([
  'getUsdPrice',
  'getCandles',
  'listMarketsOfTokens',
] as const)

type Untyped = {
  readonly network?: string
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

type Method = NonNullable<ApiRequest['method']>

/** Builds a call's path with network, parameters and query, each percent-encoded. */
export function locate<N extends EndpointName>(
  name: N,
  input: CallInput<N>,
): { readonly method: Method; readonly path: string } {
  const { network, params = {}, query = {} } = input as Untyped
  const [method = 'GET', template = ''] = manifest[name].split(' ')
  const isInPath = template.includes('/{chainId}')
  const whole = network === undefined || isInPath ? template : `/{chainId}${template}`
  const values = { ...params, chainId: network }
  const path = whole.replace(/\{(\w+)\}/g, (_, key: keyof typeof values) =>
    encodeURIComponent(String(values[key])),
  )
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, String(value)]],
    ),
  ).toString()
  return { method: method as Method, path: search === '' ? path : `${path}?${search}` }
}
