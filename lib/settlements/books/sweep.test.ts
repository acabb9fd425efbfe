import { numberToHex } from 'viem'
import { expect } from 'vitest'
import type { Address } from '@/lib/core/address'
import { defaultSettlement } from '@/lib/core/networks'
import { runOperator } from '@/lib/operator/run-operator'
import {
  deleteSettlementPause,
  insertSettlementPause,
} from '@/lib/settlements/submission/settlement-pause-store'
import type { SolverFixture } from '@/lib/testing/auctions/solver-fixture'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import { bookCosts } from './book-costs'
import { checkBalance } from './check-balance'
import { insertCost } from './cost-store'
import { signSweep } from './sweep'

const to: Address = `0x${'7e'.repeat(20)}`
const usdc = 10n ** 6n
const leadership = { chainId: 1, epoch: 1n }
let fixture: SolverFixture

test.beforeAll(async ({ solver }) => {
  fixture = solver
  const amount = numberToHex(500n * usdc)
  await fixture.rpc('anvil_dealERC20', [defaultSettlement, fixture.token('USDC'), amount])
})

const pause = () =>
  insertSettlementPause(fixture.ctx.db, { chainId: 1, reason: 'a sweep', stoppedAt: new Date() })

test('transfers what the contract holds beyond what it owes, and books the sweep', async ({
  database,
}) => {
  const { ctx, network } = fixture
  await fixture.index()
  await checkBalance(ctx, leadership)
  // An earlier settlement kept 20 for others.
  const token = fixture.token('USDC')
  await insertCost(ctx.db, {
    ...{ chainId: 1, txHash: `0x${'01'.repeat(32)}`, kind: 'settlement', succeeded: true },
    ...{ solverAddress: to, nonce: 0n, blockNumber: 0n, blockHash: `0x${'02'.repeat(32)}` },
    ...{ timestamp: 0, gasUsed: 0n, gasPrice: 0n, gasWei: 0n, l1Wei: 0n, costWei: 0n },
    ...{ auctionId: undefined, slackWei: 0n, burnWei: 0n, keptWei: 0n, owedWei: 0n },
    kept: [{ token, amount: String(30n * usdc), owed: String(20n * usdc) }],
  })
  await pause()
  const operating = createTestContext({
    url: database.url,
    rpcUrls: new Map([[1, network.rpcUrl]]),
    environment: { EMBEDDED_CHAIN_IDS: '1', SOLVER_PRIVATE_KEY: network.solver.privateKey },
  })
  const printed: string[] = []
  const print = (text: string) => printed.push(text)
  const code = await runOperator(operating, {
    argv: ['sweep', 'mainnet', to, '--reason', 'monthly', '--yes'],
    user: 'alice',
    terminal: { print, printError: print, ask: undefined },
  })
  await operating.db.$disconnect()
  // The table may wrap between the two.
  expect(printed.join()).toContain('480000000 of')
  expect(printed.join()).toContain(token)
  expect(code).toBe(0)
  expect(await fixture.balanceOf(token, to)).toBe(480n * usdc)
  expect(await fixture.balanceOf(token, defaultSettlement)).toBe(20n * usdc)
  await fixture.index()
  await bookCosts(ctx, leadership)
  const [booked] = await ctx.db.settlementCost.findMany({ where: { kind: 'sweep' } })
  expect(booked).toMatchObject({ succeeded: true, kept: null })
  expect(await checkBalance(ctx, leadership)).toBeUndefined()
})

test('rejects a sweep while settling is not paused, or if the contract is shared', async () => {
  const { ctx } = fixture
  await deleteSettlementPause(ctx.db, 1)
  await expect(signSweep(ctx, { chainId: 1, to })).rejects.toThrow('not paused')
  await pause()
  const config = { ...ctx.config, embeddedChainIds: [] }
  await expect(signSweep({ ...ctx, config }, { chainId: 1, to })).rejects.toThrow('is shared')
})
