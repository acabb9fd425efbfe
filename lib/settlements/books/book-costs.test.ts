import { encodeFunctionData, numberToHex } from 'viem'
import { beforeEach, expect, onTestFinished } from 'vitest'
import { settlementAbi } from '@/lib/chain/contract-abis'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { defaultSettlement } from '@/lib/core/networks'
import { openElection } from '@/lib/db/leadership'
import { sendTransaction } from '@/lib/devnet/rpc'
import { discoverPools } from '@/lib/liquidity/pools/discover-pools'
import { auctionRole } from '@/lib/settlements/auctioneer/auction-role'
import { type SolverFixture, untilSent } from '@/lib/testing/auctions/solver-fixture'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import { repeat } from '@/lib/testing/until'
import { bookCosts } from './book-costs'
import { checkBalance } from './check-balance'
import { clearBooksProblem, listAccountProblems } from './solver-account-store'
import { hasFunds } from './solver-funds'

const leadership = { chainId: 1, epoch: 1n }
let fixture: SolverFixture
let account: Address

test.beforeAll(async ({ solver }) => {
  fixture = solver
  account = fixture.network.solver.address
  await repeat(() => discoverPools(fixture.ctx, { chainId: 1 }), Boolean)
})
beforeEach(async () => {
  await fixture.rpc('evm_setAutomine', [true])
  await fixture.ctx.db.order.updateMany({ data: { status: 'cancelled' } })
  await bookNew()
})

const balance = () => fixture.ctx.chain(1).client.getBalance({ address: account })
const costs = () => fixture.ctx.db.settlementCost.findMany({ orderBy: { nonce: 'asc' } })

/** Indexes, books, and returns the costs that were added, with their sum. */
async function bookNew() {
  const known = new Set((await costs()).map(({ txHash }) => txHash))
  await fixture.index()
  await bookCosts(fixture.ctx, leadership)
  const added = (await costs()).filter(({ txHash }) => !known.has(txHash))
  const sum = added.reduce((total, { costWei }) => total + BigInt(costWei.toFixed(0)), 0n)
  return { added, sum }
}

type Parts = Pick<Awaited<ReturnType<typeof costs>>[number], 'slackWei' | 'burnWei'>

/** Slack and burn in wei. */
const partsOf = (cost: Parts | undefined) =>
  [cost?.slackWei, cost?.burnWei].map((wei) => BigInt(wei?.toFixed(0) ?? -1))

test('books a settlement with its cost and what it kept, to the atom', async () => {
  const before = await balance()
  await fixture.place(1, {})
  const { txHash = '0x' } = await fixture.settle()
  const { added, sum } = await bookNew()
  expect(added).toMatchObject([
    { txHash, kind: 'settlement', succeeded: true, solverAddress: account },
  ])
  expect(before - (await balance())).toBe(sum)
  // Pools paid as simulated, and gas was as simulated.
  expect(partsOf(added[0])).toEqual([0n, 0n])
  const indexed = await fixture.ctx.db.settlement.findFirstOrThrow({ where: { txHash } })
  expect(indexed.kept).not.toBeNull()
  const amounts = (kept: unknown) =>
    (kept as { token: string; amount: string }[]).map(({ token, amount }) => [token, amount])
  expect(amounts(added[0]?.kept)).toEqual(amounts(indexed.kept))
  expect((await bookNew()).added).toEqual([])
})

test('books what a settlement kept less than planned, and its gas beyond the simulation', {
  tags: ['long-only'],
}, async () => {
  await fixture.place(1, {})
  const { txHash = '0x' } = await fixture.settle()
  const where = { txHash }
  const plan = await fixture.ctx.db.settlementTransaction.findUniqueOrThrow({ where })
  const { gasUsed } = await fixture.ctx.chain(1).client.getTransactionReceipt({ hash: txHash })
  await fixture.ctx.db.settlementTransaction.update({
    where,
    data: { plannedKept: plan.plannedKept?.add(70) ?? null, simulatedGas: gasUsed - 5n },
  })
  const { added } = await bookNew()
  const gasPrice = BigInt(added[0]?.gasPrice.toFixed(0) ?? 0)
  expect(partsOf(added[0])).toEqual([70n, 5n * gasPrice])
})

test('books the cost of a revert, which keeps nothing', async () => {
  const order = await fixture.place(1, {})
  const before = await balance()
  await fixture.rpc('evm_setAutomine', [false])
  const round = fixture.settle()
  await untilSent(fixture.ctx)
  const data = encodeFunctionData({
    abi: settlementAbi,
    functionName: 'invalidateOrder',
    args: [order.uid],
  })
  // Mined first in the block.
  const fees = { maxFeePerGas: '0x174876e800', maxPriorityFeePerGas: '0x174876e800' }
  const call = { from: order.owner, to: defaultSettlement, data, gas: '0x30000', ...fees }
  await fixture.rpc('eth_sendTransaction', [call])
  await fixture.rpc('evm_mine', [])
  await fixture.rpc('evm_setAutomine', [true])
  expect((await round).state).toBe('failed')
  const { added, sum } = await bookNew()
  expect(added).toMatchObject([{ kind: 'settlement', succeeded: false, kept: null }])
  expect(before - (await balance())).toBe(sum)
})

