import { createHash } from 'node:crypto'
import type { Endpoint } from '@/lib/api/declare/endpoint'

/** Characters that a key may have before its input is replaced by a digest. */
const maxInputLength = 400

type Asked = {
  /** Undefined for endpoints that have no network. */
  readonly chainId: number | undefined
  /** What the endpoint's schemas made of the path and the query. */
  readonly params: unknown
  readonly query: unknown
}

/**
 * Names a question by what the endpoint takes of it: method, network, endpoint and its checked input.
 * What the schemas drop or make equal (unknown parameters, their sequence, the case of an address, a
 * default that is written out, another name of the network) makes no other key.
 */
export function answerKey(endpoint: Endpoint, { chainId, params, query }: Asked): string {
  const input = canonical([params, query])
  const short =
    input.length > maxInputLength ? createHash('sha256').update(input).digest('hex') : input
  return `${endpoint.method} ${chainId ?? '-'} ${endpoint.name} ${short}`
}

/** JSON with sorted names and without what is undefined; a bigint is told from its text by an `n`. */
function canonical(value: unknown): string {
  if (typeof value === 'bigint') return `${value}n`
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined'
  if (value instanceof Date) return `@${value.toISOString()}`
  const fields = Object.entries(value)
    .filter(([, part]) => part !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, part]) => `${JSON.stringify(name)}:${canonical(part)}`)
  return `{${fields.join()}}`
}
