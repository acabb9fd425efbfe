import type { Address } from '@/lib/core/address'
import { nameRegistry } from './name-registry'

/** Looks up the names of accounts on one network. */
export type PageNames = (account: Address) => Promise<string | undefined>

type Network = {
  /** Whether the network has a name service. */
  readonly hasNames: () => Promise<boolean>
  /** Loads the code that reads names, which networks without a name service never need. */
  readonly open: () => Promise<PageNames>
}

/**
 * Creates a lookup of primary names that reads each once, one after another, since the relay limits reads. It asks a
 * network without a name service for nothing but that. A failed lookup is one without a name.
 */
export function createPageNames({ hasNames, open }: Network): PageNames {
  const known = new Map<Address, Promise<string | undefined>>()
  let last: Promise<unknown> = Promise.resolve()
  let reader: Promise<PageNames | undefined> | undefined
  const read = async (account: Address) => {
    reader ??= hasNames().then((isNamed) => (isNamed ? open() : undefined))
    return (await reader)?.(account)
  }
  return (account) => {
    const before = known.get(account)
    if (before) return before
    const name = last.then(() => read(account)).catch(() => undefined)
    known.set(account, name)
    last = name
    return name
  }
}

const lookups = new Map<string, PageNames>()

/** Returns the name that an account has chosen on a network, read through this origin's relay. */
export function readPageName(network: string, account: Address): Promise<string | undefined> {
  const url = `${location.origin}/${network}/rpc`
  const names =
    lookups.get(network) ??
    createPageNames({
      hasNames: () => hasRegistry(url),
      open: async () => (await import('./name-reader')).createNameReader(url),
    })
  lookups.set(network, names)
  return names(account)
}

/** Asks without the library for chains, whose code is larger than many a page. */
async function hasRegistry(url: string): Promise<boolean> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{ jsonrpc: '2.0', id: 1 },
      ...{ method: 'eth_getCode', params: [nameRegistry, 'latest'] },
    }),
  })
  const { result } = await response.json()
  return typeof result === 'string' && result !== '0x'
}
