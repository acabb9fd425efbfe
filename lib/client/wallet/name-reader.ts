import { createClient, http } from 'viem'
import { maxRelayedCalls } from '@/lib/core/relay'
import { findPrimaryName } from './find-name'
import type { PageNames } from './page-names'

/** Creates a reader of primary names through the relay at `url`, of a network with a name service. */
export function createNameReader(url: string): PageNames {
  const transport = http(url, { batch: { wait: 16, batchSize: maxRelayedCalls } })
  const client = createClient({ transport })
  return (account) => findPrimaryName(client, account)
}
