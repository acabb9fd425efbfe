import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

/** A stand-in for Redis: the few commands that the service sends, in RESP3. */
export type RespServer = {
  readonly url: string
  readonly port: number
  /** Values by key. */
  readonly values: Map<string, string>
  /** Names of the received commands. */
  readonly commands: string[]
  /** Keeps reading commands but stops answering. */
  readonly hang: () => void
  /** Closes every connection and refuses new ones. */
  readonly stop: () => Promise<void>
}

/** Starts the server, by default on a free port. */
export async function startRespServer(port = 0): Promise<RespServer> {
  const [values, commands, sockets] = [new Map<string, string>(), [] as string[], new Set<Socket>()]
  let hangs = false
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined)
    let received = ''
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1')
      for (let next = readCommand(received); next; next = readCommand(received)) {
        received = received.slice(next.length)
        commands.push((next.words[0] ?? '').toUpperCase())
        if (!hangs) socket.write(answer(next.words, values), 'latin1')
      }
    })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const { port: taken } = server.address() as AddressInfo
  return {
    url: `redis://127.0.0.1:${taken}`,
    port: taken,
    values,
    commands,
    hang: () => {
      hangs = true
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

function answer([name = '', key = '', value = '']: readonly string[], values: Map<string, string>) {
  const command = name.toUpperCase()
  if (command === 'HELLO') return '%2\r\n$6\r\nserver\r\n$5\r\nredis\r\n$5\r\nproto\r\n:3\r\n'
  if (command === 'SET') values.set(key, value)
  if (command !== 'GET') return '+OK\r\n'
  const found = values.get(key)
  return found === undefined ? '_\r\n' : `$${found.length}\r\n${found}\r\n`
}

/** Parses the first complete command, an array of bulk strings, and its length in characters. */
function readCommand(text: string): { words: string[]; length: number } | undefined {
  const count = /^\*(\d+)\r\n/.exec(text)
  if (!count) return undefined
  const words: string[] = []
  let at = count[0].length
  while (words.length < Number(count[1])) {
    const size = /^\$(\d+)\r\n/.exec(text.slice(at))
    if (!size) return undefined
    const from = at + size[0].length
    at = from + Number(size[1]) + 2
    if (text.length < at) return undefined
    words.push(text.slice(from, at - 2))
  }
  return { words, length: at }
}
