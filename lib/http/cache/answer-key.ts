import { createHash } from 'node:crypto'
import type { Endpoint } from '@/lib/api/declare/endpoint'

/** Characters of canonical input above which the key holds a digest instead. */
const maxInputLength = 400

type KeyInput = {
  /** Undefined for endpoints that have no network. */
  readonly chainId: number | undefined
  /** Path parameters and query as parsed by the endpoint's schemas. */
  readonly params: unknown
  readonly query: unknown
}

/**
 * Builds a cache key from method, network, endpoint and parsed input. Differences that the schemas remove
 * (unknown parameters, parameter order, the case of an address, an explicit default, an alias of the
 * network) do not change the key.
 */
export function answerKey(endpoint: Endpoint, { chainId, params, query }: KeyInput): string {
  const input = canonical([params, query])
  const short =
    input.length > maxInputLength ? createHash('sha256').update(input).digest('hex') : input
  return `${endpoint.method} ${chainId ?? '-'} ${endpoint.name} ${short}`
}

/** Canonical JSON: sorted keys, no undefined members. The suffix `n` sets a bigint apart from its text. */
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
