import { createTestContext } from '@/lib/testing/test-context'
import { channelEnvironment } from './delivery-fixture'
import { type MailServer, startMailServer } from './mail-server'

/** A service with a mail server of its own, for one test file. */
export type MailFixture = {
  readonly ctx: ReturnType<typeof createTestContext>
  readonly server: MailServer
  /** The last accepted mail. */
  readonly last: () => ReadMail
}

let day = 0

/** Opens the fixture on a database. `reset` accepts all mail and sets the clock to another day. */
export async function openMailFixture(url: string) {
  const server = await startMailServer()
  const environment = {
    ...channelEnvironment,
    SMTP_URL: server.url,
    MAIL_FROM: 'Coincide <no-reply@trade.example>',
    PUBLIC_URL: 'https://trade.example',
  }
  const ctx = createTestContext({ url, environment })
  const last = () => readMail(server.mails.at(-1)?.raw ?? '')
  const fixture: MailFixture = { ctx, server, last }
  return {
    fixture,
    reset: () => {
      day += 1
      server.refuse = {}
      ctx.clock.set((21_000 + day) * 86_400_000)
    },
    close: async () => {
      await server.close()
      await ctx.db.$disconnect()
    },
  }
}

/** A mail as a mail client parses it (RFC 5322, 2045 to 2047). */
export type ReadMail = {
  /** By lower-case name, unfolded and decoded; a repeated header has all its values. */
  readonly headers: ReadonlyMap<string, readonly string[]>
  /** The alternatives by media type, decoded. */
  readonly parts: ReadonlyMap<string, string>
}

/** Parses a raw mail. */
export function readMail(raw: string): ReadMail {
  const { headers, body } = split(raw)
  const boundary = /boundary="?([^";]+)"?/.exec(headers.get('content-type')?.[0] ?? '')?.[1]
  const pieces = boundary ? body.split(`--${boundary}`).slice(1, -1) : [raw]
  const parts = pieces.map((piece) => {
    const part = split(piece.replace(/^\r\n/, ''))
    const type = part.headers.get('content-type')?.[0]?.split(';')[0] ?? 'text/plain'
    return [type, decode(part.body, part.headers.get('content-transfer-encoding')?.[0])] as const
  })
  return { headers, parts: new Map(parts) }
}

function split(raw: string) {
  const end = raw.indexOf('\r\n\r\n')
  const headers = new Map<string, string[]>()
  for (const line of raw
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')) {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).toLowerCase()
    headers.set(name, [...(headers.get(name) ?? []), decodeWords(line.slice(colon + 1).trim())])
  }
  return { headers, body: raw.slice(end + 4) }
}

function decode(body: string, encoding = '7bit'): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8')
  const text = encoding === 'quoted-printable' ? decodeQuoted(body.replace(/=\r\n/g, '')) : body
  return text.replaceAll('\r\n', '\n').replace(/\n+$/, '\n')
}

function decodeWords(text: string): string {
  return text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, form: string, word: string) =>
      form.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64').toString('utf8')
        : decodeQuoted(word.replaceAll('_', ' ')),
    )
}

function decodeQuoted(text: string): string {
  const bytes = text.replace(/=([0-9A-F]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
