import { type Address, parseAddress } from '@/lib/core/address'

/** wagmi's storage key; its cookie is `<key>.store`. */
export const walletStorageKey = 'coincide'

type WagmiState = {
  readonly state?: {
    readonly current?: string | null
    /** wagmi's serialisation of a `Map`: `{"__type":"Map","value":[[key, value]]}`. */
    readonly connections?: {
      readonly value?: readonly (readonly [string, { readonly accounts?: readonly string[] }])[]
    }
  }
}

/**
 * Returns the connected account from a browser's cookies, lower-case, without loading any wallet code; undefined if
 * there is none, or the cookie is malformed.
 */
export function readStoredAccount(cookies: string): Address | undefined {
  const start = `${walletStorageKey}.store=`
  const cookie = cookies.split('; ').find((each) => each.startsWith(start))
  try {
    const { state } = JSON.parse(cookie?.slice(start.length) ?? '{}') as WagmiState
    const connection = state?.connections?.value?.find(([uid]) => uid === state.current)
    return parseAddress(connection?.[1].accounts?.[0] ?? '')
  } catch {
    return undefined
  }
}
