import { encodeFunctionData, erc20Abi, parseAbi } from 'viem'
import { expect } from 'vitest'
import type { Address } from '@/lib/core/address'
import { maxUint256 } from '@/lib/core/amount'
import { balancerVault, defaultVaultRelayer } from '@/lib/core/networks'
import { sendTransaction } from '@/lib/devnet/rpc'
import type { SolverFixture } from '@/lib/testing/auctions/solver-fixture'
import { approve } from '@/lib/testing/chain/chain-actions'
import { test } from '@/lib/testing/test'

let fixture: SolverFixture

test.beforeAll(({ solver }) => {
  fixture = solver
})

const vaultAbi = parseAbi([
  'function setRelayerApproval(address sender, address relayer, bool approved)',
])

const read = (functionName: 'balanceOf' | 'allowance', args: readonly Address[]) =>
  fixture.ctx.chain(1).client.readContract({
    address: fixture.token('WETH'),
    abi: erc20Abi,
    functionName,
    args: args as never,
  })

test('settles an order from an external balance once its owner approves the relayer in the vault', async () => {
  const { network, rpc } = fixture
  const owner = network.accounts[5]?.address as Address
  const order = await fixture.place(5, { sellTokenBalance: 'external', sellAmount: 10n ** 17n })
  const token = order.sellToken
  // Without an allowance for the relayer.
  await approve(network.rpcUrl, { token, owner, spender: defaultVaultRelayer, amount: 0n })
  await approve(network.rpcUrl, { token, owner, spender: balancerVault, amount: maxUint256 })
  expect(await fixture.settle()).toMatchObject({ state: 'idle', shortOrders: [{ uid: order.uid }] })
  const data = encodeFunctionData({
    abi: vaultAbi,
    functionName: 'setRelayerApproval',
    args: [owner, defaultVaultRelayer, true],
  })
  await sendTransaction(rpc, { from: owner, to: balancerVault, data })
  const before = await read('balanceOf', [owner])
  expect((await fixture.settle()).state).toBe('mined')
  expect(before - (await read('balanceOf', [owner]))).toBe(order.sellAmount)
  expect(await read('allowance', [owner, defaultVaultRelayer])).toBe(0n)
})
