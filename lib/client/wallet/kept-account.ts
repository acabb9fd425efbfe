import { type Address, parseAddress } from '@/lib/core/address'

/** Where wagmi keeps the connection of this browser; its cookie is `<key>.store`. */
export const walletStorageKey = 'coincide'

type Kept = {
  readonly state?: {
    readonly current?: string | null
    /** wagmi writes a `Map` as `{"__type":"Map","value":[[key, value]]}`. */
    readonly connections?: {
      readonly value?: readonly (readonly [string, { readonly accounts?: readonly string[] }])[]
    }
  }
}

/**
 * The account that a browser's cookies say is connected, lower-case, read without the code of any wallet; undefined where
 * none is, or the cookie is not understood.
 */
export function readKeptAccount(cookies: string): Address | undefined {
  const start = `${walletStorageKey}.store=`
  const cookie = cookies.split('; ').find((each) => each.startsWith(start))
  try {
    const { state } = JSON.parse(cookie?.slice(start.length) ?? '{}') as Kept
    const connection = state?.connections?.value?.find(([uid]) => uid === state.current)
    return parseAddress(connection?.[1].accounts?.[0] ?? '')
  } catch {
    return undefined
  }
}
