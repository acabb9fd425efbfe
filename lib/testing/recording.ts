import { createHash } from 'node:crypto'

/** A recorded HTTP exchange. */
export type Exchange = {
  /** Identifies the exchange: its endpoint or group, and the case it shows. */
  readonly name: string
  readonly request: unknown
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

/** Headers about the time and way of transfer, not the content. */
const transport = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding', 'x-request-id'])

/** The length of JSON text above which part of a body is recorded by its digest. */
const longPart = 1_000

/**
 * Serializes exchanges as four lines each: name, request, status with the number of its headers, body. Headers shared
 * by answers follow at the end. Omits ids, times and values derived from them: hashes, order UIDs, signatures, UUIDs,
 * secrets, dates, Unix times, `ETag`, `Content-Length`. Parts of a long body are written as digests.
 */
export function recordExchanges(exchanges: readonly Exchange[]): string {
  const heads: string[] = []
  const numberOf = (head: string) => {
    if (!heads.includes(head)) heads.push(head)
    return heads.indexOf(head) + 1
  }
  const records = exchanges.map(({ name, request, status, headers, body }) => {
    const kept = Object.entries(headers)
      .map(([header, value]) => [header.toLowerCase(), value] as const)
      .filter(([header]) => !transport.has(header))
      .map(([header, value]) => [header, varying.has(header) ? '<varies>' : value] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1))
    const head = JSON.stringify(Object.fromEntries(kept))
    const lines = [
      name,
      `> ${withoutTimes(JSON.stringify(request))}`,
      `< ${status} headers ${numberOf(withoutTimes(head))}`,
      ...(body === undefined ? [] : bodyLines(JSON.parse(withoutTimes(JSON.stringify(body))))),
    ]
    return `${lines.join('\n')}\n`
  })
  const shared = heads.map((head, index) => `headers ${index + 1} ${head}\n`)
  return [...records, shared.join('')].join('\n')
}

const varying = new Set(['etag', 'age', 'content-length', 'last-modified', 'retry-after'])

/** Replaces ids and times in JSON text by the names of their kinds. */
function withoutTimes(text: string): string {
  return (
    text
      .replace(/0x[0-9a-f]{112}(?![0-9a-f])/gi, '<uid>')
      .replace(/0x[0-9a-f]{130}(?![0-9a-f])/gi, '<signature>')
      .replace(/0x[0-9a-f]{64}(?![0-9a-f])/gi, '<hash>')
      .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi, '<uuid>')
      .replace(/(?<="nonce":")[0-9a-f]{40}/g, '<nonce>')
      .replace(/(?<="\d+\.\d+\.\d+@)[0-9a-f]{7,}/g, '<commit>')
      .replace(/whsec_[A-Za-z0-9+/=]+/g, '<secret>')
      .replace(/eyJ[\w-]+\.[\w.-]+/g, '<token>')
      .replace(/127\.0\.0\.1:\d+/g, '127.0.0.1:<port>')
      .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, '<time>')
      .replace(/\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT/g, '<time>')
      // Within an app data document, a text, quotes would end the text.
      .replace(/(?<=(?<!\\)":|[,[])1[789]\d{8}(\d{3})?(?=[,}\]])/g, '"<unix>"')
      .replace(/\b1[789]\d{8}(\d{3})?\b/g, '<unix>')
  )
}

/** Returns a body on one line or, if it is long, one line per part. */
function bodyLines(body: unknown, path = ''): string[] {
  const text = JSON.stringify(body)
  const prefix = path && `${path} `
  if (text.length <= longPart) return [prefix + text]
  if (typeof body !== 'object' || body === null || path.split(' ').length > 3) {
    return [prefix + createHash('sha256').update(text).digest('hex')]
  }
  return Object.entries(body).flatMap(([name, part]) => bodyLines(part, prefix + name))
}
