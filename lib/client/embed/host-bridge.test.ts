import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { bridgeMethods } from './bridge-messages'
import { type HostBridge, openHostBridge } from './host-bridge'

const host = 'https://shop.example'
const other = 'https://blog.example'

type Post = { readonly message: Record<string, unknown>; readonly target: string }

let posts: Post[]
let listeners: Set<(event: unknown) => void>
let bridge: HostBridge
const parent = {
  postMessage: (message: unknown, target: unknown) =>
    void posts.push({ message: message as Post['message'], target: String(target) }),
}

beforeEach(() => {
  vi.useFakeTimers()
  posts = []
  listeners = new Set()
  const window = {
    parent,
    addEventListener: (_: string, listener: never) => void listeners.add(listener),
    removeEventListener: (_: string, listener: never) => void listeners.delete(listener),
  }
  bridge = openHostBridge({ window: window as never, origins: [host, other] })
})
afterEach(() => void vi.useRealTimers())

const receive = (data: unknown, { origin = host, source = parent as unknown } = {}) => {
  for (const listener of listeners) listener({ data, origin, source })
}
const message = (type: string, more: object) => ({ coincide: 1, type, ...more })
const hello = (wallet = true) => message('hello', { wallet })
const requests = () => posts.filter(({ message: { type } }) => type === 'request')
const idOf = (method: string) =>
  requests().find(({ message }) => message.method === method)?.message.id
const flush = () => vi.advanceTimersByTimeAsync(0)

test('greets the parent, whoever it is, with nothing but its presence', () => {
  expect(posts).toEqual([{ message: { coincide: 1, type: 'ready' }, target: '*' }])
})

test('sends a request to the host page’s origin only, and returns its answer', async () => {
  const accounts = bridge.provider.request({ method: 'eth_accounts' })
  await flush()
  expect(requests()).toEqual([])
  receive(hello())
  await flush()
  expect(requests().every(({ target }) => target === host)).toBe(true)
  receive(message('response', { id: idOf('eth_accounts'), result: ['0x1'] }))
  expect(await accounts).toEqual(['0x1'])
})

test('passes the wallet’s error on with its code', async () => {
  receive(hello())
  const sent = bridge.provider.request({ method: 'eth_sendTransaction', params: [{}] })
  const refused = expect(sent).rejects.toMatchObject({ code: 4001, message: 'declined' })
  await flush()
  const error = { code: 4001, message: 'declined' }
  receive(message('response', { id: idOf('eth_sendTransaction'), error }))
  await refused
})

test.each(['eth_sign', 'eth_decrypt', 'wallet_requestPermissions', 'eth_getBalance', ''])(
  'does not ask for %s',
  async (method) => {
    receive(hello())
    await expect(bridge.provider.request({ method })).rejects.toMatchObject({ code: 4200 })
    await flush()
    expect(requests().map(({ message }) => message.method)).toEqual(['eth_chainId'])
  },
)

test('without an answer, or without a wallet, the provider is disconnected', async () => {
  const early = expect(bridge.provider.request({ method: 'eth_accounts' })).rejects.toMatchObject({
    code: 4900,
  })
  await vi.advanceTimersByTimeAsync(1_000)
  await early
  receive(hello(false))
  await expect(bridge.provider.request({ method: 'eth_accounts' })).rejects.toMatchObject({
    code: 4900,
  })
  expect(bridge.hasWallet()).toBe(false)
})

test('a wallet that arrives later connects, and one that leaves ends its requests', async () => {
  const events: unknown[] = []
  for (const name of ['connect', 'disconnect']) {
    bridge.provider.on(name, (value) => events.push([name, value]))
  }
  const seen: boolean[] = []
  bridge.watch(() => seen.push(bridge.hasWallet()))
  receive(hello(false))
  receive(hello())
  await flush()
  receive(message('response', { id: idOf('eth_chainId'), result: '0x1' }))
  await flush()
  expect(events).toEqual([['connect', { chainId: '0x1' }]])
  const pending = expect(bridge.provider.request({ method: 'eth_accounts' })).rejects.toMatchObject(
    { code: 4900 },
  )
  await flush()
  receive(hello(false))
  await pending
  expect(events[1]).toMatchObject(['disconnect', { code: 4900 }])
  expect(seen).toEqual([false, true, false])
})

