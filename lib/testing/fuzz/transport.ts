import fc from 'fast-check'

/** How a request is put on the wire: unchanged, unusual or malformed. */
export type Transport = {
  readonly name: string
  /** Whether the service must see the request as intended. */
  readonly harmless: boolean
  readonly method?: string
  readonly path?: (path: string) => string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: (body: Buffer) => Buffer
  /** Whether the body is sent chunked, without a length. */
  readonly chunked?: boolean
}

/** The unchanged request. */
export const plain: Transport = { name: 'plain', harmless: true }

const json = (type: string) => ({ 'content-type': type })
const prefix = (bytes: readonly number[]) => (body: Buffer) =>
  Buffer.concat([Buffer.from(bytes), body])

const harmless: readonly Omit<Transport, 'harmless'>[] = [
  { name: 'trailing slash', path: (path) => path.replace(/(?<!\/)(\?|$)/, '/$1') },
  { name: 'charset', headers: json('application/json; charset="UTF-8"') },
  { name: 'type in capitals', headers: json('Application/JSON') },
  { name: 'in pieces', chunked: true },
  { name: 'UTF-8 with a byte order mark', body: prefix([0xef, 0xbb, 0xbf]) },
  { name: 'spaces around', body: (body) => Buffer.concat([Buffer.from(' \n'), body]) },
  {
    name: 'forged client',
    headers: { 'x-forwarded-for': "1.1.1.1, ::1, ' OR 1=1", forwarded: 'x' },
  },
  {
    name: 'headers of Next',
    headers: { rsc: '1', 'next-action': 'x', 'x-middleware-rewrite': '/' },
  },
  { name: 'an own request id', headers: { 'x-request-id': '"><script>' } },
  { name: 'another Accept', headers: { accept: 'text/html;q=0.9, */*;q=0' } },
]

const harmful: readonly Omit<Transport, 'harmless'>[] = [
  { name: 'no type', headers: json('') },
  { name: 'text', headers: json('text/plain') },
  { name: 'a form', headers: json('application/x-www-form-urlencoded') },
  { name: 'several parts', headers: json('multipart/form-data; boundary=x') },
  { name: 'JSON in Latin-1', headers: json('application/json; charset=latin1') },
  { name: 'said to be gzip', headers: { 'content-encoding': 'gzip' } },
  { name: 'UTF-16', body: (body) => Buffer.from(`\ufeff${body.toString()}`, 'utf16le') },
  { name: 'bytes that are not UTF-8', body: prefix([0x22, 0xc3, 0x28, 0xff]) },
  { name: 'cut off', body: (body) => body.subarray(0, Math.floor(body.length / 2)) },
  { name: 'twice', body: (body) => Buffer.concat([body, body]) },
  { name: 'nothing', body: () => Buffer.alloc(0) },
  { name: 'too large', body: (body) => Buffer.concat([body, Buffer.alloc(140_000, ' ')]) },
  { name: 'too large, in pieces', chunked: true, body: () => Buffer.alloc(140_000, '[') },
  { name: 'PATCH', method: 'PATCH' },
  { name: 'POST', method: 'POST' },
  { name: 'DELETE', method: 'DELETE' },
  { name: 'HEAD', method: 'HEAD' },
  { name: 'OPTIONS', method: 'OPTIONS' },
  { name: 'malformed percent', path: (path) => `${path}%E0%A4%A` },
  { name: 'NUL in the path', path: (path) => `${path}%00` },
  { name: 'a slash in a segment', path: (path) => `${path}%2f..` },
  { name: 'an empty segment', path: (path) => `/${path}` },
  { name: 'a backslash', path: (path) => `${path}\\x` },
  { name: 'a further segment', path: (path) => path.replace(/(\?|$)/, '/more$1') },
  { name: 'capitals', path: (path) => path.toUpperCase() },
  {
    name: 'a query that is none',
    path: (path) => `${path}${path.includes('?') ? '&' : '?'}&&=&a[]=1`,
  },
]

/** Ways to send a request other than {@link plain}. */
export const transports: fc.Arbitrary<Transport> = fc.oneof(
  fc.constantFrom(...harmless.map((transport) => ({ ...transport, harmless: true }))),
  fc.constantFrom(...harmful.map((transport) => ({ ...transport, harmless: false }))),
)
