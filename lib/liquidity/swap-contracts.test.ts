import { expect } from 'vitest'
import { originalSwapRouter } from '@/lib/core/pool-factories'
import { createRpc } from '@/lib/devnet/rpc'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import { readPools } from './pools/read-pools'

test('leaves out Uniswap V3 pools while their router is missing', async ({
  freshNetwork: { rpcUrl, tokens },
  freshDatabase: { db },
}) => {
  const rpc = createRpc(rpcUrl)
  const open = (EMBEDDED_CHAIN_IDS: string) =>
    createTestContext({ db, rpcUrls: new Map([[1, rpcUrl]]), environment: { EMBEDDED_CHAIN_IDS } })
  const pair = [tokens.WETH ?? '0x', tokens.USDC ?? '0x'] as const
  const protocols = async (ctx: ReturnType<typeof open>) => {
    await rpc('anvil_mine', ['0x1'])
    const { pools } = await readPools(ctx, { chainId: 1, tokens: pair })
    return new Set(pools.map(({ protocol }) => protocol))
  }
  const ctx = open('')
  const code = await rpc('eth_getCode', [originalSwapRouter.address, 'latest'])
  await rpc('anvil_setCode', [originalSwapRouter.address, '0x'])
  const found = await protocols(ctx)
  expect(found).toContain('uniswap-v2')
  expect(found).not.toContain('uniswap-v3')
  await rpc('anvil_setCode', [originalSwapRouter.address, code])
  ctx.clock.advance(60_000)
  expect(await protocols(ctx)).toContain('uniswap-v3')
})
