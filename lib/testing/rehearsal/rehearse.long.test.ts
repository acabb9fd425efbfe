import { expect } from 'vitest'
import { arbitrumOne } from '@/lib/core/networks/arbitrum-one'
import { base } from '@/lib/core/networks/base'
import { gnosis } from '@/lib/core/networks/gnosis'
import { test } from '@/lib/testing/test'
import { getAdversary } from './adversary-list'
import { findMisses } from './figures'
import { rehearse } from './rehearse'

/** Milliseconds: less than the block time of mainnet and Sepolia, whose rehearsals would take minutes each. */
const maxBlockMs = 5_000

/** Attacks on gas, on fees and on the way to the chain, each with a fee model of its own; `npm run rehearse` has the rest. */
const scenarios = [
  { name: 'burning-wallet', network: base, seed: 1 },
  { name: 'fee-spike', network: arbitrumOne, seed: 2 },
  { name: 'relay-down', network: gnosis, seed: 1 },
].map(({ name, network, seed }) => {
  const { title, chainId, blockSeconds } = network
  const blockMs = Math.min(maxBlockMs, 1_000 * blockSeconds)
  return { name, title, chainId, blockMs, seed, adversary: getAdversary(name) }
})

test.for(scenarios)(
  'a service of an operator keeps the figures against $name on $title with seed $seed',
  { tags: ['long'] },
  async ({ adversary, chainId, blockMs, seed }, { freshDatabase }) => {
    const { url: databaseUrl } = freshDatabase
    const rehearsal = await rehearse({ adversary, chainId, blockMs, seed, databaseUrl })
    expect(findMisses(rehearsal, adversary)).toEqual([])
  },
)
