import type { z } from 'zod'
import type { Endpoint } from '@/lib/api/declare/endpoint'
import { type ErrorCode, ServiceError } from '@/lib/core/errors'
import { checkText } from './request-body'

type Issue = z.core.$ZodIssue

/**
 * Parses `value` by `schema`.
 *
 * @throws {ServiceError} BadRequest, or the code declared by the endpoint or the issue; the description
 * names the first three invalid fields and what each must be.
 */
export function readInput<T>(endpoint: Endpoint, schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value, { reportInput: true })
  if (result.success) return result.data
  const isQuery = (schema as z.ZodType) === endpoint.query
  const issues = result.error.issues
    .map(deepest)
    .map((issue) => (isQuery ? nameRepeated(issue) : issue))
  const first = issues[0]
  throw new ServiceError(
    first ? codeOf(endpoint, first) : 'BadRequest',
    issues
      .slice(0, 3)
      .map((issue) => describeIssue(issue, schema.meta()?.title))
      .join('; '),
  )
}

/** Parses a query string; a repeated parameter becomes an array, which no field accepts. */
export function readQuery(search: string): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = Object.create(null)
  if (search === '') return query
  for (const [name, value] of new URLSearchParams(search)) {
    checkText(value)
    const earlier = query[name]
    query[name] = earlier === undefined ? value : [earlier, value].flat()
  }
  return query
}

/** In a union, picks the branch that failed deepest: it explains best what is wrong. */
function deepest(issue: Issue): Issue {
  if (issue.code !== 'invalid_union') return issue
  const branches = issue.errors.map((branch) => branch.map(deepest))
  const best = branches.sort((a, b) => pathLength(b) - pathLength(a))[0]?.[0]
  return best ? { ...best, path: [...issue.path, ...best.path] } : issue
}

/** In a query, only a repeated parameter is an array. */
function nameRepeated(issue: Issue): Issue {
  return Array.isArray(issue.input) ? { ...issue, message: 'is given more than once' } : issue
}

function pathLength(issues: readonly Issue[]): number {
  return Math.min(...issues.map((issue) => issue.path.length))
}

function codeOf(endpoint: Endpoint, issue: Issue): ErrorCode {
  const named = issue.code === 'custom' ? issue.params?.errorCode : undefined
  if (typeof named === 'string') return named as ErrorCode
  if (issue.input === undefined) return 'BadRequest'
  return endpoint.fieldErrors[String(issue.path[0])] ?? 'BadRequest'
}

function describeIssue(issue: Issue, list: string | undefined): string {
  const field = nameOf(issue.path, list)
  const message = isMissing(issue) ? 'is missing' : messageOf(issue)
  if (field === '' && message.startsWith('must ')) return `the body ${message}`
  // A message about several fields ("give validFor or validTo, not both") stands alone.
  return field === '' || message.startsWith('give ') ? message : `${field} ${message}`
}

/** Renders an issue's path: `to.address`, or `uids[0]` in a body that is a titled list. */
function nameOf([first, ...rest]: Issue['path'], list: string | undefined): string {
  const isListed = typeof first === 'number' && list !== undefined
  const start = first === undefined ? [] : [isListed ? `${list}[${first}]` : first]
  return [...start, ...rest].map(String).join('.')
}

function isMissing(issue: Issue): boolean {
  const absent = issue.code === 'invalid_type' || issue.code === 'invalid_value'
  return absent && issue.input === undefined && issue.path.length > 0
}

/** Replaces zod's "Invalid input: …" by what the value must be. */
function messageOf(issue: Issue): string {
  if (!issue.message.startsWith('Invalid ')) return issue.message
  if (issue.code === 'invalid_type') return `must be ${article(issue.expected)}`
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.join(', ')}`
  return 'has the wrong form'
}

function article(type: string): string {
  if (type === 'int') return 'an integer'
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`
}
