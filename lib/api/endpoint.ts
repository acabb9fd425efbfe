import type { z } from 'zod'
import type { Context } from '@/lib/context'
import type { Network } from '@/lib/core/networks'

/** How an endpoint's errors look: the order book's `{errorType, description}` or `{message}`. Spec: Errors, Formats. */
export type ErrorFormat = 'orderbook' | 'message'

/** Which budget a request is taken from; `none` for what operators and browsers poll. */
export type RateLimit = 'quotes' | 'orders' | 'writes' | 'reads' | 'none'

/** What a client address asked, as an action sees it. */
export type RequestMeta = {
  /** The client's address: the socket's, or that named by the configured number of trusted proxies. */
  readonly clientAddress: string
  /** Aborted when the client has gone. */
  readonly signal: AbortSignal
}

/** An answer with a status or headers of its own; anything else an action returns is a 200. */
export type Answer<T> = {
  readonly status: number
  readonly body: T
  readonly headers?: Readonly<Record<string, string>>
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

/** An example that the documentation shows and a test plays. */
export type Example = {
  readonly summary: string
  readonly body?: unknown
  readonly response?: unknown
}

/** One documented endpoint; declared once, mounted by Next, the front server, OpenAPI and the client. */
export type Endpoint<P = unknown, Q = unknown, B = unknown, R = unknown> = {
  readonly name: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
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
  /** Bytes of body taken at most. */
  readonly bodyLimit: number
  /** `Cache-Control` of a 200; errors are always `no-store`. */
  readonly cacheControl: string
  readonly params: z.ZodType<P>
  readonly query: z.ZodType<Q>
  readonly body: z.ZodType<B> | undefined
  readonly response: z.ZodType
  /** Status of success, for the documentation. */
  readonly status: number
  /** Whether the feature is switched on; off is 503. */
  readonly enabled: (ctx: Context) => boolean
  readonly examples: readonly Example[]
  readonly run: (ctx: Context, input: Input<P, Q, B>) => Promise<R | Answer<R>>
}

type Defaults =
  | 'tag'
  | 'errors'
  | 'limit'
  | 'bodyLimit'
  | 'cacheControl'
  | 'status'
  | 'enabled'
  | 'examples'
  | 'networkSegment'

/** An endpoint as declared: what has a sensible default may be left out. */
export type EndpointDeclaration<P, Q, B, R> = Omit<
  Endpoint<P, Q, B, R>,
  Defaults | 'params' | 'query' | 'body'
> &
  Partial<Pick<Endpoint<P, Q, B, R>, Defaults>> & {
    readonly params?: z.ZodType<P>
    readonly query?: z.ZodType<Q>
    readonly body?: z.ZodType<B>
  }
