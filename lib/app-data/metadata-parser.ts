import { type Hex, parseHex } from '@/lib/core/bytes'
import { maxUint32 } from '@/lib/core/time'
import { invalidMember, isObject, optional, readAddress, readInteger, readObject } from './member'
import { type AppDataMetadata, type Hook, type Hooks, noMetadata } from './metadata'
import { parsePartnerFees } from './partner-fee'

/**
 * Parses the members of a document's `metadata` that the service acts on, in the shapes of every public schema version;
 * null counts as absent. Other members are free-form and not validated.
 *
 * @throws {ServiceError} InvalidAppData naming the member that has the wrong shape or that {@link checkDemands}
 *   rejects.
 */
export function parseMetadata(metadata: Readonly<Record<string, unknown>>): AppDataMetadata {
  checkDemands(metadata)
  return {
    signer: optional(metadata.signer, (value) => readAddress(value, 'metadata.signer')),
    replacedOrder: optional(metadata.replacedOrder, readReplacedOrder),
    hooks: optional(metadata.hooks, parseHooks) ?? noMetadata.hooks,
    partnerFees: optional(metadata.partnerFee, parsePartnerFees) ?? noMetadata.partnerFees,
    orderClass: optional(metadata.orderClass, readOrderClass),
    slippageBips: optional(metadata.quote, readSlippage),
    referrerCode: readReferrerCode(metadata.referrer),
    validFrom: optional(metadata.validFrom, (value) =>
      readInteger(value, 'metadata.validFrom', { min: 0, max: maxUint32 }),
    ),
    schedule: optional(metadata.schedule, (value) => readSchedule(value, metadata.validFrom)),
  }
}

/**
 * The public schema has no such member: without an `id`, it is another app's own and means nothing here. Members other than
 * `id` are free-form.
 */
function readSchedule(value: unknown, validFrom: unknown): string | undefined {
  const id = isObject(value) ? value.id : undefined
  if (id === undefined) return undefined
  if (typeof id !== 'string' || !/^[A-Za-z0-9_-]{1,64}$/.test(id)) {
    throw invalidMember('metadata.schedule.id', '1 to 64 letters, digits, - or _')
  }
  if (validFrom === undefined || validFrom === null) {
    throw invalidMember('metadata.validFrom', 'given: every part of a schedule has its own time')
  }
  return id
}

function readReplacedOrder(value: unknown): Hex {
  const { uid } = readObject(value, 'metadata.replacedOrder')
  const parsed = typeof uid === 'string' ? parseHex(uid, 56) : undefined
  if (parsed) return parsed
  throw invalidMember(
    'metadata.replacedOrder.uid',
    'the uid of an order: 0x and 112 hexadecimal digits',
  )
}

/** Classes without special treatment (`liquidity`, `twap`) are limit orders. */
function readOrderClass(value: unknown): 'market' | 'limit' {
  const { orderClass } = readObject(value, 'metadata.orderClass')
  if (typeof orderClass !== 'string') {
    throw invalidMember('metadata.orderClass.orderClass', 'market, limit, liquidity or twap')
  }
  return orderClass === 'market' ? 'market' : 'limit'
}

/** A decimal string before schema version 1.0.0, a number since; the oldest documents have amounts instead. */
function readSlippage(value: unknown): number | undefined {
  const { slippageBips } = readObject(value, 'metadata.quote')
  return optional(slippageBips, (given) => {
    const isDecimal = typeof given === 'string' && /^[0-9]{1,5}(?:\.[0-9]{1,18})?$/.test(given)
    const bips = typeof given === 'number' || isDecimal ? Number(given) : Number.NaN
    if (bips >= 0 && bips <= 10_000) return bips
    throw invalidMember('metadata.quote.slippageBips', 'a number from 0 to 10000')
  })
}

/** Ignores a malformed code: attribution must never block a trade. */
function readReferrerCode(value: unknown): string | undefined {
  const code = isObject(value) && typeof value.code === 'string' ? value.code.trim() : ''
  return /^[A-Za-z0-9_-]{5,20}$/.test(code) ? code.toUpperCase() : undefined
}

/**
 * Rejects settlement features that an order requires and the service lacks: wrappers, flash loans and the fast path. An
 * omittable wrapper is ignored, so the order settles without it.
 *
 * @throws {ServiceError} InvalidAppData naming the member, in `data.member` too unless its shape is wrong.
 */
function checkDemands(metadata: Readonly<Record<string, unknown>>): void {
  optional(metadata.wrappers, checkWrappers)
  optional(metadata.flashloan, (value) => {
    const path = 'metadata.flashloan'
    if (Object.keys(readObject(value, path)).length > 0) {
      throw invalidMember(path, 'left out: flash loans are not supported', { member: path })
    }
  })
  optional(metadata.enableFastPath, (value) => {
    const path = 'metadata.enableFastPath'
    if (value === true) {
      throw invalidMember(path, 'false: there is no fast path', { member: path })
    }
    if (value !== false) throw invalidMember(path, 'true or false')
  })
}

function checkWrappers(value: unknown): void {
  if (!Array.isArray(value)) throw invalidMember('metadata.wrappers', 'a list of wrappers')
  for (const [index, entry] of value.entries()) {
    const path = `metadata.wrappers[${index}]`
    if (!isOmittable(readObject(entry, path))) {
      throw invalidMember(path, 'omittable: wrappers are not supported', { member: path })
    }
  }
}

/** Schema versions before 1.13.0 use `is_omittable`. */
function isOmittable(wrapper: Readonly<Record<string, unknown>>): boolean {
  return (wrapper.isOmittable ?? wrapper.is_omittable) === true
}

/** Maximum number of hooks in a document, pre and post together; each costs gas in every settlement. */
const maxHooks = 16

/** The largest uint64, the type of a transaction's gas limit. */
const maxGasLimit = 2n ** 64n - 1n

/**
 * Parses `metadata.hooks`: lists `pre` and `post` of `{ target, callData, gasLimit }`, at most 16 in total.
 *
 * @throws {ServiceError} InvalidAppData naming the member.
 */
function parseHooks(value: unknown): Hooks {
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
