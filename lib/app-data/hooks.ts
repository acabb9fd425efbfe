import { type Hex, parseHex } from '@/lib/core/bytes'
import { invalidMember, optional, readAddress, readObject } from './member'
import type { Hook, Hooks } from './metadata'

/** Maximum number of hooks in a document, pre and post together; each costs gas in every settlement. */
const maxHooks = 16

const maxGasLimit = 2n ** 64n - 1n

/**
 * Parses `metadata.hooks`: lists `pre` and `post` of `{ target, callData, gasLimit }`, at most 16 in total.
 *
 * @throws {ServiceError} InvalidAppData naming the member.
 */
export function parseHooks(value: unknown): Hooks {
  const hooks = readObject(value, 'metadata.hooks')
  const list = (name: 'pre' | 'post') =>
    optional(hooks[name], (entries) => readList(entries, `metadata.hooks.${name}`)) ?? []
  const [pre, post] = [list('pre'), list('post')]
  if (pre.length + post.length > maxHooks) {
    throw invalidMember('metadata.hooks', `at most ${maxHooks} hooks, pre and post together`)
  }
  return { pre, post }
}

function readList(value: unknown, path: string): Hook[] {
  if (!Array.isArray(value)) throw invalidMember(path, 'a list of hooks')
  return value.map((entry, index) => readHook(entry, `${path}[${index}]`))
}

function readHook(value: unknown, path: string): Hook {
  const { target, callData, gasLimit } = readObject(value, path)
  return {
    target: readAddress(target, `${path}.target`),
    callData: readBytes(callData, `${path}.callData`),
    gasLimit: readGasLimit(gasLimit, `${path}.gasLimit`),
  }
}

function readBytes(value: unknown, path: string): Hex {
  const bytes = typeof value === 'string' ? parseHex(value) : undefined
  if (bytes) return bytes
  throw invalidMember(path, 'whole bytes of hex, starting with 0x')
}

/** The public schema has a decimal string; a JSON number is accepted too. */
function readGasLimit(value: unknown, path: string): bigint {
  const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value
  if (typeof text === 'string' && /^[0-9]{1,20}$/.test(text) && BigInt(text) <= maxGasLimit) {
    return BigInt(text)
  }
  throw invalidMember(path, 'units of gas as decimal digits, at most 2^64 - 1')
}
