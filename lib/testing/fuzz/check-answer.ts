import type { Endpoint } from '@/lib/api/declare/endpoint'
import { endpoints } from '@/lib/api/declare/registry'
import { documentedErrors } from '@/lib/api/docs/documented-errors'
import { type ErrorCode, statusByCode } from '@/lib/core/errors'
import { routeTable } from '@/lib/http/pipeline/route-table'
import { isOwnPath } from '@/lib/http/server/api-path'
import type { WireAnswer, WireRequest } from './send-request'

const findRoute = routeTable(endpoints)

/** Maximum response time in milliseconds. */
export const longestAnswerMs = 2_000

/** Returns the ways in which an answer violates the endpoint's declaration; empty if there are none. */
export function checkAnswer(
  endpoint: Endpoint,
  request: WireRequest,
  answer: WireAnswer,
): string[] {
  const { status, headers, text } = answer
  const problems: string[] = []
  const must = (isMet: boolean, problem: string) => {
    if (!isMet) problems.push(problem)
  }
  const isForeign = !request.transport.harmless || !isOnRoute(endpoint, request)
  if (!isApiAnswer(answer)) {
    must(isForeign, 'a page answered instead of the API')
    return problems
  }
  // A mutated path may match an endpoint with the other CORS rule.
  const cors = isOwnPath(endpoint.path) ? undefined : '*'
  must(isForeign || headers['access-control-allow-origin'] === cors, 'CORS is not as it should be')
  must(status < 500 || status === 503, `status ${status}: ${text.slice(0, 300)}`)
  if (status === 204 || request.method === 'HEAD') {
    must(text === '', 'a body where there is none')
    return problems
  }
  if (isStream(answer)) return [...problems, ...checkStream(endpoint, text)]
  must(/^application\/json/.test(headers['content-type'] ?? ''), 'the type is not JSON')
  const body = parse(text)
  if (body === undefined) return [...problems, `not JSON: ${text.slice(0, 300)}`]
  if (isSuccess(endpoint, answer)) {
    return isForeign ? problems : [...problems, ...checkSuccess(endpoint, { status, body })]
  }
  must(headers['cache-control'] === 'no-store', 'an error may be cached')
  return [...problems, ...checkError(endpoint, { status, body, isForeign, request })]
}

/** An empty or unusual segment leads to another route, or to none. */
function isOnRoute(endpoint: Endpoint, { method, path }: WireRequest): boolean {
  const [bare = ''] = path.split('?', 1)
  return findRoute(bare)?.route.endpoints.get(method)?.endpoint === endpoint && !bare.includes('//')
}

/** Returns whether the answer is a success for the caller. */
export function isSuccess(endpoint: Endpoint, { status, text }: WireAnswer): boolean {
  if (status < 300) return true
  // 503 is a valid answer of the readiness endpoint.
  return status === 503 && endpoint.response.safeParse(parse(text)).success
}

function checkSuccess(endpoint: Endpoint, answer: { status: number; body: unknown }): string[] {
  const { status, body } = answer
  const isDeclared = status === endpoint.status || status in endpoint.otherStatuses
  const parsed = endpoint.response.safeParse(body)
  return [
    ...(isDeclared ? [] : [`status ${status} is not declared`]),
    ...(parsed.success ? [] : [`the answer has another shape: ${parsed.error.message}`]),
  ]
}

type CheckedError = {
  readonly status: number
  readonly body: unknown
  readonly isForeign: boolean
  readonly request: WireRequest
}

/** A mutated request may reach another path, whose errors have the other format. */
function checkError(
  endpoint: Endpoint,
  { status, body, isForeign, request }: CheckedError,
): string[] {
  const {
    errorType,
    description,
    message,
    data: _data,
    hint: _hint,
    reason: _reason,
    ...others
  } = Object(body) as {
    errorType?: unknown
    description?: unknown
    message?: unknown
    data?: unknown
    hint?: unknown
    reason?: unknown
  }
  const problems = Object.keys(others).map((name) => `the error has a member ${name}`)
  const format = errorType === undefined ? 'message' : 'orderbook'
  const text = format === 'message' ? message : description
  if (typeof text !== 'string' || text.trim() === '') problems.push('the error says nothing')
  else problems.push(...leaks(text, request))
  const statuses = Object.values(statusByCode) as readonly number[]
  if (isForeign) return statuses.includes(status) ? problems : [...problems, `status ${status}`]
  if (format !== endpoint.errors) problems.push(`the error has the format of ${format}`)
  const documented = documentedErrors(endpoint).filter((error) => error.status === status)
  if (documented.length === 0) problems.push(`status ${status} is not documented (${String(text)})`)
  else if (format === 'orderbook' && !documented.some(({ code }) => code === errorType)) {
    problems.push(`${String(errorType)} ${status} is not documented (${String(text)})`)
  }
  return problems
}

/** Finds words that occur only in internals; the request's own words may be quoted. */
function leaks(text: string, request: WireRequest): string[] {
  const internals =
    /prisma|postgres|\bpg_|node_modules|ECONN|127\.0\.0\.1|\bat .+:\d+:\d+|\[object|undefined/i
  const sent = JSON.stringify(request).toLowerCase()
  const isQuoted = sent.includes(internals.exec(text)?.[0].toLowerCase() ?? '')
  return internals.test(text) && !isQuoted
    ? [`the error exposes internals: ${text.slice(0, 200)}`]
    : []
}

/** An error after the stream has begun is an event, not one of the declared answers. */
function checkStream(endpoint: Endpoint, text: string): string[] {
  const events = text.split('\n\n').filter((event) => /^data:/m.test(event))
  return events.flatMap((event) => {
    const name = /^event: ?(.*)$/m.exec(event)?.[1]
    const body = parse((/^data: ?(.*)$/m.exec(event) ?? [])[1] ?? '')
    if (name !== 'error') return checkSuccess(endpoint, { status: 200, body })
    const { errorType } = Object(body) as { errorType?: ErrorCode }
    const status = errorType && statusByCode[errorType]
    return status && status < 500 ? [] : [`the stream ends with ${event}`]
  })
}

function isStream({ headers }: WireAnswer): boolean {
  return (headers['content-type'] ?? '').startsWith('text/event-stream')
}

function isApiAnswer({ headers }: WireAnswer): boolean {
  return !(headers['content-type'] ?? '').startsWith('text/html')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
