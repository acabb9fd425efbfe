import { describe, expect, vi } from 'vitest'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { multicall3 } from '@/lib/core/multicall3'
import { balancerVault } from '@/lib/core/networks'
import { originalSwapRouter } from '@/lib/core/pool-factories'
import { createRpc } from '@/lib/devnet/rpc'
import { runRound } from '@/lib/settlements/auctioneer/run-round'
import { solverAddress } from '@/lib/settlements/submission/solver-account'
import type { SolverFixture } from '@/lib/testing/auctions/solver-fixture'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import { checkDeployment } from './check-deployment'
import { findClockFault } from './clock-fault'
import { findDeploymentFaults } from './deployment-faults'

const nobody: Address = '0x1212121212121212121212121212121212121212'
/** A contract on the chain, but another one. */
let weth: Address
let fixture: SolverFixture
let solver: Address

test.beforeAll(({ solver: opened }) => {
  fixture = opened
  weth = fixture.token('WETH')
  solver = solverAddress(fixture.ctx, 1)
})

const faultsOf = async (ctx: Context, by: Address | undefined = solver) => {
  const checks = await checkDeployment(ctx, { chainId: 1, solver: by })
  return Object.fromEntries(checks.flatMap(({ name, fault }) => (fault ? [[name, fault]] : [])))
}

const withSettings = (environment: Record<string, string>) =>
  createTestContext({
    rpcUrls: new Map([[1, fixture.network.rpcUrl]]),
    environment: { EMBEDDED_CHAIN_IDS: '1', ...environment },
  })

test('finds nothing wrong with a complete deployment', async () => {
  expect(await faultsOf(fixture.ctx)).toEqual({})
})

test('finds a solver that is not on the allow-list, and names it', async () => {
  expect(await faultsOf(fixture.ctx, nobody)).toEqual({
    'allow-list': expect.stringMatching(new RegExp(`^${nobody} is not on the allow-list of 0x`)),
  })
})

test('finds a missing settlement contract, and names the variable to set', async () => {
  const ctx = withSettings({ SETTLEMENT_CONTRACT: nobody, HOOKS_TRAMPOLINE: weth })
  expect(await faultsOf(ctx)).toMatchObject({
    'settlement contract': `there is no contract at ${nobody}: set SETTLEMENT_CONTRACT`,
  })
  const checks = await checkDeployment(ctx, { chainId: 1, solver })
  const unchecked = checks.filter((check) => check.unchecked !== undefined)
  expect(unchecked.map(({ name, fault }) => [name, fault])).toEqual(
    ['order domain', 'vault relayer', 'allow-list', 'vault roles'].map((name) => [name, undefined]),
  )
  expect(unchecked[0]?.unchecked).toBe('the settlement contract has no code')
})

test('finds that Multicall3 is missing, by which all else is read', async ({ network }) => {
  const rpc = createRpc(network.rpcUrl)
  const code = await rpc('eth_getCode', [multicall3, 'latest'])
  await rpc('anvil_setCode', [multicall3, '0x'])
  try {
    expect(await faultsOf(fixture.ctx)).toEqual({
      Multicall3: `there is no contract at ${multicall3}: have Multicall3 deployed there, by its presigned transaction`,
    })
  } finally {
    await rpc('anvil_setCode', [multicall3, code])
  }
})

test('finds a contract that is not the settlement contract', async () => {
  const ctx = withSettings({ SETTLEMENT_CONTRACT: weth, HOOKS_TRAMPOLINE: weth })
  expect(Object.keys(await faultsOf(ctx))).toEqual(
    expect.arrayContaining(['order domain', 'vault relayer', 'allow-list']),
  )
})

test('finds a wrong vault relayer, which also lacks the vault roles', async () => {
  const ctx = withSettings({ VAULT_RELAYER_CONTRACT: nobody })
  const faults = await faultsOf(ctx)
  expect(Object.keys(faults)).toEqual(['vault relayer', 'vault roles'])
  expect(faults['vault relayer']).toMatch(/set VAULT_RELAYER_CONTRACT$/)
})

test('finds a missing trampoline and a missing native order contract', async () => {
  const ctx = withSettings({
    HOOKS_TRAMPOLINE: nobody,
    ONCHAIN_ORDER_CONTRACTS: nobody,
    NATIVE_ORDER_CONTRACTS: nobody,
  })
  expect(Object.keys(await faultsOf(ctx))).toEqual(['trampoline', 'native orders'])
})

