import { randomBytes } from 'node:crypto'
import { type Socket, startWebSocketServer } from '@/lib/testing/web-socket-server'

type Call = { id: number; method?: string; params: Record<string, unknown> }

/**
 * Starts a stand-in for the WalletConnect relay. It forwards each topic's messages to its subscribers, including
 * earlier messages, without reading them.
 */
export async function startRelay() {
  const subscribers = new Map<string, Set<Socket>>()
  const mailbox = new Map<string, object[]>()
  let lastId = Date.now()

  const deliver = (socket: Socket, data: object) => {
    lastId += 1
    const params = { id: randomBytes(32).toString('hex'), data }
    const call = { id: lastId, jsonrpc: '2.0', method: 'irn_subscription', params }
    socket.send(JSON.stringify(call))
  }
  const subscribe = (socket: Socket, topic: string): string => {
    subscribers.set(topic, (subscribers.get(topic) ?? new Set()).add(socket))
    setImmediate(() => {
      for (const data of mailbox.get(topic) ?? []) deliver(socket, data)
    })
    return topic
  }
  const publish = (from: Socket, { topic, message, tag }: Record<string, unknown>) => {
    const data = { topic, message, tag, publishedAt: Date.now() }
    mailbox.set(String(topic), [...(mailbox.get(String(topic)) ?? []), data])
    for (const socket of subscribers.get(String(topic)) ?? []) {
      if (socket !== from) deliver(socket, data)
    }
    return true
  }
  const answer = (socket: Socket, { method, params }: Call): unknown => {
    const topics = (params.topics ?? []) as string[]
    switch (method) {
      case 'irn_subscribe':
        return subscribe(socket, String(params.topic))
      case 'irn_batchSubscribe':
        return topics.map((topic) => subscribe(socket, topic))
      case 'irn_publish':
        return publish(socket, params)
      case 'irn_batchFetchMessages':
        return { messages: topics.flatMap((topic) => mailbox.get(topic) ?? []), hasMore: false }
      case 'irn_unsubscribe':
        subscribers.get(String(params.topic))?.delete(socket)
        return true
      default:
        return true
    }
  }
  return startWebSocketServer({
    onText: (socket, text) => {
      const call = JSON.parse(text) as Call
      if (call.method === undefined) return
      const result = answer(socket, call)
      socket.send(JSON.stringify({ id: call.id, jsonrpc: '2.0', result }))
    },
    onClose: (socket) => {
      for (const sockets of subscribers.values()) sockets.delete(socket)
    },
  })
}
