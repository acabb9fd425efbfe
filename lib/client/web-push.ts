/** Whether this browser shows notifications of ours: `unsupported` also covers pages that are not served securely. */
export type PushState = 'unsupported' | 'denied' | 'off' | 'on'

/** What the service needs to push to this browser. */
export type PushTarget = {
  readonly endpoint: string
  readonly keys: { readonly p256dh: string; readonly auth: string }
}

/** What came of asking: the person may say no, or close the question. */
export type PushAnswer =
  | { readonly kind: 'on'; readonly target: PushTarget }
  | { readonly kind: 'unsupported' | 'denied' | 'dismissed' }

const workerPath = '/push-worker.js'

/** Whether this browser shows notifications of ours; asks nobody. */
export async function findPushState(): Promise<PushState> {
  if (!isPushSupported()) return 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  const subscription = await findSubscription()
  return subscription && Notification.permission === 'granted' ? 'on' : 'off'
}

/**
 * Asks the person for leave to show notifications, and makes this browser ready for them. Call it in the handler of
 * a click and nowhere else: browsers hold a question that nobody asked for against a site.
 *
 * @throws when the push service of the browser cannot be reached.
 */
export async function enablePush(publicKey: string): Promise<PushAnswer> {
  if (!isPushSupported()) return { kind: 'unsupported' }
  const permission = await Notification.requestPermission()
  if (permission === 'denied') return { kind: 'denied' }
  if (permission !== 'granted') return { kind: 'dismissed' }
  await navigator.serviceWorker.register(workerPath, { scope: '/' })
  const { pushManager } = await navigator.serviceWorker.ready
  const applicationServerKey = decodeKey(publicKey)
  const known = await pushManager.getSubscription()
  // The service may have other keys than when the browser was last asked.
  if (known && !isSameKey(known, applicationServerKey)) await known.unsubscribe()
  const options = { userVisibleOnly: true, applicationServerKey }
  return { kind: 'on', target: targetOf(await pushManager.subscribe(options)) }
}

/** Has this browser take no more notifications; the leave to show them stays the person's matter. */
export async function disablePush(): Promise<void> {
  if (isPushSupported()) await (await findSubscription())?.unsubscribe()
}

/** What a browser is called among the channels of an account. */
export function browserLabel(userAgent: string): string {
  const name = names.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? 'Browser'
  const system = systems.find(([, pattern]) => pattern.test(userAgent))?.[0]
  return system === undefined ? name : `${name} on ${system}`
}

// Each names itself beside those whose pages it wants.
const names = [
  ['Edge', /\bEdg/],
  ['Opera', /\bOPR\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
] as const
const systems = [
  ['Android', /\bAndroid\b/],
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
] as const

function isPushSupported(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
}

async function findSubscription(): Promise<PushSubscription | undefined> {
  const registration = await navigator.serviceWorker.getRegistration('/')
  return (await registration?.pushManager.getSubscription()) ?? undefined
}

function targetOf(subscription: PushSubscription): PushTarget {
  const { endpoint, keys = {} } = subscription.toJSON()
  return {
    endpoint: endpoint ?? subscription.endpoint,
    keys: { p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' },
  }
}

function isSameKey({ options }: PushSubscription, key: Uint8Array): boolean {
  const known = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0))
  return known.length === key.length && known.every((byte, index) => byte === key[index])
}

function decodeKey(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (character) => character.charCodeAt(0))
}
