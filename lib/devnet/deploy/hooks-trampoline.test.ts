import { encodeFunctionData, erc20Abi, maxUint256, toFunctionSelector } from 'viem'
import { expect } from 'vitest'
import { boundedSimulation } from '@/lib/chain/simulation/bounded-simulation'
import { hookInteractions } from '@/lib/chain/simulation/trampoline'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { defaultSettlement, defaultVaultRelayer, getNetwork } from '@/lib/core/networks'
import type { TestNetwork } from '@/lib/testing/chain/test-network'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'

const { hooksTrampoline } = getNetwork(1)
/** Counts its calls in slot 0. */
const counter: Address = `0x${'c0'.repeat(20)}`
const countCode: Hex = '0x60005460010160005560005460005260206000f3'
/** Burns all its gas; reverts; returns a megabyte. */
const hog: Address = `0x${'c1'.repeat(20)}`
const reverting: Address = `0x${'c2'.repeat(20)}`
const bomb: Address = `0x${'c3'.repeat(20)}`

let network: TestNetwork
let ctx: Context

test.beforeAll(async ({ network: mainnet }) => {
  network = mainnet
  ctx = createTestContext({ rpcUrls: new Map([[1, network.rpcUrl]]) })
  const setCode = (address: Address, code: Hex) =>
    ctx.chain(1).client.request({ method: 'anvil_setCode', params: [address, code] } as never)
  await setCode(counter, countCode)
  await setCode(hog, '0x5b600056')
  await setCode(reverting, '0x60006000fd')
  await setCode(bomb, '0x620f42406000f3')
})

type Hook = { readonly target: Address; readonly callData: Hex; readonly gasLimit: bigint }
const count: Hook = { target: counter, callData: '0x', gasLimit: 50_000n }

function execute(hooks: readonly Hook[], { from = defaultSettlement, gas = 3_000_000n } = {}) {
  const [call] = hookInteractions({ pre: hooks, post: [] }, hooksTrampoline).pre
  return { from: from as Address, to: hooksTrampoline, data: call?.callData ?? '0x', gas }
}

const counted = { from: defaultSettlement, to: counter, data: '0x', gas: 100_000n } as const

/** Returns the outcomes of the trampoline's calls, and the number of calls they made to the counter. */
async function play(...calls: readonly ReturnType<typeof execute>[]) {
  const outcomes = await boundedSimulation(ctx, { chainId: 1, calls: [...calls, counted] })
  return {
    succeeded: outcomes?.slice(0, -1).map(({ succeeded }) => succeeded),
    errors: outcomes?.slice(0, -1).map(({ returnData }) => returnData),
    count: BigInt(outcomes?.at(-1)?.returnData ?? -1) - 1n,
  }
}

test('executes every hook in order', async () => {
  expect(await play(execute([count, count, count]))).toMatchObject({ succeeded: [true], count: 3n })
})

test('serves the settlement contract only', async () => {
  const from = network.solver.address
  const error = toFunctionSelector('NotTheSettlement()')
  expect(await play(execute([count], { from }))).toEqual({
    succeeded: [false],
    errors: [error],
    count: 0n,
  })
})

test('continues after a hook that reverts, burns its gas or returns too much', async () => {
  const bad = [hog, reverting, bomb].map((target) => ({ ...count, target, gasLimit: 200_000n }))
  expect(await play(execute([...bad, count]))).toMatchObject({ succeeded: [true], count: 1n })
})

test('limits a hook to its stated gas', async () => {
  const starved = { ...count, gasLimit: 5_000n }
  expect(await play(execute([starved, count]))).toMatchObject({ succeeded: [true], count: 1n })
})

test('reverts if too little gas is left for a hook, so that a solver cannot starve it', async () => {
  const heavy = { ...count, gasLimit: 2_000_000n }
  const error = toFunctionSelector('NotEnoughGas()')
  expect(await play(execute([count, heavy], { gas: 2_000_000n }))).toEqual({
    succeeded: [false],
    errors: [error],
    count: 0n,
  })
  expect(await play(execute([count, { ...heavy, gasLimit: maxUint256 }]))).toMatchObject({
    succeeded: [false],
    count: 0n,
  })
})

test('calls hooks from the trampoline, which has no rights to the settlement contract', async () => {
  const usdc = network.tokens.USDC ?? '0x'
  const callData = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'approve',
    args: [hooksTrampoline, maxUint256],
  })
  const allowance = (owner: Address) =>
    encodeFunctionData({
      abi: erc20Abi,
      functionName: 'allowance',
      args: [owner, hooksTrampoline],
    })
  const read = { from: defaultSettlement, to: usdc, gas: 100_000n }
  const outcomes = await boundedSimulation(ctx, {
    chainId: 1,
    calls: [
      execute([{ target: usdc, callData, gasLimit: 100_000n }]),
      { ...read, data: allowance(defaultSettlement) },
      { ...read, data: allowance(hooksTrampoline) },
    ],
  })
  expect(outcomes?.map(({ succeeded }) => succeeded)).toEqual([true, true, true])
  expect(outcomes?.slice(1).map(({ returnData }) => BigInt(returnData))).toEqual([0n, maxUint256])
})

test.each([defaultSettlement, defaultVaultRelayer, hooksTrampoline])(
  'blocks a hook that calls %s',
  async (target) => {
    const inner = execute([count]).data
    const hooks = [{ target, callData: inner, gasLimit: 500_000n }, count]
    expect(await play(execute(hooks))).toMatchObject({ succeeded: [true], count: 1n })
  },
)
