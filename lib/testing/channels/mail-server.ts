import { type AddressInfo, createServer, type Socket } from 'node:net'

/** The stage of an SMTP session at which the server can refuse or stay silent. */
export type MailStage = 'greeting' | 'auth' | 'from' | 'to' | 'data' | 'end'

/** A mail as the server accepted it. */
export type TakenMail = { readonly from: string; readonly to: string; readonly raw: string }

/** A minimal SMTP server (RFC 5321). */
export type MailServer = {
  /** Includes the accepted name and password. */
  readonly url: string
  readonly mails: TakenMail[]
  /** The reply at a stage instead of success; `nothing` stays silent and `cut` closes the connection. */
  refuse: Partial<Record<MailStage, string>>
  readonly close: () => Promise<void>
}

const user = 'mailer'
const password = 'p@ss/word'

/** Returns the URL of a mail server with its name and password. */
export const mailServerUrl = (port: number): string =>
  `smtp://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}`

/** Starts a mail server that requires authentication, by default on a free port. */
export async function startMailServer(wanted = 0): Promise<MailServer> {
  const mails: TakenMail[] = []
  const sockets = new Set<Socket>()
  const tcp = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => {})
    serve(socket, server)
  })
  await new Promise<void>((resolve) => tcp.listen(wanted, '127.0.0.1', resolve))
  const { port } = tcp.address() as AddressInfo
  const server: MailServer = {
    url: mailServerUrl(port),
    mails,
    refuse: {},
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => tcp.close(resolve))
    },
  }
  return server
}

function serve(socket: Socket, server: MailServer): void {
  let buffer = ''
  let from = ''
  let to = ''
  let isData = false

  const say = (stage: MailStage, yes: string) => {
    const answer = server.refuse[stage] ?? yes
    if (answer === 'cut') return void socket.destroy()
    if (answer !== 'nothing') socket.write(`${answer}\r\n`)
  }
  const take = () => {
    const end = buffer.indexOf('\r\n.\r\n')
    if (end < 0) return
    const raw = buffer.slice(0, end).replace(/^\.\./gm, '.')
    buffer = buffer.slice(end + 5)
    isData = false
    if (!server.refuse.end) server.mails.push({ from, to, raw })
    say('end', '250 2.0.0 queued')
  }
  const command = (line: string) => {
    const [verb = ''] = line.toUpperCase().split(' ')
    const address = /<([^>]*)>/.exec(line)?.[1] ?? ''
    if (verb === 'EHLO') socket.write('250-test\r\n250-8BITMIME\r\n250 AUTH PLAIN\r\n')
    else if (verb === 'AUTH') {
      const right = Buffer.from(`\0${user}\0${password}`).toString('base64')
      say('auth', line.endsWith(` ${right}`) ? '235 2.7.0 welcome' : '535 5.7.8 not you')
    } else if (verb === 'MAIL') {
      from = address
      say('from', '250 2.1.0 ok')
    } else if (verb === 'RCPT') {
      to = address
      say('to', '250 2.1.5 ok')
    } else if (verb === 'DATA') {
      isData = !server.refuse.data
      say('data', '354 go on')
    } else if (verb === 'QUIT') socket.end('221 bye\r\n')
    else socket.write('250 ok\r\n')
  }
  socket.setEncoding('utf8').on('data', (text: string) => {
    buffer += text
    while (!isData && buffer.includes('\r\n')) {
      const [line = ''] = buffer.split('\r\n', 1)
      buffer = buffer.slice(line.length + 2)
      command(line)
    }
    if (isData) take()
  })
  say('greeting', '220 test ESMTP')
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
