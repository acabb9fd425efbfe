import { createContext, runInContext } from 'node:vm'
import { build } from 'esbuild'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { bridgeMethods } from './bridge-messages'

/** The script as host pages load it: in one file, without names that could clash with the page's own. */
async function bundle(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: ['lib/client/embed/card-element.ts'],
    ...{ bundle: true, write: false, minify: true },
    ...{ format: 'iife', target: 'es2022', charset: 'utf8' },
    banner: { js: '// <coincide-swap sell="0x…" buy="0x…"></coincide-swap>: docs/embedding.md' },
  })
  return outputFiles[0]?.text ?? ''
}

let script: string
beforeAll(async () => {
  script = await bundle()
})

test('public/embed.js is built from its source; -u renews it', async () => {
  await expect(script).toMatchFileSnapshot('../../../public/embed.js')
})

test('the script has at most 3 KB', () => {
  expect(Buffer.byteLength(script)).toBeLessThanOrEqual(3_000)
})

const service = 'https://trade.example'

type Card = {
  isConnected: boolean
  provider: unknown
  connectedCallback(): void
  disconnectedCallback(): void
  attributeChangedCallback(): void
  handleEvent(event: object): Promise<void>
}

let card: Card
let frame: {
  src: string
  style: Record<string, string>
  contentWindow: object
  onload?: () => void
}
let link: { href?: string; hidden?: boolean; textContent?: string }
let posts: { message: Record<string, unknown>; target: string }[]
let dispatched: unknown[]
let attributes: Record<string, string>
let page: EventTarget

/** The parts of a page that the script uses, with one element. */
beforeEach(() => {
  vi.useFakeTimers()
  posts = []
  dispatched = []
  attributes = { sell: '0x1', buy: '0x2', theme: 'dark', class: 'wide' }
  const postMessage = (message: never, target: string) => posts.push({ message, target })
  frame = { src: '', style: {}, contentWindow: { postMessage } }
  link = {}
  page = new EventTarget()
  let define: (new () => Card) | undefined
  const globals = {
    ...{ URL, URLSearchParams, Event, CustomEvent, setTimeout, clearTimeout },
    HTMLElement: class {
      isConnected = true
      append() {}
      dispatchEvent(event: CustomEvent) {
        dispatched.push([event.type, event.detail])
      }
      getAttribute(name: string) {
        return attributes[name] ?? null
      }
    },
    document: {
      currentScript: { src: `${service}/embed.js` },
      createElement: (tag: string) => (tag === 'iframe' ? frame : link),
      querySelectorAll: () => (card ? [card] : []),
    },
    customElements: {
      define: (_: string, element: new () => Card) => {
        define = element
      },
    },
    addEventListener: page.addEventListener.bind(page),
    removeEventListener: page.removeEventListener.bind(page),
    dispatchEvent: page.dispatchEvent.bind(page),
    window: {},
  }
  runInContext(script, createContext(globals))
  if (!define) throw new Error('no element')
  card = new define()
  card.connectedCallback()
})

afterEach(() => {
  vi.useRealTimers()
})

const send = (data: unknown, from: object = {}) =>
  card.handleEvent({ data, origin: service, source: frame.contentWindow, ...from })
const message = (type: string, more: object = {}) => ({ coincide: 1, type, ...more })
const wallet = (answer: (call: unknown) => unknown) => {
  const calls: unknown[] = []
  const listeners = new Map<string, (value: unknown) => void>()
  return {
    ...{ calls, listeners },
    request: async (call: unknown) => {
      calls.push(call)
      return answer(call)
    },
    on: (name: string, listener: never) => listeners.set(name, listener),
    removeListener: (name: string) => listeners.delete(name),
  }
}

test('shows the card of its own service, with the known attributes', () => {
  expect(frame.src).toBe(`${service}/embed?sell=0x1&buy=0x2&theme=dark`)
})

test('answers the card that is ready, to its origin only', async () => {
  card.provider = wallet(() => null)
  expect(posts).toEqual([])
  await send(message('ready'))
  expect(posts).toEqual([{ message: message('hello', { wallet: true }), target: service }])
})

test('lets the wallet answer what the card needs, and nothing else', async () => {
  const used = wallet((call) => `answer to ${(call as { method: string }).method}`)
  card.provider = used
  await send(message('ready'))
  for (const method of bridgeMethods) await send(message('request', { id: 1, method, params: [] }))
  expect(used.calls).toHaveLength(bridgeMethods.length)
  expect(posts.at(-1)?.message).toEqual(
    message('response', { id: 1, result: 'answer to wallet_switchEthereumChain' }),
  )
  for (const method of ['eth_sign', 'wallet_requestPermissions', 'constructor', undefined]) {
    await send(message('request', { id: 2, method }))
    expect(posts.at(-1)?.message).toMatchObject({ id: 2, error: { code: 4200 } })
  }
  expect(used.calls).toHaveLength(bridgeMethods.length)
})

