import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'

/** One connection of a {@link startWebSocketServer}. */
export type Socket = { readonly send: (text: string) => void }

/** Callbacks of a {@link startWebSocketServer}. */
export type SocketListener = {
  readonly onText: (socket: Socket, text: string) => void
  readonly onClose: (socket: Socket) => void
}

const guid = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'
const [textFrame, closeFrame, pingFrame, pongFrame] = [0x1, 0x8, 0x9, 0xa] as const

/** Starts a minimal WebSocket server (RFC 6455) on a free local port, for unfragmented text frames. */
export async function startWebSocketServer(listener: SocketListener) {
  const open = new Set<Duplex>()
  const server = createServer((_, response) => response.writeHead(426).end())
  server.on('upgrade', (request, stream: Duplex) => {
    const key = request.headers['sec-websocket-key']
    const accept = createHash('sha1').update(`${key}${guid}`).digest('base64')
    stream.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    )
    const socket = { send: (text: string) => writeFrame(stream, textFrame, Buffer.from(text)) }
    open.add(stream)
    readFrames(stream, (opcode, payload) => {
      if (opcode === textFrame) listener.onText(socket, payload.toString())
      if (opcode === pingFrame) writeFrame(stream, pongFrame, payload)
      if (opcode === closeFrame) stream.end()
    })
    stream.on('error', () => stream.destroy())
    stream.on('close', () => {
      open.delete(stream)
      listener.onClose(socket)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `ws://127.0.0.1:${port}`,
    close: () => {
      for (const stream of open) stream.destroy()
      server.close()
    },
  }
}

function writeFrame(stream: Duplex, opcode: number, payload: Buffer): void {
  if (stream.destroyed) return
  const { length } = payload
  const size = length < 126 ? [length] : length < 65_536 ? [126, 2] : [127, 8]
  const head = Buffer.alloc(2 + (size[1] ?? 0))
  head[0] = 0x80 | opcode
  head[1] = size[0] ?? 0
  if (size[1] === 2) head.writeUInt16BE(length, 2)
  if (size[1] === 8) head.writeBigUInt64BE(BigInt(length), 2)
  stream.write(Buffer.concat([head, payload]))
}

/** Client frames are masked, each with its own four-byte key (RFC 6455, section 5.3). */
function readFrames(stream: Duplex, onFrame: (opcode: number, payload: Buffer) => void): void {
  let rest = Buffer.alloc(0)
  stream.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk])
    for (let frame = readFrame(rest); frame; frame = readFrame(rest)) {
      rest = rest.subarray(frame.length)
      onFrame(frame.opcode, frame.payload)
    }
  })
}

function readFrame(bytes: Buffer) {
  if (bytes.length < 6) return undefined
  const short = bytes.readUInt8(1) & 0x7f
  const extra = short === 126 ? 2 : short === 127 ? 8 : 0
  if (bytes.length < 6 + extra) return undefined
  const size =
    extra === 0 ? short : extra === 2 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2))
  const start = 6 + extra
  if (bytes.length < start + size) return undefined
  const mask = bytes.subarray(2 + extra, start)
  const payload = Buffer.from(bytes.subarray(start, start + size))
  for (let index = 0; index < size; index += 1) {
    payload[index] = payload.readUInt8(index) ^ mask.readUInt8(index % 4)
  }
  return { opcode: bytes.readUInt8(0) & 0x0f, payload, length: start + size }
}