describe('contracts of other protocols', () => {
  const asReal = () => withSettings({ EMBEDDED_CHAIN_IDS: '', HOOKS_TRAMPOLINE: weth })

  /** Runs while there is no code at an address. */
  async function without<T>(address: Address, run: () => Promise<T>): Promise<T> {
    const code = await fixture.rpc('eth_getCode', [address, 'latest'])
    await fixture.rpc('anvil_setCode', [address, '0x'])
    try {
      return await run()
    } finally {
      await fixture.rpc('anvil_setCode', [address, code])
    }
  }

  test('are named when they are missing, with what is not used', async () => {
    const router = originalSwapRouter.address
    const faults = await without(router, () => faultsOf(asReal()))
    expect(faults['Uniswap V3 router']).toBe(
      `there is no contract at ${router}: Uniswap V3 pools are not used`,
    )
    // The test chain has the factories of the embedded network only.
    expect(faults['pool factories']).toMatch(/0x\w{40} \(SushiSwap.*their pools are not used$/)
    expect(faults['pool factories']).not.toContain('(Uniswap V2)')
  })

  test('pause nothing, and show in the log', async () => {
    const ctx = asReal()
    const warn = vi.spyOn(ctx.log, 'warn')
    const error = vi.spyOn(ctx.log, 'error')
    const found = await without(balancerVault, () => findDeploymentFaults(ctx, 1))
    expect(found.faults).toEqual([])
    expect(found.limits.join()).toContain(`${balancerVault}: Balancer pools are not used`)
    expect(error).not.toHaveBeenCalled()
    expect(warn).toHaveBeenCalledTimes(1)
  })

  test('pause settling if the missing one is the wrapped native token', async () => {
    const ctx = withSettings({})
    const { faults } = await without(weth, () => findDeploymentFaults(ctx, 1))
    expect(faults).toEqual([expect.stringContaining(`there is no contract at ${weth}`)])
  })
})

test('finds a clock behind the chain', async () => {
  const ctx = withSettings({})
  const head = await ctx.chain(1).client.getBlock()
  ctx.clock.set((Number(head.timestamp) - 20) * 1_000)
  expect(await faultsOf(ctx)).toEqual({ clock: expect.stringMatching(/^the newest block is 20 s/) })
})

test('tells by the clock of the database whether this machine or the chain is wrong', async ({
  database: { db },
}) => {
  const ctx = { ...withSettings({}), db }
  const now = Math.floor(Date.now() / 1_000)
  ctx.clock.set(Date.now())
  expect(await findClockFault(ctx, 1, now + 10)).toBeUndefined()
  expect(await findClockFault(ctx, 1, now + 100)).toMatch(/by the database's clock too/)
  ctx.clock.set(Date.now() - 600_000)
  expect(await findClockFault(ctx, 1, now)).toMatch(/set this machine's clock$/)
})

test('finds a node of another chain', async () => {
  const ctx = createTestContext({
    rpcUrls: new Map([[100, fixture.network.rpcUrl]]),
  })
  const checks = await checkDeployment(ctx, { chainId: 100, solver: undefined })
  expect(checks.find(({ name }) => name === 'chain id')?.fault).toBe(
    'the node of RPC_URL_100 is on chain 1',
  )
})

describe('a round on a network with a wrong deployment', () => {
  test('holds no auction and excludes the orders as paused', async () => {
    const order = await fixture.place(1, { sellAmount: 10n ** 17n })
    const own = createTestContext({
      ...{ rpcUrls: new Map([[1, fixture.network.rpcUrl]]), db: fixture.ctx.db },
      environment: {
        HOOKS_TRAMPOLINE: nobody,
        SOLVER_PRIVATE_KEY: fixture.ctx.config.solverKeys.get(1) ?? '',
      },
    })
    const { state } = await runRound(own, { chainId: 1, epoch: 1n })
    expect(state).toBe('idle')
    const stored = await fixture.ctx.db.order.findUnique({ where: { uid: order.uid } })
    expect(stored?.exclusion).toEqual({ code: 'settlingPaused' })
    expect((await fixture.settle()).state).toBe('mined')
  })
})
