import { expect } from 'vitest'
import { networks } from '@/lib/core/networks'
import { mainnet } from '@/lib/core/networks/mainnet'
import { test } from '@/lib/testing/test'
import { getAdversary } from './adversary-list'
import { findMisses } from './figures'
import { rehearse } from './rehearse'

/** Milliseconds: less than the block time of mainnet and Sepolia, whose rehearsals would take minutes each. */
const maxBlockMs = 5_000

/** Those that tests of single parts do not replace. */
const names = [
  ...['front-runner', 'dust-front-runner', 'burning-wallet', 'fee-spike'],
  ...['forging-node', 'relay-down', 'phantom-orders'],
]

/** Each adversary once, on the networks in turn, with one of two seeds. `npm run rehearse` does all combinations. */
const scenarios = names.map((name, index) => {
  const { title, chainId, blockSeconds } = networks[index % networks.length] ?? mainnet
  const blockMs = Math.min(maxBlockMs, 1_000 * blockSeconds)
  return {
    ...{ adversary: getAdversary(name), chainId, blockMs, title, seed: 1 + (index % 2) },
    name,
  }
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