test('books the cost of a cancellation, found by the hash stored at signing', async () => {
  await fixture.place(1, {})
  const before = await balance()
  const txHash = await fixture.leavePending()
  await fixture.rpc('anvil_dropTransaction', [txHash])
  await fixture.rpc('anvil_mine', ['0x8'])
  await fixture.rpc('evm_setAutomine', [true])
  await fixture.ctx.db.order.updateMany({ data: { status: 'cancelled' } })
  await fixture.settle()
  const { added, sum } = await bookNew()
  expect(added).toMatchObject([{ kind: 'cancellation', succeeded: true, gasUsed: 21_000n }])
  expect(before - (await balance())).toBe(sum)
})

test('removes the costs of reorged blocks, and books them again once they are mined', {
  tags: ['long-only'],
}, async () => {
  await fixture.place(1, {})
  const { txHash } = await fixture.settle()
  expect((await bookNew()).added).toHaveLength(1)
  await fixture.rpc('anvil_reorg', [1, []])
  await fixture.rpc('anvil_mine', ['0x1'])
  await fixture.index()
  expect((await costs()).some((cost) => cost.txHash === txHash)).toBe(false)
  await fixture.settle()
  expect((await bookNew()).added).toHaveLength(1)
})

test('finds that the balance matches the books, including transfers to the account', async () => {
  await fixture.index()
  expect(await checkBalance(fixture.ctx, leadership)).toBeUndefined()
  await fixture.place(1, {})
  await fixture.settle()
  await fixture.index()
  expect(await checkBalance(fixture.ctx, leadership)).toBeUndefined()
  const [from = account] = fixture.network.accounts.map(({ address }) => address)
  const gift = { from, to: account, value: numberToHex(10n ** 18n) }
  await fixture.rpc('eth_sendTransactionSync', [gift])
  await fixture.index()
  expect(await checkBalance(fixture.ctx, leadership)).toBeUndefined()
  expect(await listAccountProblems(fixture.ctx.db)).toEqual([])
})

test('raises an alarm for a transaction that the service did not sign and for missing wei, until acknowledged', async () => {
  await fixture.index()
  await checkBalance(fixture.ctx, leadership)
  await fixture.rpc('anvil_impersonateAccount', [account])
  await sendTransaction(fixture.rpc, { from: account, to: account, data: '0x' })
  await fixture.index()
  expect(await checkBalance(fixture.ctx, leadership)).toContain('1 transactions of')
  await fixture.rpc('anvil_setBalance', [account, numberToHex((await balance()) - 7n)])
  await fixture.rpc('anvil_mine', ['0x1'])
  await fixture.index()
  expect(await checkBalance(fixture.ctx, leadership)).toContain('7 wei of')
  await fixture.rpc('anvil_mine', ['0x1'])
  await fixture.index()
  expect(await checkBalance(fixture.ctx, leadership)).toBeUndefined()
  expect(await listAccountProblems(fixture.ctx.db)).toHaveLength(1)
  expect(await clearBooksProblem(fixture.ctx.db, 1)).toBe(true)
  expect(await listAccountProblems(fixture.ctx.db)).toEqual([])
})

test('does not book a transaction that another account sends to the settlement contract', async () => {
  const before = (await costs()).length
  const [from = account] = fixture.network.accounts.map(({ address }) => address)
  const data = encodeFunctionData({
    abi: settlementAbi,
    functionName: 'invalidateOrder',
    args: [`${`0x${'00'.repeat(32)}`}${from.slice(2)}ffffffff` as Hex],
  })
  await sendTransaction(fixture.rpc, { from, to: defaultSettlement, data })
  await bookNew()
  expect(await costs()).toHaveLength(before)
})

const contextWith = (environment: Record<string, string>) =>
  createTestContext({
    db: fixture.ctx.db,
    rpcUrls: new Map([[1, fixture.network.rpcUrl]]),
    environment: { EMBEDDED_CHAIN_IDS: '1', ...environment },
  })

test('compares a new account with its own balance, not with that of the one before it', async () => {
  const { accounts, solver } = fixture.network
  const other = accounts[4] ?? solver
  await fixture.rpc('anvil_setBalance', [other.address, numberToHex(10n ** 18n)])
  await fixture.rpc('anvil_mine', ['0x1'])
  await fixture.index()
  await checkBalance(fixture.ctx, leadership)
  for (const { privateKey } of [other, solver]) {
    const changed = contextWith({ SOLVER_PRIVATE_KEY_1: privateKey })
    await hasFunds(changed, 1)
    expect(await checkBalance(changed, leadership)).toBeUndefined()
  }
})

test('a worker without the key compares the account of the worker that leads the auctions', async ({
  database,
}) => {
  const keyless = contextWith({})
  await fixture.index()
  await checkBalance(fixture.ctx, leadership)
  await fixture.rpc('anvil_setBalance', [account, numberToHex((await balance()) - 7n)])
  await fixture.rpc('anvil_mine', ['0x1'])
  await fixture.index()
  expect(await checkBalance(keyless, leadership)).toBeUndefined()
  const election = await openElection(database.url, [auctionRole(1)])
  onTestFinished(election.end)
  await election.take(auctionRole(1))
  expect(await checkBalance(keyless, leadership)).toContain(`7 wei of ${account}`)
})
