import { z } from 'zod'
import type { Config } from '@/lib/config'
import type { Context } from '@/lib/context'
import type { ErrorCode } from '@/lib/core/errors'
import type { Identity } from '@/lib/core/identity'
import type { Network } from '@/lib/core/networks/network'
import type { Browser } from '@/lib/sessions/browser'
import type { Answer, Renderable } from './answer'
import type { Example } from './example'
import type { EventStream } from './stream'

/**
 * Error format of an endpoint: `{errorType, description}` for the order book, else `{message}`. Spec: Errors,
 * Formats.
 */
export type ErrorFormat = 'orderbook' | 'message'

/** Budget that a request counts against; `none` for endpoints that operators and browsers poll. */
export type RateLimit = 'quotes' | 'orders' | 'writes' | 'reads' | 'none'

/** Returns the requests per second and client of a limit; 0 means unlimited. */
export function budgetOf(limit: Exclude<RateLimit, 'none'>, { rateLimits }: Config): number {
  if (limit === 'orders') return rateLimits.writes
  return rateLimits[limit]
}

/** Requests to count against a client's budgets. */
export type RequestUse = { readonly reads: number; readonly writes: number }

/**
 * Access to an endpoint: anyone; callers with the content API's bearer key (`CMS_API_KEY`); our own pages in any
 * `browser`; or our own pages in a browser with a signed-in `account`.
 */
type Access = 'public' | 'content' | 'browser' | 'account'

/** Request metadata that an action may use. */
export type RequestMeta = {
  /** The client's address: the socket's, or the entry of the configured number of trusted proxies. */
  readonly clientAddress: string
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal
  /** `Last-Event-ID`: the last event that a reconnecting client received. */
  readonly lastEventId: string | undefined
  /** Whether a script of our own pages sends the request, by its `Origin`; other programs can forge it. */
  readonly isOwnPage: boolean
  /** The calling browser; undefined unless access is `browser` or `account`. */
  readonly browser: Browser | undefined
  /**
   * The calling account (`?account=`, default the last signed-in one) with the networks of its session; undefined
   * unless access is `account`.
   */
  readonly identity: Identity | undefined
}

/** Input of an endpoint's action: parsed input, never the request itself. */
export type Input<P, Q, B> = {
  readonly params: P
  readonly query: Q
  readonly body: B
  /** The network of the path, or the default network. */
  readonly network: Network
  readonly meta: RequestMeta
}

/**
 * Lifetime of a response in the server's cache; `cacheControl` governs clients' caches. A cached response must
 * be a 200 that depends only on params, query and network: it is computed once for all callers, so `meta` has
 * no client. Inputs that the schemas make equal share one response.
 */
export type AnswerCache = {
  /** Seconds for which a response is fresh. */
  readonly freshSeconds: number
  /**
   * Seconds after that for which the stale response is served while its sources are down (500, 429, or no result
   * within two seconds).
   */
  readonly staleSeconds: number
  /** Reads that a cache miss counts as, for expensive responses; default 1. */
  readonly reads?: number
}

/** A documented endpoint, declared once for Next, the front server, OpenAPI and the typed client. */
export type Endpoint<P = unknown, Q = unknown, B = unknown, R = unknown> = {
  readonly name: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /**
   * Path template such as `/{chainId}/tokens/{tokenAddress}/usdPrice`. A segment `{chainId}` is the network
   * segment; order-book paths omit it and are mounted with and without it.
   */
  readonly path: string
  /** Whether the path has a network segment; `optional` mounts it both ways. */
  readonly networkSegment: 'required' | 'optional' | 'none'
  readonly summary: string
  readonly tag: string
  readonly errors: ErrorFormat
  readonly limit: RateLimit
  /** Returns what a request with this body counts as in total; undefined: one request. */
  uses?(body: B): RequestUse
  readonly access: Access
  /** Maximum bytes of a body. */
  readonly bodyLimit: number
  /** `Cache-Control` of a success; errors are always `no-store`. */
  readonly cacheControl: string
  /** Undefined: the response is computed for every request. */
  readonly cache: AnswerCache | undefined
  /** Path parameters without the network segment, each a string. */
  readonly params: z.ZodType<P>
  /** Query parameters, each a string; a repeated one arrives as an array. */
  readonly query: z.ZodType<Q>
  readonly body: z.ZodType<B> | undefined
  /** Whether a success is one JSON value, or a stream of server-sent events with one each. */
  readonly answers: 'json' | 'events'
  /** Schema of the response, or of each event's data; documented, and validated in tests. */
  readonly response: z.ZodType<R>
  /** Documented status of success; the action sets it by {@link answer} unless it is 200. */
  readonly status: number
  /** Other statuses with a body of `response`, with their meaning. */
  readonly otherStatuses: Readonly<Record<number, string>>
  /** Error codes of malformed parameters or body fields, where they differ from the format's default. */
  readonly fieldErrors: Readonly<Record<string, ErrorCode>>
  /** Error codes of the action, for the documentation. */
  readonly throws: readonly ErrorCode[]
  /** Whether the feature is enabled; otherwise the endpoint answers 503. */
  readonly enabled: (ctx: Context) => boolean
  readonly examples: readonly Example[]
  // A method, so that endpoints of any types fit one list.
  run(ctx: Context, input: Input<P, Q, B>): Promise<Result<R>>
}

