import { encodeFunctionData } from 'viem'
import { expect } from 'vitest'
import { faultText } from '@/lib/auctions/competition/bid-fault'
import { erc20Abi } from '@/lib/chain/contract-abis'
import { encodeSettlement } from '@/lib/chain/encode-settlement'
import type { Interaction } from '@/lib/core/interaction'
import { defaultSettlement } from '@/lib/core/networks'
import { sendTransaction } from '@/lib/devnet/rpc'
import type { SolverFixture } from '@/lib/testing/auctions/solver-fixture'
import { test } from '@/lib/testing/test'
import { simulateSettlement } from './simulate-settlement'

let fixture: SolverFixture

test.beforeAll(async ({ solver }) => {
  fixture = solver
  const from = fixture.network.accounts[1]?.address ?? '0x'
  await sendTransaction(fixture.rpc, {
    from,
    to: fixture.token('USDC'),
    data: transfer(defaultSettlement),
  })
})

const fees = { maxFeePerGas: 10n ** 11n, maxPriorityFeePerGas: 10n ** 9n }
const transfer = (to: `0x${string}`) =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, 1_000n] })

const simulate = (intra: readonly Interaction[], from = fixture.network.solver.address) =>
  simulateSettlement(fixture.ctx, {
    chainId: 1,
    from,
    fees,
    tokens: [fixture.token('USDC'), fixture.token('WETH')],
    callData: encodeSettlement({
      clearingPrices: new Map(),
      trades: [],
      interactions: { pre: [], intra, post: [] },
      auctionId: undefined,
    }),
  })

test('accepts a settlement that moves no tokens', async () => {
  const blockNumber = await fixture.ctx.chain(1).client.getBlockNumber({ cacheTime: 0 })
  expect(await simulate([])).toEqual({
    gas: expect.any(BigInt),
    changes: expect.any(Map),
    blockNumber,
  })
})

test('rejects a settlement that spends buffers', async () => {
  const target = fixture.token('USDC')
  const callData = transfer(fixture.network.solver.address)
  expect(await simulate([{ target, value: 0n, callData }])).toMatchObject({
    fault: { code: 'loss', amount: '1000', token: target },
  })
})

test('reports a revert with the contract’s reason', async () => {
  const outsider = fixture.network.accounts[1]?.address ?? '0x'
  expect(await simulate([], outsider)).toMatchObject({
    fault: { code: 'reverts', reason: 'GPv2: not a solver' },
  })
})

/** Code that reverts, when called from a settlement, unless `condition` leaves a nonzero value. */
const callIf = async (condition: string) => {
  const target = `0x${'c0'.repeat(20)}` as const
  // condition PUSH1 <end> JUMPI, revert(0, 0), end: JUMPDEST STOP
  const end = condition.length / 2 + 8
  const code = `${condition}60${end.toString(16).padStart(2, '0')}5760006000fd5b00`
  await fixture.rpc('anvil_setCode', [target, `0x${code}`])
  return simulate([{ target, value: 0n, callData: '0x' }])
}
const sound = expect.objectContaining({ gas: expect.any(BigInt), changes: expect.any(Map) })
const reverted = { fault: expect.objectContaining({ code: 'reverts' }) }

test('simulates with the gas price, base fee and number of the next block', async () => {
  expect(await callIf('3a')).toEqual(sound)
  expect(await callIf('48')).toEqual(sound)
  expect(await callIf('3a15')).toMatchObject(reverted)
  expect(await callIf('4815')).toMatchObject(reverted)
  const next = (await fixture.ctx.chain(1).client.getBlockNumber({ cacheTime: 0 })) + 1n
  expect(await callIf(`61${next.toString(16).padStart(4, '0')}4314`)).toEqual(sound)
})

test('simulates the solver as sender, even if its balance is too low', async () => {
  const solver = fixture.network.solver.address.slice(2)
  expect(await callIf(`73${solver}3214`)).toEqual(sound)
  await fixture.rpc('anvil_setBalance', [fixture.network.solver.address, '0x1'])
  expect(await simulate([])).toEqual(sound)
})

test('reports code that burns all gas, and affects no other simulation', async () => {
  const burned = await callIf('5b600056')
  expect('fault' in burned && faultText(burned.fault)).toMatch(/revert|gas/i)
  expect(await simulate([])).toEqual(sound)
})
