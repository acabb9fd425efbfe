import { describe, expect } from 'vitest'
import { networks } from '@/lib/core/networks'
import { test } from '@/lib/testing/test'
import { adversaries } from './adversary-list'
import { findMisses } from './figures'
import { rehearse } from './rehearse'

/** Milliseconds: less than the block time of mainnet and Sepolia, whose rehearsals would take minutes each. */
const maxBlockMs = 5_000

describe.each([1, 2])('with seed %i, a service of an operator keeps the figures', (seed) => {
  const scenarios = adversaries.map((adversary, index) => {
    const network = networks[(index + seed) % networks.length]
    return { adversary, network, title: `${adversary.name} on ${network?.title}` }
  })
  test.for(scenarios)(
    'against $title',
    { tags: ['long'] },
    async ({ adversary, network }, { freshDatabase }) => {
      const { chainId = 1, blockSeconds = 0 } = network ?? {}
      const rehearsal = await rehearse({
        ...{ chainId, seed, databaseUrl: freshDatabase.url, adversary },
        blockMs: Math.min(maxBlockMs, 1_000 * blockSeconds),
      })
      expect(findMisses(rehearsal, adversary)).toEqual([])
    },
  )
})
