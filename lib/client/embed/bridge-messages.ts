/** Version of the messages between the embedded card and its host page; other versions are ignored. */
export const bridgeVersion = 1

/**
 * Wallet methods that the card may ask the host page for: those it needs to connect, sign and send, and one block, by which
 * it checks that the wallet is on the same chain. The script in the host page has the same list.
 */
export const bridgeMethods = [
  'eth_accounts',
  'eth_chainId',
  'eth_getBlockByNumber',
  'eth_requestAccounts',
  'eth_sendTransaction',
  'eth_signTypedData_v4',
  'personal_sign',
  'wallet_addEthereumChain',
  'wallet_getCallsStatus',
  'wallet_getCapabilities',
  'wallet_sendCalls',
  'wallet_switchEthereumChain',
] as const

/** Wallet events that the host page forwards (EIP-1193). */
export const bridgeEvents = ['accountsChanged', 'chainChanged', 'connect', 'disconnect'] as const

/** The name of a forwarded event. */
export type BridgeEvent = (typeof bridgeEvents)[number]

type Message = { readonly coincide: typeof bridgeVersion }

/** What the card tells its host page. */
export type CardMessage = Message &
  (
    | { readonly type: 'ready' }
    | {
        readonly type: 'request'
        readonly id: number
        readonly method: string
        readonly params: unknown
      }
    /** The card's height in CSS pixels. */
    | { readonly type: 'size'; readonly height: number }
    /** An order was placed. */
    | { readonly type: 'order'; readonly chainId: number; readonly uid: string }
  )

/** An EIP-1193 error, as it crosses the bridge. */
export type BridgeError = {
  readonly code: number
  readonly message: string
  readonly data?: unknown
}

/** What the host page tells the card. */
export type HostMessage = Message &
  /** Answers `ready`, and reports a change: whether the page has a wallet. */
  (
    | { readonly type: 'hello'; readonly wallet: boolean }
    | { readonly type: 'response'; readonly id: number; readonly result: unknown }
    | { readonly type: 'response'; readonly id: number; readonly error: BridgeError }
    | { readonly type: 'event'; readonly name: BridgeEvent; readonly value: unknown }
  )

const events: ReadonlySet<unknown> = new Set(bridgeEvents)

/** Parses a message of the host page; undefined if it is none, or of another version. */
export function parseHostMessage(data: unknown): HostMessage | undefined {
  if (typeof data !== 'object' || data === null) return undefined
  const { coincide, type, ...rest } = data as Record<string, unknown>
  if (coincide !== bridgeVersion) return undefined
  const message = { coincide: bridgeVersion } as const
  switch (type) {
    case 'hello':
      return typeof rest.wallet === 'boolean'
        ? { ...message, type, wallet: rest.wallet }
        : undefined
    case 'event':
      return events.has(rest.name)
        ? { ...message, type, name: rest.name as BridgeEvent, value: rest.value }
        : undefined
    case 'response': {
      const { id, error, result } = rest
      if (typeof id !== 'number') return undefined
      if (error === undefined) return { ...message, type, id, result }
      return { ...message, type, id, error: parseError(error) }
    }
    default:
      return undefined
  }
}

/** JSON-RPC's code of an internal error. */
const internalError = -32603

function parseError(error: unknown): BridgeError {
  const { code, message, data } = (error ?? {}) as Record<string, unknown>
  return {
    code: Number.isInteger(code) ? Number(code) : internalError,
    message: typeof message === 'string' ? message.slice(0, 1_000) : 'the wallet failed',
    ...(data !== undefined && { data }),
  }
}
