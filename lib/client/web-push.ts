import { registerWorker } from './register-worker'
import { storedText } from './stored-text'

/** The state of web push in this browser; `unsupported` includes insecure contexts. */
export type PushState = 'unsupported' | 'denied' | 'off' | 'on'

/** Parameters for the service to push to this browser. */
export type PushTarget = {
  readonly endpoint: string
  readonly keys: { readonly p256dh: string; readonly auth: string }
}

/** The result of asking for permission: the user may refuse, or dismiss the prompt. */
export type PushAnswer =
  | { readonly kind: 'on'; readonly target: PushTarget }
  | { readonly kind: 'unsupported' | 'denied' | 'dismissed' }

/** Returns the state of web push in this browser, without a prompt. */
export async function findPushState(): Promise<PushState> {
  if (!isPushSupported()) return 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  const subscription = await findSubscription()
  return subscription && Notification.permission === 'granted' ? 'on' : 'off'
}

/**
 * Asks the user for permission and subscribes this browser. Call it in a click handler only: browsers penalise
 * unsolicited prompts.
 * @throws if the browser's push service is unreachable.
 */
export async function enablePush(publicKey: string): Promise<PushAnswer> {
  if (!isPushSupported()) return { kind: 'unsupported' }
  const permission = await Notification.requestPermission()
  if (permission === 'denied') return { kind: 'denied' }
  if (permission !== 'granted') return { kind: 'dismissed' }
  await registerWorker()
  const { pushManager } = await navigator.serviceWorker.ready
  const applicationServerKey = decodeKey(publicKey)
  const known = await pushManager.getSubscription()
  // The service's keys may have changed since the last subscription.
  if (known && !isSameKey(known, applicationServerKey)) await known.unsubscribe()
  const options = { userVisibleOnly: true, applicationServerKey }
  return { kind: 'on', target: targetOf(await pushManager.subscribe(options)) }
}

/** Cancels this browser's subscription; the permission stays. */
export async function disablePush(): Promise<void> {
  if (isPushSupported()) await (await findSubscription())?.unsubscribe()
}

/** Returns a browser's name for the channel list. */
export function browserLabel(userAgent: string): string {
  const name = names.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? 'Browser'
  const system = systems.find(([, pattern]) => pattern.test(userAgent))?.[0]
  return system === undefined ? name : `${name} on ${system}`
}

// Each one also names the browsers that it imitates.
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

const stored = storedText('coincide.push-channels')

/** Records that an account's channel pushes to this browser, so that its removal ends the subscription. */
export function rememberPushChannel(id: string): void {
  write([...read().filter((known) => known !== id), id])
}

/**
 * Cancels this browser's push subscription once the last channel that uses it is removed. Does nothing for channels of
 * other browsers.
 */
export async function forgetPushChannel(id: string): Promise<void> {
  const known = read()
  if (!known.includes(id)) return
  const rest = known.filter((other) => other !== id)
  write(rest)
  if (rest.length === 0) await disablePush()
}

function read(): readonly string[] {
  return (stored.read() ?? '').split(',').filter((id) => id !== '')
}

function write(ids: readonly string[]): void {
  stored.write(ids.join(','))
}
