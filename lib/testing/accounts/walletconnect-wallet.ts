import { randomBytes } from 'node:crypto'
import { UniversalProvider } from '@walletconnect/universal-provider'
import { type PrivateKeyAccount, toHex } from 'viem'
import type { Hex } from '@/lib/core/bytes'
import { type Socket, startWebSocketServer } from '@/lib/testing/web-socket-server'

type Storage = NonNullable<Parameters<typeof UniversalProvider.init>[0]['storage']>

/** Returns in-memory storage for WalletConnect sessions. */
export function memoryStorage(): Storage {
  const items = new Map<string, unknown>()
  return {
    getKeys: async () => [...items.keys()],
    getEntries: async <T>() => [...items.entries()] as [string, T][],
    getItem: async <T>(key: string) => items.get(key) as T | undefined,
    setItem: async (key, value) => {
      items.set(key, structuredClone(value))
    },
    removeItem: async (key) => {
      items.delete(key)
    },
  }
}

type WalletOptions = {
  readonly relayUrl: string
  readonly account: PrivateKeyAccount
  readonly chainIds: readonly number[]
  /** Answers the page's requests; by default signs messages. */
  readonly answer?: (method: string, params: readonly unknown[]) => Promise<unknown>
}

/** Starts a wallet on the far end of a relay; it answers the page it pairs with, or rejects the pairing. */
export async function startPhoneWallet({ relayUrl, account, chainIds, ...given }: WalletOptions) {
  const signMessage = (_method: string, [message]: readonly unknown[]) =>
    account.signMessage({ message: { raw: (message as Hex | undefined) ?? toHex('') } })
  const answer = given.answer ?? signMessage
  const options = { projectId: 'test', relayUrl, logger: 'silent', telemetryEnabled: false }
  const { client } = await UniversalProvider.init({ ...options, storage: memoryStorage() })
  const asked: string[] = []
  let isRefusing = false
  let topic = ''
  const named = (address: string) => chainIds.map((id) => `eip155:${id}:${address}`)
  const namespaces = (address: string) => ({
    eip155: {
      chains: chainIds.map((id) => `eip155:${id}`),
      accounts: named(address),
      methods: ['personal_sign', 'eth_signTypedData_v4', 'eth_sendTransaction'],
      events: ['accountsChanged', 'chainChanged'],
    },
  })
  client.on('session_proposal', async ({ id }) => {
    if (isRefusing) {
      await client.reject({ id, reason: { code: 5000, message: 'User rejected.' } })
      return
    }
    const approved = await client.approve({ id, namespaces: namespaces(account.address) })
    topic = approved.topic
    await approved.acknowledged()
  })
  client.on('session_request', async ({ id, topic: from, params }) => {
    const { method, params: values } = params.request as { method: string; params: unknown[] }
    asked.push(method)
    const result = await answer(method, values)
    await client.respond({ topic: from, response: { id, jsonrpc: '2.0', result } })
  })
  return {
    /** Names of the methods requested so far. */
    asked,
    scan: (uri: string) => client.pair({ uri }),
    refuse: () => {
      isRefusing = true
    },
    /** Switches the page to another account, as the wallet's owner would. */
    turnTo: async (address: string) => {
      await client.update({ topic, namespaces: namespaces(address) })
      const event = { name: 'accountsChanged', data: [address] }
      await client.emit({ topic, chainId: `eip155:${chainIds[0]}`, event })
    },
    hangUp: () =>
      client.disconnect({ topic, reason: { code: 6000, message: 'User disconnected' } }),
    close: () => client.core.relayer.transportClose(),
  }
}

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
