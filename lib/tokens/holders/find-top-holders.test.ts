import fc from 'fast-check'
import { encodeFunctionData, erc20Abi, parseAbi, toHex } from 'viem'
import { describe, expect } from 'vitest'
import type { Address } from '@/lib/core/address'
import { getTestAccount } from '@/lib/devnet/accounts'
import { listDevnetTokens } from '@/lib/devnet/embedded-networks'
import { marketMaker } from '@/lib/devnet/market/market-maker'
import { cases } from '@/lib/testing/cases'
import type { HolderFixture, TestCall } from '@/lib/testing/market/holder-fixture'
import { test } from '@/lib/testing/test'
import { findTopHolders } from './find-top-holders'

let fixture: HolderFixture

test.beforeEach(({ holders }) => {
  fixture = holders
})

const mintAbi = parseAbi(['function mint(address to, uint256 value)'])
const rebaseAbi = parseAbi(['function rebase(uint256 newSupply)'])
const wrapAbi = parseAbi(['function deposit() payable', 'function withdraw(uint256 amount)'])

const accountOf = (index: number): Address => getTestAccount(index).address

const account = fc.integer({ min: 0, max: 9 })
const symbols = listDevnetTokens(1).map(({ symbol }) => symbol)
const step = fc.oneof(
  fc.record({
    kind: fc.constant('transfer' as const),
    symbol: fc.constantFrom(...symbols),
    from: account,
    to: account,
    share: fc.integer({ min: 1, max: 1_000 }),
  }),
  fc.record({
    kind: fc.constant('mint' as const),
    symbol: fc.constantFrom(...symbols.filter((symbol) => symbol !== 'WETH')),
    to: account,
    amount: fc.bigInt({ min: 1n, max: 10n ** 24n }),
  }),
  fc.record({
    kind: fc.constant('wrap' as const),
    from: account,
    amount: fc.bigInt({ min: 1n, max: 10n ** 18n }),
  }),
  fc.record({
    kind: fc.constant('unwrap' as const),
    from: account,
    share: fc.integer({ min: 1, max: 1_000 }),
  }),
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

async function shareOf(symbol: string, holder: Address, share: number): Promise<bigint> {
  const balance = await fixture.ctx.chain(1).client.readContract({
    address: fixture.token(symbol),
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [holder],
  })
  return (balance * BigInt(share)) / 1_000n
}

async function callOf(action: Step): Promise<TestCall> {
  if (action.kind === 'mint') {
    const args = [accountOf(action.to), action.amount] as const
    const data = encodeFunctionData({ abi: mintAbi, functionName: 'mint', args })
    return { from: marketMaker, to: fixture.token(action.symbol), data }
  }
  const from = accountOf(action.from)
  if (action.kind === 'wrap') {
    const data = encodeFunctionData({ abi: wrapAbi, functionName: 'deposit' })
    return { from, to: fixture.token('WETH'), data, value: toHex(action.amount) }
  }
  if (action.kind === 'unwrap') {
    const args = [await shareOf('WETH', from, action.share)] as const
    const data = encodeFunctionData({ abi: wrapAbi, functionName: 'withdraw', args })
    return { from, to: fixture.token('WETH'), data }
  }
  const args = [accountOf(action.to), await shareOf(action.symbol, from, action.share)] as const
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args })
  return { from, to: fixture.token(action.symbol), data }
}

async function expectExact(): Promise<void> {
  for (const { symbol, address } of listDevnetTokens(1)) {
    const held = await fixture.held(address)
    expect(Object.keys(held).length, symbol).toBeGreaterThan(0)
    expect(await fixture.served(address), symbol).toEqual(held)
  }
}

describe('the top holders', () => {
  test('match the contracts to the atom, for every token and account, after any sequence of calls', {
    tags: ['long'],
  }, async () => {
    await fixture.rpc('anvil_impersonateAccount', [marketMaker])
    await fixture.index()
    await fixture.backfill()
    await expectExact()
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 12, maxLength: 12 }), async (steps) => {
        for (const action of steps) await fixture.send(await callOf(action))
        await fixture.index()
        await expectExact()
      }),
      { numRuns: cases(1, 5), seed: 4, endOnFailure: true },
    )
    const unfaithful = await fixture.db.trackedToken.findMany({ where: { faithful: false } })
    expect(unfaithful.map(({ address }) => address)).toEqual([fixture.token('stETH')])
  })

  test('of a rebasing token are read from its contract', async () => {
    await fixture.index()
    await fixture.backfill()
    const token = fixture.token('stETH')
    const before = await fixture.served(token)
    await fixture.rpc('anvil_impersonateAccount', [marketMaker])
    const data = encodeFunctionData({ abi: rebaseAbi, functionName: 'rebase', args: [10n ** 24n] })
    await fixture.send({ from: marketMaker, to: token, data })
    await fixture.index()
    const answer = await fixture.served(token)
    expect(answer).not.toEqual(before)
    expect(answer).toEqual(await fixture.held(token))
  })

  test('are sorted by balance, limited, and exclude the zero address', async () => {
    const token = fixture.token('DAI')
    const zero = '0x0000000000000000000000000000000000000000'
    for (const to of [zero, accountOf(1)] as const) {
      const args = [to, 10n ** 21n] as const
      const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args })
      await fixture.send({ from: accountOf(0), to: token, data })
    }
    await fixture.index()
    await fixture.backfill()
    const all = await findTopHolders(fixture.ctx, { chainId: 1, token, limit: 1_000 })
    const holders = all?.holders ?? []
    expect(holders.length).toBeGreaterThan(10)
    expect(holders.map(({ address }) => address)).not.toContain(zero)
    const sorted = [...holders].sort(
      (a, b) => Number(b.balance - a.balance) || (a.address < b.address ? -1 : 1),
    )
    expect(holders).toEqual(sorted)
    const two = await findTopHolders(fixture.ctx, { chainId: 1, token, limit: 2 })
    expect(two?.holders).toEqual(holders.slice(0, 2))
    const tip = await fixture.ctx.chain(1).client.getBlock()
    expect(two?.asOf).toBe(Number(tip.timestamp))
  })

  test('are unknown for the native token and untracked tokens', async () => {
    const native = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
    const otherAccount = `0x${'12'.repeat(20)}` as const
    for (const token of [native, otherAccount] as const) {
      expect(await findTopHolders(fixture.ctx, { chainId: 1, token, limit: 100 })).toBeUndefined()
    }
  })
})