/** Result of an action: a body, a body with a status, or a stream of events. */
type Result<R> = Renderable<R> | Answer<Renderable<R>> | EventStream<Renderable<R>>

type Defaults =
  | 'tag'
  | 'errors'
  | 'limit'
  | 'access'
  | 'bodyLimit'
  | 'cacheControl'
  | 'cache'
  | 'status'
  | 'otherStatuses'
  | 'fieldErrors'
  | 'throws'
  | 'enabled'
  | 'examples'
  | 'answers'
  | 'networkSegment'

/** Wire types of an endpoint, for the typed client; they exist only at compile time. */
export type Wire<N extends string, P, Q, B, R> = {
  readonly name: N
  readonly '~wire'?: {
    readonly params: P
    readonly query: Q
    readonly body: B
    readonly answer: R
  }
}

/** Type of undeclared input: an object without fields. */
export type NoFields = Readonly<Record<never, never>>

/** Declaration of an endpoint, with optional members that have defaults; `I…` are types of unparsed input. */
export type EndpointDeclaration<P, Q, B, R, IP = unknown, IQ = unknown, IB = unknown> = Omit<
  Endpoint<P, Q, B, R>,
  Defaults | 'params' | 'query' | 'body' | 'run'
> &
  Partial<Pick<Endpoint<P, Q, B, R>, Defaults>> & {
    readonly params?: z.ZodType<P, IP>
    readonly query?: z.ZodType<Q, IQ>
    readonly body?: z.ZodType<B, IB>
    run(ctx: Context, input: Input<P, Q, B>): Promise<Result<NoInfer<R>>>
  }

/**
 * Body limit in bytes for endpoints that take an app data document: 8192 bytes, each escaped (`\u0041`), plus
 * the other fields.
 */
export const documentBodyLimit = 64 * 1024

/** Name of the network segment in a path template. */
export const networkParameter = 'chainId'

/** Whether a path template has the network segment. */
export const hasNetworkSegment = (path: string): boolean =>
  path.split('/').includes(`{${networkParameter}}`)

/** Default `enabled`, for endpoints that no setting disables. */
export const alwaysEnabled = (): boolean => true

const orderBookPath = /^\/api\/v[0-9]+\//

/**
 * Declares an endpoint and fills in defaults.
 *
 * Order-book paths (`/api/v1/…`) answer errors as `{errorType, description}` and are mounted with and without
 * the network segment. Paths that have it require it; others have none. Further defaults:
 * limit `reads` (100/s) for GET and `writes` otherwise, body 32 KiB, `no-store`, status 200.
 */
export function defineEndpoint<
  const N extends string,
  P,
  Q,
  B,
  R,
  IP = NoFields,
  IQ = NoFields,
  IB = undefined,
>(
  declaration: EndpointDeclaration<P, Q, B, R, IP, IQ, IB> & { readonly name: N },
): Endpoint<P, Q, B, R> & Wire<N, IP, IQ, IB, R> {
  const orderBook = orderBookPath.test(declaration.path)
  const withNetwork = hasNetworkSegment(declaration.path)
  const noFields = z.object({})
  return {
    tag: orderBook ? 'Order book' : 'Service',
    errors: orderBook ? 'orderbook' : 'message',
    limit: declaration.method === 'GET' ? 'reads' : 'writes',
    access: 'public',
    bodyLimit: 32 * 1024,
    cacheControl: 'no-store',
    cache: undefined,
    status: 200,
    otherStatuses: {},
    fieldErrors: {},
    throws: [],
    enabled: alwaysEnabled,
    examples: [],
    answers: 'json',
    networkSegment: orderBook ? 'optional' : withNetwork ? 'required' : 'none',
    params: noFields as unknown as z.ZodType<P>,
    query: noFields as unknown as z.ZodType<Q>,
    body: undefined,
    ...declaration,
  }
}

/** Returns the path templates of an endpoint: two if the network segment is optional. */
export function pathsOf({ path, networkSegment }: Endpoint): string[] {
  return networkSegment === 'optional' ? [path, `/{${networkParameter}}${path}`] : [path]
}
