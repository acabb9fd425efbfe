import { alwaysEnabled, budgetOf, type Endpoint } from '@/lib/api/declare/endpoint'
import type { Example } from '@/lib/api/declare/example'
import type { Config } from '@/lib/config'
import { describeErrorCode } from '@/lib/core/error-meanings'
import { type ErrorCode, statusByCode } from '@/lib/core/errors'

/** An error that an endpoint may answer. */
export type DocumentedError = {
  readonly status: number
  readonly code: ErrorCode
  /** What it means and what the caller is to change. */
  readonly meaning: string
}

/** Every error that an endpoint may answer, by status and name; those of the shell included. */
export function documentedErrors(endpoint: Endpoint): DocumentedError[] {
  return describeCodes(endpoint, [...shellCodes(endpoint), ...ownCodes(endpoint)])
}

/** The errors that an endpoint answers beside those that any endpoint may answer. */
export function ownErrors(endpoint: Endpoint): DocumentedError[] {
  return describeCodes(endpoint, ownCodes(endpoint))
}

/** The errors that requests may be answered with wherever they go. */
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

/** What the shell may answer before an action runs, and when something fails. */
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

/** The order book calls a malformed request InvalidParameter. */
function codeOnWire({ errors }: Endpoint, code: ErrorCode): ErrorCode {
  return errors === 'orderbook' && code === 'BadRequest' ? 'InvalidParameter' : code
}

/** The body of an error in the endpoint's format. Spec: Errors, Formats. */
export function errorBodyOf({ errors }: Endpoint, code: ErrorCode, description: string): object {
  return errors === 'orderbook' ? { errorType: code, description } : { message: description }
}

/** The examples of an endpoint that answer with `status`. */
export function examplesOf(endpoint: Endpoint, status: number): Example[] {
  return endpoint.examples.filter((example) => (example.status ?? endpoint.status) === status)
}

/** What a caller needs before anything else, in words; empty for what anyone may call. */
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

/** How often a client may call an endpoint, in words. */
export function describeLimit({ limit, networkSegment }: Endpoint, config: Config): string {
  if (limit === 'none') return 'No limit.'
  const perSecond = budgetOf(limit, config)
  if (perSecond === 0) return 'No limit on this instance.'
  const whose = networkSegment === 'none' ? 'client address' : 'client address and network'
  const shared = limit === 'reads' ? 'counted by each web process' : 'shared by all web processes'
  return `${perSecond} requests a second per ${whose} (${names[limit]}, ${shared}).`
}

const names = { quotes: 'quotes', orders: 'submissions', writes: 'other writes', reads: 'reads' }

/** How long a success may be kept, in words. */
export function describeCaching({ cacheControl }: Endpoint): string {
  const seconds = /max-age=([0-9]+)/.exec(cacheControl)?.[1]
  return seconds === undefined ? 'Not to be cached.' : `May be cached for ${seconds} seconds.`
}
