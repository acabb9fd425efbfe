import { pad, toHex } from 'viem'
import { expect } from 'vitest'
import { findTip } from '@/lib/chain/block-store'
import { startNodeProxy } from '@/lib/testing/chain/node-proxy'
import { type HolderFixture, holderLeadership } from '@/lib/testing/market/holder-fixture'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import { checkHolders } from './check-holders'
import { listTrackedTokens } from './tracked-token-store'

/** Checks DAI at a node that answers `wrong` times with another balance of the largest holder. */
async function isFaithfulAfter(
  fixture: HolderFixture,
  wrong: number,
): Promise<boolean | undefined> {
  await fixture.index()
  await fixture.backfill()
  const { chainId } = holderLeadership
  const address = fixture.token('DAI')
  const balances = Object.values(await fixture.held(address)).sort((a, b) => (a < b ? 1 : -1))
  const word = (value = 0n) => pad(toHex(value), { size: 32 }).slice(2)
  const node = await startNodeProxy(fixture.network.rpcUrl)
  let left = wrong
  const forgeCall = (result: string) => {
    if (!result.includes(word(balances[0])) || left-- <= 0) return result
    return result.replace(word(balances[0]), word((balances[0] ?? 0n) + 1n))
  }
  node.behave({ forge: { eth_call: forgeCall } })
  const { db } = fixture
  const rpcUrls = new Map([[chainId, node.url]])
  const ctx = createTestContext({ db, rpcUrls, environment: { EMBEDDED_CHAIN_IDS: `${chainId}` } })
  const tip = await findTip(db, { chainId, indexer: 'market' })
  const tracked = (await listTrackedTokens(db, chainId)).filter(
    (token) => token.address === address,
  )
  if (!tip) throw new Error('nothing is indexed')
  await checkHolders(ctx, holderLeadership, { tracked, tip })
  await node.close()
  expect(left).toBeLessThanOrEqual(0)
  const [row] = await db.trackedToken.findMany({ where: { chainId, address } })
  return row?.faithful
}

test('a token whose balances differ is unfaithful', async ({ holders }) => {
  expect(await isFaithfulAfter(holders, 2)).toBe(false)
})

test('a node that answers once with the state of a later block proves nothing', async ({
  holders,
}) => {
  expect(await isFaithfulAfter(holders, 1)).toBe(true)
})
