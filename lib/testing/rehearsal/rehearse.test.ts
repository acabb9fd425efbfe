import { expect } from 'vitest'
import { test } from '@/lib/testing/test'
import { getAdversary } from './adversary-list'
import { findMisses } from './figures'
import { rehearse } from './rehearse'

test('a service of an operator loses nothing on Base while its settlements are front-run', async ({
  database,
}) => {
  const adversary = getAdversary('front-runner')
  const rehearsal = await rehearse({
    ...{ chainId: 8453, seed: 7, databaseUrl: database.url, adversary },
    orders: { before: 0, during: 3, after: 0 },
  })
  expect(findMisses(rehearsal, adversary)).toEqual([])
  expect(rehearsal.filled).toBe(4)
})
