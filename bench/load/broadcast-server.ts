import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo, Server, Socket } from 'node:net'
import { z } from 'zod'
import { defineEndpoint } from '@/lib/api/declare/endpoint'
import { type FeedListener, openFeed, type StreamEvent, stream } from '@/lib/api/declare/stream'
import { orderExample } from '@/lib/api/order-book/order-examples'
import { getContext } from '@/lib/context'
import { createFrontServer } from '@/lib/http/server/front-server'
import { eventText } from '@/lib/http/sse/event-stream'

/** Sends events to all streams of one of the two servers, and reports the duration in milliseconds. */
export type BroadcastTask = {
  readonly to: 'ours' | 'bare'
  readonly events: number
  /** Milliseconds between two events; 0: as fast as possible. */
  readonly everyMs: number
}

// One process with two servers: streams through the whole shell of the service, and streams of bare Node with the
// same bytes.
const listeners = new Set<FeedListener<unknown>>()
const bare = new Set<ServerResponse>()
const sockets = { ours: new Set<Socket>(), bare: new Set<Socket>() }

const broadcast = defineEndpoint({
  name: 'broadcast',
  method: 'GET',
  path: '/{chainId}/broadcast',
  summary: '',
  answers: 'events',
  response: z.unknown(),
  run: async () => {
    const feed = openFeed<unknown>(async (listener) => {
      listeners.add(listener)
      listener.send(nextEvent())
      return () => listeners.delete(listener)
    })
    return stream(await feed, { retryMs: 2_000 })
  },
})

const ours = createFrontServer(getContext(), {
  endpoints: [broadcast],
  rest: async (_request, response) => {
    response.writeHead(404).end()
  },
})
const peer = createServer((_request, response) => {
  response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' })
  response.write(eventText(nextEvent()))
  bare.add(response)
  response.once('close', () => bare.delete(response))
})
process.send?.({ ours: await listen(ours, sockets.ours), bare: await listen(peer, sockets.bare) })
process.once('SIGTERM', () => process.exit(0))
process.on('message', async (task: BroadcastTask) => {
  const began = performance.now()
  for (let sent = 0; sent < task.events; sent++) {
    send(task.to, nextEvent())
    if (task.everyMs > 0) await new Promise((resolve) => setTimeout(resolve, task.everyMs))
    else await written(sockets[task.to])
  }
  process.send?.({ result: performance.now() - began })
})

function send(to: BroadcastTask['to'], event: StreamEvent<unknown>): void {
  if (to === 'ours') {
    for (const listener of listeners) listener.send(event)
    return
  }
  const bytes = Buffer.from(eventText(event))
  for (const response of bare) response.write(bytes)
}

/** Returns an order event with its send time. */
function nextEvent(): StreamEvent<unknown> {
  return { event: 'order', id: '812:812:', data: { at: Date.now(), ...orderExample } }
}

async function written(open: ReadonlySet<Socket>): Promise<void> {
  do await new Promise((resolve) => setImmediate(resolve))
  while ([...open].some(({ writableLength }) => writableLength > 0))
}

async function listen(server: Server, open: Set<Socket>): Promise<number> {
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}