test.each([
  ['a refusal', { code: 4001, message: 'no' }, { code: 4001, message: 'no' }],
  [
    'an error of a phone',
    { code: -32603, message: 'x', data: { originalError: { code: 4902 } } },
    { code: 4902, message: 'x' },
  ],
  ['nothing', undefined, {}],
])('passes on the error of a wallet: %s', async (_, thrown, error) => {
  card.provider = wallet(() => Promise.reject(thrown))
  await send(message('ready'))
  await send(message('request', { id: 3, method: 'eth_chainId' }))
  expect(posts.at(-1)?.message).toEqual(message('response', { id: 3, error }))
})

test.each([
  ['another origin', { origin: 'https://evil.example' }],
  ['another window', { source: {} }],
])('ignores messages of %s', async (_, from) => {
  const used = wallet(() => ['0x1'])
  card.provider = used
  await send(message('ready'))
  const before = posts.length
  await send(message('request', { id: 4, method: 'eth_accounts' }), from)
  await send(message('size', { height: 9 }), from)
  await send(message('order', { chainId: 1, uid: '0x' }), from)
  expect([used.calls, posts.length, frame.style.height, dispatched]).toEqual([
    ...[[], before, undefined, []],
  ])
})

test.each([null, 'ready', { type: 'ready' }, { coincide: 2, type: 'ready' }])(
  'ignores a message of another shape (%j)',
  async (data) => {
    await send(data)
    expect(posts).toEqual([])
  },
)

test('without a wallet requests fail as disconnected', async () => {
  await send(message('ready'))
  await send(message('request', { id: 5, method: 'eth_accounts' }))
  expect(posts.map(({ message }) => message)).toMatchObject([
    ...[{ wallet: false }, { id: 5, error: { code: 4900 } }],
  ])
})

test('takes the first wallet that announces itself, unless the page sets one', async () => {
  await send(message('ready'))
  const announce = (provider: unknown) =>
    page.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { provider } }))
  const [first, second, own] = [1, 2, 3].map((name) => wallet(() => name))
  announce(first)
  announce(second)
  expect(posts.at(-1)?.message).toMatchObject({ wallet: true })
  expect(card.provider).toBe(first)
  card.provider = own
  await send(message('request', { id: 6, method: 'eth_chainId' }))
  expect(posts.at(-1)?.message).toMatchObject({ result: 3 })
  expect(first?.listeners.size).toBe(0)
})

test('takes a wallet that the page set before the script arrived', async () => {
  const early = wallet(() => 'early')
  Object.defineProperty(card, 'provider', { value: early, configurable: true, writable: true })
  card.connectedCallback()
  await send(message('ready'))
  await send(message('request', { id: 7, method: 'eth_chainId' }))
  expect(posts.at(-1)?.message).toMatchObject({ result: 'early' })
})

test('forwards events of the current wallet, sizes the frame and reports orders', async () => {
  const used = wallet(() => null)
  card.provider = used
  await send(message('ready'))
  used.listeners.get('accountsChanged')?.(['0x2'])
  expect(posts.at(-1)?.message).toEqual(
    message('event', { name: 'accountsChanged', value: ['0x2'] }),
  )
  await send(message('size', { height: 712 }))
  expect(frame.style.height).toBe('712px')
  await send(message('order', { chainId: 1, uid: '0xab' }))
  expect(dispatched).toEqual([['coincide-order', { chainId: 1, uid: '0xab' }]])
  card.disconnectedCallback()
  expect(used.listeners.size).toBe(0)
})

test('a changed attribute loads the card again', async () => {
  card.provider = wallet(() => null)
  await send(message('ready'))
  attributes.buy = '0x3'
  card.attributeChangedCallback()
  expect(frame.src).toBe(`${service}/embed?sell=0x1&buy=0x3&theme=dark`)
  const before = posts.length
  card.provider = wallet(() => null)
  expect(posts).toHaveLength(before)
})

test('a card that does not answer is replaced by a link with its attributes', async () => {
  attributes.ref = 'COW-12345'
  card.attributeChangedCallback()
  expect([frame.style.display, link.hidden]).toEqual(['block', true])
  // No limit before the frame has loaded: networks are slow.
  vi.advanceTimersByTime(60_000)
  expect(link.hidden).toBe(true)
  frame.onload?.()
  vi.advanceTimersByTime(6_000)
  expect([frame.style.display, link.hidden]).toEqual(['none', false])
  expect(link.textContent).toBe('Trade at trade.example')
  expect(link.href).toBe(`${service}/?sell=0x1&buy=0x2&theme=dark&ref=COW-12345`)
  // It may answer late.
  await send(message('ready'))
  expect([frame.style.display, link.hidden]).toEqual(['block', true])
})

test.each([
  ['before', true],
  ['after', false],
])('a card that answers %s its load event stays', async (_, isEarly) => {
  if (isEarly) await send(message('ready'))
  frame.onload?.()
  if (!isEarly) await send(message('ready'))
  vi.advanceTimersByTime(60_000)
  expect([frame.style.display, link.hidden]).toEqual(['block', true])
})
