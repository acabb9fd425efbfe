import { connect, type Socket } from 'node:net'

/** A request of the load, ready to be written to the socket. */
export type LoadRequest = { readonly method: string; readonly path: string; readonly body?: string }

/** Encodes a request in HTTP/1.1. */
export function encodeRequest({ method, path, body }: LoadRequest): string {
  const content =
    body === undefined
      ? ''
      : `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`
  return `${method} ${path} HTTP/1.1\r\nHost: bench\r\n${content}\r\n${body ?? ''}`
}

/**
 * Sends bytes over one keep-alive connection and returns the status of each answer, at a low cost in CPU
 * time.
 */
export async function openConnection(port: number) {
  const socket = connect(port, '127.0.0.1').setNoDelay(true)
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  let settle: ((status: number) => void) | undefined
  let fail: ((error: Error) => void) | undefined
  let received = Buffer.alloc(0)
  socket.on('data', (chunk) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
    const status = answerIn(received)
    if (status === undefined) return
    received = Buffer.alloc(0)
    settle?.(status)
  })
  socket.on('error', (error) => fail?.(error))
  socket.on('close', () => fail?.(new Error('the connection was closed')))
  const send = (bytes: string) =>
    new Promise<number>((resolve, reject) => {
      settle = resolve
      fail = reject
      socket.write(bytes)
    })
  return { send, close: () => endQuietly(socket) }
}

function endQuietly(socket: Socket): void {
  socket.removeAllListeners('close')
  socket.destroy()
}

/** Parses the status of a complete answer: the service sends a Content-Length, Next alone chunks. */
function answerIn(bytes: Buffer): number | undefined {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const head = bytes.toString('latin1', 0, end)
  const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
  const isComplete = /transfer-encoding: chunked/i.test(head)
    ? bytes
        .subarray(end + 4)
        .toString('latin1')
        .endsWith('0\r\n\r\n')
    : bytes.length >= end + 4 + length
  return isComplete ? Number(head.slice(9, 12)) : undefined
}
