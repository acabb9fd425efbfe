import { type Hex, numberToHex } from 'viem'
import { expect } from 'vitest'
import type { Address } from '@/lib/core/address'
import { maxUint256 } from '@/lib/core/amount'
import { defaultVaultRelayer } from '@/lib/core/networks'
import { discoverPools } from '@/lib/liquidity/pools/discover-pools'
import { readPools } from '@/lib/liquidity/pools/read-pools'
import { findRoute } from '@/lib/routing/find-route'
import type { SolverFixture } from '@/lib/testing/auctions/solver-fixture'
import { approve } from '@/lib/testing/chain/chain-actions'
import { makeBurner, setBurn } from '@/lib/testing/chain/gas-burner'
import { completeOrder } from '@/lib/testing/orders/sign-test-order'
import { testWith } from '@/lib/testing/test'
import { repeat } from '@/lib/testing/until'

const ether = 10n ** 18n
/** A wallet with a valid ERC-1271 signature, whose check burns about five million gas. */
const burner: Address = '0x00000000000000000000000000000000deadbeef'
const burnerCode = `0x62030d405b60019003806004577f1626ba7e${'0'.repeat(56)}60005260206000f3`

let fixture: SolverFixture
const test = testWith({ EMBEDDED_CHAIN_IDS: '' })

test.beforeAll(async ({ solver }) => {
  // The settlement must cover its gas, as on real networks.
  fixture = solver
  await repeat(() => discoverPools(fixture.ctx, { chainId: 1 }), Boolean)
})

async function quote(sellToken: Address, buyToken: Address, sellAmount: bigint): Promise<bigint> {
  const { pools } = await readPools(fixture.ctx, { chainId: 1, tokens: [sellToken, buyToken] })
  return findRoute(pools, { sellToken, buyToken, sellAmount })?.buyAmount ?? 0n
}

async function placeBurner(): Promise<void> {
  const { rpc, network } = fixture
  const [sellToken, buyToken] = [fixture.token('WETH'), fixture.token('DAI')]
  await rpc('anvil_setCode', [burner, burnerCode])
  await rpc('anvil_dealERC20', [burner, sellToken, numberToHex(ether)])
  await rpc('anvil_setBalance', [burner, numberToHex(ether)])
  await rpc('anvil_impersonateAccount', [burner])
  const approval = { token: sellToken, owner: burner, spender: defaultVaultRelayer }
  await approve(network.rpcUrl, { ...approval, amount: maxUint256 })
  const buyAmount = ((await quote(sellToken, buyToken, ether)) * 980n) / 1000n
  const order = completeOrder({
    ...{ sellToken, buyToken, sellAmount: ether, buyAmount, validTo: 4_100_000_000 },
  })
  const signature: Hex = burner
  await fixture.placeSigned(order, { owner: burner, signingScheme: 'eip1271', signature })
}

test('an order whose signature check burns gas neither delays other orders nor raises their cost', async () => {
  await fixture.rpc('anvil_setNextBlockBaseFeePerGas', [numberToHex(20n * 10n ** 9n)])
  await fixture.rpc('evm_mine', [])
  const [sellToken, buyToken] = [fixture.token('WETH'), fixture.token('USDC')]
  const market = await quote(sellToken, buyToken, 10n * ether)
  const order = await fixture.place(1, {
    ...{ sellToken, buyToken, sellAmount: 10n * ether, buyAmount: (market * 997n) / 1000n },
  })
  await placeBurner()
  const before = await fixture.balanceOf(buyToken, order.owner)
  await fixture.settle()
  const bought = (await fixture.balanceOf(buyToken, order.owner)) - before
  // Its own gas is 6 bp of its volume.
  expect(bought).toBeGreaterThan((market * 9_990n) / 10_000n)
})

test('an auction estimates the gas of expensive transfers as placement measured it', {
  tags: ['long-only'],
}, async () => {
  const [sellToken, buyToken] = [fixture.token('WETH'), fixture.token('USDC')]
  const market = await quote(sellToken, buyToken, ether)
  await makeBurner(fixture.rpc, buyToken)
  await setBurn(fixture.rpc, buyToken, 100_000 / 40)
  const buyAmount = (market * 980n) / 1000n
  const { uid } = await fixture.place(2, { sellToken, buyToken, sellAmount: ether, buyAmount })
  // Twice what a transfer uses beyond 50,000.
  await fixture.ctx.db.order.update({ where: { uid }, data: { transferGas: 170_000 } })
  expect((await fixture.settle()).state).toBe('mined')
  const { id, simulatedGas } = await fixture.ctx.db.settlementTransaction.findFirstOrThrow({
    orderBy: { id: 'desc' },
  })
  const { gas } = await fixture.ctx.db.solution.findFirstOrThrow({ where: { transactionId: id } })
  expect(Number(gas) / Number(simulatedGas)).toBeGreaterThan(0.8)
  expect(Number(gas) / Number(simulatedGas)).toBeLessThan(1.2)
})
