import {
  decodeFunctionData,
  encodeFunctionData,
  erc20Abi,
  maxUint256,
  parseTransaction,
} from 'viem'
import { beforeAll, beforeEach, expect } from 'vitest'
import { settlementAbi } from '@/lib/chain/contract-abis'
import { type Address, toAddress } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { balancerVault, defaultSettlement } from '@/lib/core/networks'
import { originalSwapRouter } from '@/lib/core/pool-factories'
import { discoverPools } from '@/lib/liquidity/pools/discover-pools'
import type { SolverFixture } from '@/lib/testing/auctions/solver-fixture'
import { approve } from '@/lib/testing/chain/chain-actions'
import { test } from '@/lib/testing/test'
import { repeat } from '@/lib/testing/until'

const spenders = [originalSwapRouter.address, balancerVault]
let fixture: SolverFixture

test.beforeAll(async ({ solver }) => {
  fixture = solver
  await repeat(() => discoverPools(fixture.ctx, { chainId: 1 }), Boolean)
})
beforeAll(async () => {
  await fixture.rpc('anvil_impersonateAccount', [defaultSettlement])
  await fixture.rpc('anvil_setBalance', [defaultSettlement, '0x56bc75e2d63100000'])
})
beforeEach(() => fixture.ctx.db.order.updateMany({ data: { status: 'cancelled' } }))

async function leave(token: Address, amount: bigint): Promise<void> {
  for (const spender of spenders) {
    const approval = { token, owner: defaultSettlement, spender, amount }
    await approve(fixture.network.rpcUrl, approval)
  }
}

const allowances = (token: Address) =>
  Promise.all(
    spenders.map((spender) => {
      const args = [defaultSettlement, spender] as const
      const { client } = fixture.ctx.chain(1)
      return client.readContract({ address: token, abi: erc20Abi, functionName: 'allowance', args })
    }),
  )

/** The amounts that the newest settlement approves, by token and spender. */
async function approvals(): Promise<string[]> {
  const { rawTransaction } = await fixture.ctx.db.settlementTransaction.findFirstOrThrow({
    orderBy: { id: 'desc' },
  })
  const { data = '0x' } = parseTransaction(rawTransaction as Hex)
  const settle = decodeFunctionData({ abi: settlementAbi, data })
  const calls = settle.functionName === 'settle' ? settle.args[3].flat() : []
  const selector = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'approve',
    args: [defaultSettlement, 0n],
  }).slice(0, 10)
  return calls
    .filter(({ callData }) => callData.startsWith(selector))
    .map(({ target, callData }) => {
      const [spender, amount] = decodeFunctionData({ abi: erc20Abi, data: callData }).args as [
        Address,
        bigint,
      ]
      return `${toAddress(target)} ${toAddress(spender)} ${amount > 0n ? 'some' : 'none'}`
    })
}

test('resets an allowance of one atom left on a token that only changes allowances from zero', async () => {
  const usdt = fixture.token('USDT').toLowerCase() as Address
  await leave(usdt, 1n)
  const sellAmount = 2_000_000n * 10n ** 6n
  const sale = { sellToken: usdt, buyToken: fixture.token('USDC'), sellAmount }
  const order = await fixture.place(1, sale)
  await fixture.rpc('anvil_dealERC20', [order.owner, usdt, `0x${sellAmount.toString(16)}`])
  expect((await fixture.settle()).state).toBe('mined')
  expect(await fixture.filled(order)).toBe(sellAmount)
  const [router, vault] = spenders.map((spender) => `${usdt} ${spender}`)
  const made = await approvals()
  for (const grant of [router, vault]) {
    expect(made.indexOf(`${grant} none`)).toBeLessThan(made.indexOf(`${grant} some`))
    expect(made).toContain(`${grant} none`)
  }
  expect(await allowances(usdt)).toEqual([0n, 0n])
})

test('resets a leftover allowance for payments into internal balances too', async () => {
  const usdt = fixture.token('USDT').toLowerCase() as Address
  await leave(usdt, 1n)
  const order = await fixture.place(2, { buyToken: usdt, buyTokenBalance: 'internal' })
  expect((await fixture.settle()).state).toBe('mined')
  expect(await fixture.filled(order)).toBe(order.sellAmount)
  expect(await approvals()).toContain(`${usdt} ${balancerVault} none`)
  expect((await allowances(usdt))[1]).toBe(0n)
})

test('uses a sufficient allowance without an approval', async () => {
  const weth = fixture.token('WETH').toLowerCase() as Address
  await leave(weth, maxUint256)
  const order = await fixture.place(3, { sellToken: weth, buyToken: fixture.token('DAI') })
  expect((await fixture.settle()).state).toBe('mined')
  expect(await fixture.filled(order)).toBe(order.sellAmount)
  expect((await approvals()).filter((call) => call.startsWith(weth))).toEqual([])
})
