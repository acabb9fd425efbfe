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