test('forwards the wallet’s events', () => {
  const accounts: unknown[] = []
  const note = (value: unknown) => accounts.push(value)
  bridge.provider.on('accountsChanged', note)
  receive(hello())
  receive(message('event', { name: 'accountsChanged', value: ['0x2'] }))
  receive(message('event', { name: 'message', value: ['0x3'] }))
  bridge.provider.removeListener('accountsChanged', note)
  receive(message('event', { name: 'accountsChanged', value: ['0x4'] }))
  expect(accounts).toEqual([['0x2']])
})

test.each([
  ['another origin', { origin: 'https://evil.example' }],
  ['a similar origin', { origin: `${host}.evil.example` }],
  ['an opaque origin', { origin: 'null' }],
  ['another window', { source: {} }],
])('ignores messages of %s', async (_, from) => {
  receive(hello(), from)
  expect(bridge.hasWallet()).toBe(false)
  receive(hello())
  const accounts = bridge.provider.request({ method: 'eth_accounts' })
  await flush()
  const id = idOf('eth_accounts')
  receive(message('response', { id, result: ['0xbad'] }), from)
  receive(message('response', { id, result: ['0x1'] }))
  expect(await accounts).toEqual(['0x1'])
})

test('the first listed origin that answers stays the host', async () => {
  receive(hello())
  receive(hello(false), { origin: other })
  expect(bridge.hasWallet()).toBe(true)
  bridge.tellSize(500)
  expect(posts.at(-1)).toEqual({ message: message('size', { height: 500 }), target: host })
})

test('tells size and orders once the host is known', () => {
  bridge.tellSize(500)
  bridge.tellOrder({ chainId: 1, uid: '0xab' })
  expect(posts).toHaveLength(1)
  receive(hello(false))
  expect(posts.slice(1)).toEqual([{ message: message('size', { height: 500 }), target: host }])
  bridge.tellOrder({ chainId: 1, uid: '0xab' })
  expect(posts.at(-1)).toEqual({
    message: message('order', { chainId: 1, uid: '0xab' }),
    target: host,
  })
})

test.each([
  null,
  'ready',
  { coincide: 2, type: 'hello', wallet: true },
  { type: 'hello', wallet: true },
  { coincide: 1, type: 'hello' },
  { coincide: 1, type: 'response', id: '1', result: 1 },
  { coincide: 1, type: 'event', name: 'toString' },
  { coincide: 1, type: '__proto__' },
])('ignores a message of another shape (%j)', (data) => {
  receive(data)
  expect(bridge.hasWallet()).toBe(false)
})

test('an error of another shape becomes an internal one', async () => {
  receive(hello())
  const sent = bridge.provider.request({ method: 'personal_sign' })
  const failed = expect(sent).rejects.toMatchObject({ code: -32603 })
  await flush()
  receive(message('response', { id: idOf('personal_sign'), error: { code: 'x', message: 7 } }))
  await failed
})

test('asks for nothing that reads keys or signs unseen bytes', () => {
  for (const method of bridgeMethods)
    expect(method).not.toMatch(/decrypt|eth_sign$|private|export/i)
})

test('ids of requests differ from those of the card that was in the frame before', async () => {
  receive(hello())
  await flush()
  const [first] = requests()
  listeners.clear()
  posts = []
  const window = { parent, addEventListener: (_: string, l: never) => listeners.add(l) }
  openHostBridge({ window: window as never, origins: [host] })
  receive(hello())
  await flush()
  expect(requests()[0]?.message.id).not.toBe(first?.message.id)
})
