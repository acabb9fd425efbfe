import { ServiceError } from '@/lib/core/errors'
import type { ApiRequest } from './exchange'

/** Maximum nesting depth of arrays and objects in a JSON body. */
const maxDepth = 32

const surrogate = /\p{Surrogate}/u

type BodyLimits = { readonly bytes: number; readonly timeoutMs: number }

/**
 * Reads and parses a request's JSON body.
 *
 * @throws {ServiceError} UnsupportedMediaType, PayloadTooLarge, RequestTimeout, or BadRequest for invalid
 * JSON, excessive nesting, or text that PostgreSQL cannot store (NUL, lone surrogates).
 */
export async function readJsonBody(request: ApiRequest, limits: BodyLimits): Promise<unknown> {
  checkMediaType(request)
  const bytes = await readBytes(request, limits)
  if (bytes.length === 0) throw new ServiceError('BadRequest', 'the request has no body')
  return parseJson(bytes)
}

function checkMediaType(request: ApiRequest): void {
  const encoding = request.header('content-encoding')
  if (encoding && encoding.trim().toLowerCase() !== 'identity') {
    throw new ServiceError('UnsupportedMediaType', 'send the body without Content-Encoding')
  }
  const [type = '', ...parameters] = (request.header('content-type') ?? '').toLowerCase().split(';')
  const charset = parameters.map((text) => text.trim()).find((text) => text.startsWith('charset='))
  const utf8 = charset === undefined || /^charset="?utf-?8"?$/.test(charset)
  if (type.trim() !== 'application/json' || !utf8) {
    throw new ServiceError('UnsupportedMediaType', 'send Content-Type: application/json in UTF-8')
  }
}

async function readBytes(request: ApiRequest, limits: BodyLimits): Promise<Uint8Array> {
  const tooLarge = () =>
    new ServiceError('PayloadTooLarge', `the body is larger than ${limits.bytes} bytes`)
  if (Number(request.header('content-length') ?? 0) > limits.bytes) throw tooLarge()
  if (!request.body) return new Uint8Array()
  const chunks: Uint8Array[] = []
  let size = 0
  const iterator = request.body[Symbol.asyncIterator]()
  const deadline = bodyDeadline(limits.timeoutMs)
  try {
    for (;;) {
      const next = await Promise.race([readChunk(iterator), deadline.passed])
      if (next.done) return Buffer.concat(chunks)
      size += next.value.length
      if (size > limits.bytes) throw tooLarge()
      chunks.push(next.value)
    }
  } finally {
    deadline.clear()
    // Releases the stream; a pending read ends with the connection.
    iterator.return?.().catch(() => {})
  }
}

async function readChunk(iterator: AsyncIterator<Uint8Array>): Promise<IteratorResult<Uint8Array>> {
  try {
    return await iterator.next()
  } catch (cause) {
    throw new ServiceError('BadRequest', 'the body could not be read to its end', { cause })
  }
}

function bodyDeadline(timeoutMs: number) {
  let timer: NodeJS.Timeout | undefined
  const passed = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new ServiceError('RequestTimeout', 'the body did not arrive in time')),
      timeoutMs,
    )
  })
  passed.catch(() => {})
  return { passed, clear: () => clearTimeout(timer) }
}

function parseJson(bytes: Uint8Array): unknown {
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new ServiceError('BadRequest', 'the body is not JSON in UTF-8')
  }
  checkValue(value, 0)
  return value
}

function checkValue(value: unknown, depth: number): void {
  if (typeof value === 'string') checkText(value)
  if (typeof value !== 'object' || value === null) return
  if (depth === maxDepth) {
    throw new ServiceError('BadRequest', `the body is nested deeper than ${maxDepth} levels`)
  }
  for (const [key, part] of Object.entries(value)) {
    checkText(key)
    checkValue(part, depth + 1)
  }
  // JSON.parse makes it an own property. Dropped like any unknown field, to prevent prototype pollution.
  if (Object.hasOwn(value, '__proto__')) Reflect.deleteProperty(value, '__proto__')
}

/** @throws {ServiceError} BadRequest for text that PostgreSQL cannot store (NUL, lone surrogates). */
export function checkText(text: string): void {
  if (text.includes('\0') || surrogate.test(text)) {
    throw new ServiceError('BadRequest', 'text must not hold NUL or lone surrogates')
  }
}
