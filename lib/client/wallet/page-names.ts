import { type Client, createClient, http } from 'viem'
import type { Address } from '@/lib/core/address'
import { maxRelayedCalls } from '@/lib/core/relay'
import { findPrimaryName } from './find-name'
import { hasNames } from './name-registry'

/** Looks up the names of accounts on one network. */
export type PageNames = (account: Address) => Promise<string | undefined>

/**
 * Creates a lookup of primary names that reads each once, one after another, since the relay limits reads. It asks a
 * network without a name service for nothing but that. A failed lookup is one without a name.
 */
export function createPageNames(client: Client): PageNames {
  const known = new Map<Address, Promise<string | undefined>>()
  let last: Promise<unknown> = Promise.resolve()
  let isNamed: Promise<boolean> | undefined
  const read = async (account: Address) => {
    isNamed ??= hasNames(client)
    return (await isNamed) ? await findPrimaryName(client, account) : undefined
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
  const transport = http(url, { batch: { wait: 16, batchSize: maxRelayedCalls } })
  const names = lookups.get(network) ?? createPageNames(createClient({ transport }))
  lookups.set(network, names)
  return names(account)
}
