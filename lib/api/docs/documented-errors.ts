import { alwaysEnabled, budgetOf, type Endpoint } from '@/lib/api/declare/endpoint'
import type { Example } from '@/lib/api/declare/example'
import type { Config } from '@/lib/config'
import { describeErrorCode } from '@/lib/core/error-meanings'
import { type ErrorCode, statusByCode } from '@/lib/core/errors'

/** A documented error of an endpoint. */
export type DocumentedError = {
  readonly status: number
  readonly code: ErrorCode
  /** The meaning, and what the caller should change. */
  readonly meaning: string
}

/** Returns all errors of an endpoint, including those of the request pipeline, by status and code. */
export function documentedErrors(endpoint: Endpoint): DocumentedError[] {
  return describeCodes(endpoint, [...shellCodes(endpoint), ...ownCodes(endpoint)])
}

/** Returns the errors of an endpoint without those of the request pipeline. */
export function ownErrors(endpoint: Endpoint): DocumentedError[] {
  return describeCodes(endpoint, ownCodes(endpoint))
}

/** Returns the errors of the request pipeline over all endpoints. */
export function sharedErrors(endpoints: readonly Endpoint[]): DocumentedError[] {
  const all = endpoints.flatMap((endpoint) => describeCodes(endpoint, shellCodes(endpoint)))
  return [...new Map(all.map((error) => [error.code, error])).values()].sort(byStatus)
}

const ownCodes = ({ fieldErrors, throws }: Endpoint) => [...Object.values(fieldErrors), ...throws]

function describeCodes(endpoint: Endpoint, codes: readonly ErrorCode[]): DocumentedError[] {
  return [...new Set(codes.map((code) => codeOnWire(endpoint, code)))]
    .map((code) => ({ status: statusByCode[code], code, meaning: describeErrorCode(code) }))
    .sort(byStatus)
}

function byStatus(a: DocumentedError, b: DocumentedError): number {
  return a.status - b.status || a.code.localeCompare(b.code)
}

/** Error codes of the request pipeline: before an action runs, and on failures. */
function shellCodes(endpoint: Endpoint): ErrorCode[] {
  const { access, body, limit, method, networkSegment, enabled } = endpoint
  const isOwn = access === 'browser' || access === 'account'
  const hasSwitch = networkSegment !== 'none' || enabled !== alwaysEnabled || isOwn
  return [
    'BadRequest',
    'InternalServerError',
    ...(body ? (['PayloadTooLarge', 'RequestTimeout', 'UnsupportedMediaType'] as const) : []),
    ...(access === 'content' || access === 'account' ? (['Unauthorized'] as const) : []),
    ...(isOwn && method !== 'GET' ? (['Forbidden'] as const) : []),
    ...(limit === 'none' ? [] : (['RateLimited'] as const)),
    ...(networkSegment === 'none' ? [] : (['NotFound'] as const)),
    ...(hasSwitch ? (['ServiceUnavailable'] as const) : []),
  ]
}

/** The order book reports BadRequest as InvalidParameter. */
function codeOnWire({ errors }: Endpoint, code: ErrorCode): ErrorCode {
  return errors === 'orderbook' && code === 'BadRequest' ? 'InvalidParameter' : code
}

/** Returns an error body in the endpoint's format. Spec: Errors, Formats. */
export function errorBodyOf({ errors }: Endpoint, code: ErrorCode, description: string): object {
  return errors === 'orderbook' ? { errorType: code, description } : { message: description }
}

/** Returns an endpoint's examples with `status`. */
export function examplesOf(endpoint: Endpoint, status: number): Example[] {
  return endpoint.examples.filter((example) => (example.status ?? endpoint.status) === status)
}

/** Describes the access that an endpoint requires; empty for public endpoints. */
export function describeAccess({ access }: Endpoint): string {
  return requirements[access]
}

const ownPages =
  'For pages of this service alone: answers carry no CORS headers, and other methods than GET need `Origin`.'

const requirements: Readonly<Record<Endpoint['access'], string>> = {
  public: '',
  content: 'Needs the key of the content API (`CMS_API_KEY`) as `Authorization: Bearer <key>`.',
  browser: ownPages,
  account: `Needs an account that has signed in. ${ownPages}`,
}

/** Describes an endpoint's rate limit. */
export function describeLimit({ limit, networkSegment }: Endpoint, config: Config): string {
  if (limit === 'none') return 'No limit.'
  const perSecond = budgetOf(limit, config)
  if (perSecond === 0) return 'No limit on this instance.'
  const whose = networkSegment === 'none' ? 'client address' : 'client address and network'
  const shared = limit === 'reads' ? 'counted by each web process' : 'shared by all web processes'
  return `${perSecond} requests a second per ${whose} (${names[limit]}, ${shared}).`
}

const names = { quotes: 'quotes', orders: 'submissions', writes: 'other writes', reads: 'reads' }

/** Describes how long a successful response may be cached. */
export function describeCaching({ cacheControl }: Endpoint): string {
  const seconds = /max-age=([0-9]+)/.exec(cacheControl)?.[1]
  return seconds === undefined ? 'Not to be cached.' : `May be cached for ${seconds} seconds.`
}
