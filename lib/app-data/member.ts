import { type Address, parseAddress } from '@/lib/core/address'
import { ServiceError } from '@/lib/core/errors'

/** Whether `value` is a JSON object, not an array or null. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Creates the error that rejects a document, with the reason. */
export function invalidAppData(reason: string, data?: Record<string, string>): ServiceError {
  const description = `the app data document cannot be used: ${reason}`
  return new ServiceError('InvalidAppData', description, data ? { data } : {})
}

/** Creates the error that rejects a member; `path` is a JavaScript property path. */
export function invalidMember(
  path: string,
  expected: string,
  data?: Record<string, string>,
): ServiceError {
  return invalidAppData(`${path} must be ${expected}`, data)
}

/**
 * Reads an optional member; null counts as absent.
 *
 * @throws {ServiceError} whatever `read` throws.
 */
export function optional<T>(value: unknown, read: (value: unknown) => T): T | undefined {
  return value === undefined || value === null ? undefined : read(value)
}

/**
 * Reads a member that must be an object.
 *
 * @throws {ServiceError} InvalidAppData naming the member.
 */
export function readObject(value: unknown, path: string): Readonly<Record<string, unknown>> {
  if (isObject(value)) return value
  throw invalidMember(path, 'an object')
}

/**
 * Reads a member that must be an address in any letter case.
 *
 * @throws {ServiceError} InvalidAppData naming the member.
 */
export function readAddress(value: unknown, path: string): Address {
  const address = typeof value === 'string' ? parseAddress(value) : undefined
  if (address) return address
  throw invalidMember(path, 'an address: 0x and 40 hexadecimal digits')
}

/**
 * Reads a member that must be an integer from `min` to `max`.
 *
 * @throws {ServiceError} InvalidAppData naming the member.
 */
export function readInteger(
  value: unknown,
  path: string,
  { min, max }: { readonly min: number; readonly max: number },
): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max) {
    return value
  }
  throw invalidMember(path, `a whole number from ${min} to ${max}`)
}
