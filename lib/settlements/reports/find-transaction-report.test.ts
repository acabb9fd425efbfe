import { encodeFunctionData } from 'viem'
import { expect } from 'vitest'
import { erc20Abi } from '@/lib/chain/contract-abis'
import { findTransactionNetwork } from '@/lib/chain/find-network-with'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { createRpc, type Rpc } from '@/lib/devnet/rpc'
import { crossOrders, send, signOppositeOrders } from '@/lib/testing/auctions/test-settlement'
import type { TestNetwork } from '@/lib/testing/chain/test-network'
import { insertOrder } from '@/lib/testing/orders/insert-order'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import type { TestDatabase } from '@/lib/testing/test-database'
import { findTokenNetwork } from '@/lib/tokens/get-tokens'
import { findTransactionReport } from './find-transaction-report'

let network: TestNetwork
let rpc: Rpc
let database: TestDatabase

test.beforeAll(({ network: mainnet, database: empty }) => {
  network = mainnet
  rpc = createRpc(network.rpcUrl)
  database = empty
})

const contextAt = (rpcUrl: string) =>
  createTestContext({ db: database.db, rpcUrls: new Map([[1, rpcUrl]]) })
const report = (hash: Hex) => findTransactionReport(contextAt(network.rpcUrl), { chainId: 1, hash })

test('reports a settlement with its trades, token flows and cost', async () => {
  const orders = await signOppositeOrders(network)
  const [forth] = orders
  await insertOrder(database.db, forth)
  const hash = await send(network, crossOrders(network, { orders }))
  const { transaction, outcome, tokens } = (await report(hash)) ?? {}
  expect(transaction).toMatchObject({ hash, call: { kind: 'settlement', method: 'settle' } })
  expect(outcome).toMatchObject({ status: 'succeeded', confirmations: 1n, furtherLogs: 0 })
  expect(outcome?.fee).toBe((outcome?.gasUsed ?? 0n) * (outcome?.gasPrice ?? 0n))
  expect(outcome?.trades).toMatchObject([
    { orderUid: forth.uid, isKnown: true, sellAmount: forth.sellAmount },
    { isKnown: false },
  ])
  expect(outcome?.flows).toContainEqual({
    party: forth.owner,
    flows: [
      { token: forth.sellToken, atoms: -forth.sellAmount },
      { token: forth.buyToken, atoms: forth.buyAmount },
    ],
  })
  expect(tokens?.get(forth.sellToken)?.symbol).toBe('WETH')
})

test('reports a transaction without a block as pending, and a reverted one as failed', async () => {
  const [from] = (await rpc('eth_accounts', [])) as [Address]
  const data = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'transfer',
    args: [from, 1n << 200n],
  })
  await rpc('evm_setAutomine', [false])
  const gas = '0x30d40'
  const hash = (await rpc('eth_sendTransaction', [
    { from, to: network.tokens.USDC, data, gas },
  ])) as Hex
  expect(await report(hash)).toMatchObject({
    transaction: { call: { kind: 'token-transfer' } },
    outcome: undefined,
  })
  await rpc('evm_mine', [])
  await rpc('evm_setAutomine', [true])
  expect((await report(hash))?.outcome).toMatchObject({ status: 'failed', flows: [], logs: [] })
})

test('returns nothing for an unknown hash, but fails if the network does not respond', async () => {
  const hash = `0x${'ab'.repeat(32)}` as const
  expect(await report(hash)).toBeUndefined()
  const silent = findTransactionReport(contextAt('http://127.0.0.1:1'), { chainId: 1, hash })
  await expect(silent).rejects.toMatchObject({ code: 'InternalServerError' })
})

test('finds the network of a token, and falls back to the default one for a transaction', async () => {
  const chainIds = [100, 1]
  const rpcUrls = new Map([
    [100, 'http://127.0.0.1:1'],
    [1, network.rpcUrl],
  ])
  const ctx = createTestContext({ db: database.db, rpcUrls })
  const token = network.tokens.WETH ?? '0x'
  expect(ctx.config.chainIds).toEqual(expect.arrayContaining(chainIds))
  expect(await findTokenNetwork(ctx, token)).toBe(1)
  expect(await findTokenNetwork(ctx, `0x${'ab'.repeat(20)}`)).toBeUndefined()
  const nowhere = `0x${'ab'.repeat(32)}` as const
  expect(await findTransactionNetwork(ctx, nowhere)).toBe(ctx.config.defaultChainId)
})
