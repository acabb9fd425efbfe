import { z } from 'zod'
import type { Config } from '@/lib/config'
import type { Context } from '@/lib/context'
import type { ErrorCode } from '@/lib/core/errors'
import type { Identity } from '@/lib/core/identity'
import type { Network } from '@/lib/core/networks'
import type { Browser } from '@/lib/sessions/browser'
import type { Answer, Renderable } from './answer'
import type { Example } from './example'
import type { EventStream } from './stream'

/**
 * How an endpoint's errors look: the order book's `{errorType, description}` or `{message}`. Spec:
 * Errors, Formats.
 */
export type ErrorFormat = 'orderbook' | 'message'

/** Which budget a request is taken from; `none` for what operators and browsers poll. */
export type RateLimit = 'quotes' | 'orders' | 'writes' | 'reads' | 'none'

/** Requests a second that a limit leaves to one client; 0: any number. */
export function budgetOf(limit: Exclude<RateLimit, 'none'>, { rateLimits }: Config): number {
  if (limit === 'orders') return rateLimits.writes
  return rateLimits[limit]
}

/**
 * Who may call an endpoint: anyone, who has the bearer key of the content API (`CMS_API_KEY`), a page of ours in
 * any `browser`, or one in a browser that an `account` has signed in in.
 */
type Access = 'public' | 'content' | 'browser' | 'account'

/** What a client address asked, as an action sees it. */
export type RequestMeta = {
  /** The client's address: the socket's, or that named by the configured number of trusted proxies. */
  readonly clientAddress: string
  /** Aborted when the client has gone. */
  readonly signal: AbortSignal
  /** `Last-Event-ID`: the id of the last event that a client which comes back has got. */
  readonly lastEventId: string | undefined
  /** The browser that asks; undefined where access is neither `browser` nor `account`. */
  readonly browser: Browser | undefined
  /**
   * Who asks: the account of `?account=`, else the one that signed in last, as far as its session reaches; undefined
   * where access is not `account`.
   */
  readonly identity: Identity | undefined
}

/** What an endpoint's action is given: checked input, never the request itself. */
export type Input<P, Q, B> = {
  readonly params: P
  readonly query: Q
  readonly body: B
  /** The network that the path names, or the default one. */
  readonly network: Network
  readonly meta: RequestMeta
}

/**
 * For how long the service itself gives a computed answer again; the caller's copy is `cacheControl`'s
 * matter. Such an answer is a 200 that depends on params, query and network alone: it is computed once for
 * all who ask, so `meta` tells of no client. What the schemas make equal is one answer.
 */
export type AnswerCache = {
  /** Seconds for which an answer counts as new. */
  readonly freshSeconds: number
  /**
   * Seconds after that for which it still answers while what it is computed from is down (500, or silent
   * for two seconds).
   */
  readonly staleSeconds: number
  /** Reads of a client's budget for which one counts that is not kept, where computing takes long; 1 unless told. */
  readonly reads?: number
}

/** One documented endpoint; declared once, mounted by Next, the front server, OpenAPI and the client. */
export type Endpoint<P = unknown, Q = unknown, B = unknown, R = unknown> = {
  readonly name: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /**
   * Path template such as `/{chainId}/tokens/{tokenAddress}/usdPrice`. `{chainId}` in first place is
   * the network segment; order-book paths leave it out and are mounted with and without it.
   */
  readonly path: string
  /** Whether the network segment is `required`, `optional` (mounted both ways) or there is `none`. */
  readonly networkSegment: 'required' | 'optional' | 'none'
  readonly summary: string
  readonly tag: string
  readonly errors: ErrorFormat
  readonly limit: RateLimit
  readonly access: Access
  /** Bytes of body taken at most. */
  readonly bodyLimit: number
  /** `Cache-Control` of a success; errors are always `no-store`. */
  readonly cacheControl: string
  /** Undefined: computed for every request. */
  readonly cache: AnswerCache | undefined
  /** The path's parameters without the network segment, each text. */
  readonly params: z.ZodType<P>
  /** Query parameters, each text; a repeated one arrives as an array. */
  readonly query: z.ZodType<Q>
  readonly body: z.ZodType<B> | undefined
  /** Whether a success is one JSON value or a stream of server-sent events, each of which is one. */
  readonly answers: 'json' | 'events'
  /** What the answer, or the data of each event, looks like on the wire; documented, and checked in tests. */
  readonly response: z.ZodType<R>
  /** Status of success, for the documentation; the action sets another than 200 by {@link answer}. */
  readonly status: number
  /** Further statuses with a body of `response`'s shape, and when they are answered. */
  readonly otherStatuses: Readonly<Record<number, string>>
  /** Error code of a malformed parameter or body field, where it is not the format's general one. */
  readonly fieldErrors: Readonly<Record<string, ErrorCode>>
  /** Codes that the action throws, for the documentation. */
  readonly throws: readonly ErrorCode[]
  /** Whether the feature is switched on; off is 503. */
  readonly enabled: (ctx: Context) => boolean
  readonly examples: readonly Example[]
  // A method, so that endpoints of any types fit one list.
  run(ctx: Context, input: Input<P, Q, B>): Promise<Result<R>>
}

/** What an action returns: a body, one with a status, or a stream of bodies. */
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

/** What goes over the wire to and from an endpoint; known to the compiler only, for the typed client. */
export type Wire<N extends string, P, Q, B, R> = {
  readonly name: N
  readonly '~wire'?: {
    readonly params: P
    readonly query: Q
    readonly body: B
    readonly answer: R
  }
}

/** What is not declared: no field at all. */
export type NoFields = Readonly<Record<never, never>>

/** An endpoint as declared: what has a sensible default may be left out; `I…` are the unchecked inputs. */
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
 * Body limit, in bytes, of what takes an app data document: its 8192 bytes with each of them escaped
 * (`\u0041`), and the other fields.
 */
export const documentBodyLimit = 64 * 1024

/** The name under which the network segment stands in a path template. */
export const networkParameter = 'chainId'

/** Stands for an endpoint that no setting switches off. */
export const alwaysEnabled = (): boolean => true

const orderBookPath = /^\/api\/v[0-9]+\//

/**
 * Declares an endpoint, filling in what is usual.
 *
 * Order-book paths (`/api/v1/…`) answer errors as `{errorType, description}` and are mounted with and
 * without the network segment; a path that begins with `/{chainId}/` requires it; others have none.
 * Limits: reads 100/s for GET, writes for the rest; body 32 KiB; `no-store`; 200.
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
  const withNetwork = declaration.path.startsWith(`/{${networkParameter}}/`)
  const nothing = z.object({})
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
    params: nothing as unknown as z.ZodType<P>,
    query: nothing as unknown as z.ZodType<Q>,
    body: undefined,
    ...declaration,
  }
}

/** Path templates of an endpoint: two when the network segment is optional. */
export function pathsOf({ path, networkSegment }: Endpoint): string[] {
  return networkSegment === 'optional' ? [path, `/{${networkParameter}}${path}`] : [path]
}
