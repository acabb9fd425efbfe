import {
  type BridgeError,
  type BridgeEvent,
  bridgeMethods,
  bridgeVersion,
  type CardMessage,
  parseHostMessage,
} from './bridge-messages'

type Listener = (value: unknown) => void

/** An EIP-1193 provider whose requests the host page's wallet answers. */
export type HostProvider = {
  /** @throws {Error} with an EIP-1193 `code`: 4200 for other methods, 4900 while the host page has no wallet. */
  readonly request: (call: {
    readonly method: string
    readonly params?: unknown
  }) => Promise<unknown>
  readonly on: (event: string, listener: Listener) => void
  readonly removeListener: (event: string, listener: Listener) => void
}

/** The card's connection to the page that shows it in a frame. */
export type HostBridge = {
  readonly provider: HostProvider
  /** Whether the host page has answered and has a wallet. */
  readonly hasWallet: () => boolean
  /** Subscribes to changes of {@link hasWallet}; returns a function that unsubscribes. */
  readonly watch: (listener: () => void) => () => void
  /** Tells the host page the card's height in CSS pixels. */
  readonly tellSize: (height: number) => void
  /** Tells the host page that an order was placed. */
  readonly tellOrder: (order: { readonly chainId: number; readonly uid: string }) => void
  readonly close: () => void
}

/** The parts of a window that the bridge uses. */
type BridgeWindow = Pick<Window, 'addEventListener' | 'removeEventListener'> & {
  readonly parent: Pick<Window, 'postMessage'>
}

type Options = {
  readonly window: BridgeWindow
  /** Origins whose pages may be the host. */
  readonly origins: readonly string[]
  /** Milliseconds to wait for the host page's first answer. */
  readonly answerMs?: number
}

type Pending = {
  readonly resolve: (result: unknown) => void
  readonly reject: (error: Error) => void
}

const methods: ReadonlySet<string> = new Set(bridgeMethods)

/** EIP-1193: the method is not supported. */
const unsupported = (method: string) =>
  failure({ code: 4200, message: `${method} is not available to the embedded card` })
/** EIP-1193: the provider is disconnected from all chains. */
const disconnected = () => failure({ code: 4900, message: 'the page has no wallet' })

function failure({ code, message, data }: BridgeError): Error {
  return Object.assign(new Error(message), { code, ...(data !== undefined && { data }) })
}

/**
 * Connects the card to the page that frames it, and offers that page's wallet. Only messages of the parent window from a
 * listed origin count. The first one fixes the origin, and everything but the greeting is sent to it alone.
 */
export function openHostBridge({ window, origins, answerMs = 1_000 }: Options): HostBridge {
  const { parent } = window
  const pending = new Map<number, Pending>()
  const listeners = new Map<string, Set<Listener>>()
  const watchers = new Set<() => void>()
  let host: string | undefined
  let hasWallet = false
  // The frame may have shown another card before, whose requests may still be answered.
  let newestId = Math.floor(Math.random() * 2 ** 40)
  /** What was said before the host page answered. */
  let size: number | undefined

  let greet: () => void = () => {}
  const greeted = new Promise<void>((resolve) => {
    greet = resolve
    setTimeout(resolve, answerMs)
  })
  const post = (message: CardMessage) => {
    if (host !== undefined) parent.postMessage(message, host)
  }
  const emit = (event: string, value: unknown) => {
    for (const listener of listeners.get(event) ?? []) listener(value)
  }
  const send = (method: string, params: unknown) =>
    new Promise<unknown>((resolve, reject) => {
      newestId += 1
      pending.set(newestId, { resolve, reject })
      post({ coincide: bridgeVersion, type: 'request', id: newestId, method, params })
    })
  const request: HostProvider['request'] = async ({ method, params }) => {
    if (!methods.has(method)) throw unsupported(method)
    await greeted
    if (!hasWallet) throw disconnected()
    return send(method, params)
  }
  const onHello = async (wallet: boolean) => {
    const isNew = wallet && !hasWallet
    const isLost = !wallet && hasWallet
    hasWallet = wallet
    greet()
    if (isLost) {
      for (const { reject } of pending.values()) reject(disconnected())
      pending.clear()
      emit('disconnect', disconnected())
    }
    for (const watcher of watchers) watcher()
    // A wallet that the page has connected already is used at once.
    if (isNew) {
      const chainId = await request({ method: 'eth_chainId' }).catch(() => undefined)
      if (chainId !== undefined) emit('connect', { chainId })
    }
  }
  const onResponse = (id: number, settle: (call: Pending) => void) => {
    const call = pending.get(id)
    pending.delete(id)
    if (call) settle(call)
  }
  const onMessage = ({ source, origin, data }: MessageEvent) => {
    if (source !== (parent as unknown) || !origins.includes(origin)) return
    if (host !== undefined && origin !== host) return
    const message = parseHostMessage(data)
    if (!message) return
    if (message.type === 'hello') {
      host ??= origin
      if (size !== undefined) tellSize(size)
      void onHello(message.wallet)
    } else if (host === undefined) return
    else if (message.type === 'event') emit(message.name satisfies BridgeEvent, message.value)
    else if ('error' in message)
      onResponse(message.id, ({ reject }) => reject(failure(message.error)))
    else onResponse(message.id, ({ resolve }) => resolve(message.result))
  }
  const tellSize = (height: number) => {
    size = height
    post({ coincide: bridgeVersion, type: 'size', height })
  }
  window.addEventListener('message', onMessage)
  // The only message to an unknown origin; it says nothing but that the card is there.
  parent.postMessage({ coincide: bridgeVersion, type: 'ready' } satisfies CardMessage, '*')
  return {
    provider: {
      request,
      on: (event, listener) => {
        listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
      },
      removeListener: (event, listener) => void listeners.get(event)?.delete(listener),
    },
    hasWallet: () => hasWallet,
    watch: (listener) => {
      watchers.add(listener)
      return () => void watchers.delete(listener)
    },
    tellSize,
    tellOrder: (order) => post({ coincide: bridgeVersion, type: 'order', ...order }),
    close: () => window.removeEventListener('message', onMessage),
  }
}
