import type { Address } from '@/lib/core/address'
import type { NotificationView, OrderView } from './api'
import { locate } from './call'

/** An account on a network. */
export type StreamOf = { readonly network: string; readonly account: Address }

/** Callbacks for an account's live events. */
export type StreamListener = {
  /** A new notification arrived. */
  readonly onNotification: (notification: NotificationView) => void
  /** The stream has started or restarted. Events may have been missed; these are the newest notifications. */
  readonly onStart: (newest: readonly NotificationView[]) => void
  /** An order of the account changed. */
  readonly onOrder: (order: OrderView) => void
  /** The stream was interrupted; it reconnects by itself. */
  readonly onLost: () => void
}

/** Milliseconds before a stream that the service refused is opened again. */
const reopenMs = 30_000

/**
 * Subscribes to an account's events on a network. The tabs of a browser share one stream: one tab holds it and
 * broadcasts to the others; when it leaves, another takes over. Returns a function that unsubscribes.
 */
export function followAccount(of: StreamOf, listener: Partial<StreamListener>): () => void {
  const name = `coincide.events ${of.network} ${of.account}`
  const leaving = new AbortController()
  const tabs = new BroadcastChannel(name)
  let snapshot: StreamMessage | undefined
  tabs.addEventListener('message', ({ data }: MessageEvent<StreamMessage | 'joined'>) => {
    if (data !== 'joined') dispatch(listener, data)
    else if (snapshot) tabs.postMessage(snapshot)
  })
  // The holder broadcasts the stream's first state.
  tabs.postMessage('joined')
  const share = (message: StreamMessage) => {
    if (leaving.signal.aborted) return
    if ('newest' in message) snapshot = message
    else if ('lost' in message) snapshot = undefined
    tabs.postMessage(message)
    dispatch(listener, message)
  }
  // The lock may be granted while the tab is leaving.
  const hold = async () =>
    leaving.signal.aborted ? undefined : holdStream(of, share, leaving.signal)
  // Locks require a secure context; other pages hold one stream each.
  if (navigator.locks === undefined) void hold()
  else navigator.locks.request(name, { signal: leaving.signal }, hold).catch(() => undefined)
  return () => {
    leaving.abort()
    tabs.close()
  }
}

/** Messages from the tab that holds the stream to the others. */
type StreamMessage =
  | { readonly notification: NotificationView }
  | { readonly newest: readonly NotificationView[] }
  | { readonly order: OrderView }
  | { readonly lost: true }

function dispatch(listener: Partial<StreamListener>, message: StreamMessage): void {
  if ('newest' in message) listener.onStart?.(message.newest)
  else if ('notification' in message) listener.onNotification?.(message.notification)
  else if ('order' in message) listener.onOrder?.(message.order)
  else listener.onLost?.()
}

type Snapshot = { readonly notifications: readonly NotificationView[] }

/** Holds the stream until `signal` aborts; the browser reconnects by itself. */
function holdStream(
  of: StreamOf,
  share: (message: StreamMessage) => void,
  signal: AbortSignal,
): Promise<void> {
  const { network, account } = of
  const { path } = locate('streamAccountEvents', { network, params: { account } })
  let timer: ReturnType<typeof setTimeout> | undefined
  let source: EventSource
  const open = () => {
    source = new EventSource(path)
    source.addEventListener('snapshot', (event) => {
      share({ newest: (JSON.parse(event.data) as Snapshot).notifications })
    })
    source.addEventListener('notification', (event) => {
      share({ notification: JSON.parse(event.data) as NotificationView })
    })
    source.addEventListener('order', (event) => {
      share({ order: JSON.parse(event.data) as OrderView })
    })
    source.addEventListener('error', () => {
      share({ lost: true })
      if (source.readyState === EventSource.CLOSED) timer = setTimeout(open, reopenMs)
    })
  }
  open()
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      source.close()
      resolve()
    })
  })
}
