import { expect } from 'vitest'
import { maxUint256 } from '@/lib/core/amount'
import { defaultVaultRelayer } from '@/lib/core/networks'
import { payableOf } from '@/lib/orders/placement/funds-calls'
import type { SolverFixture } from '@/lib/testing/auctions/solver-fixture'
import { test } from '@/lib/testing/test'
import { readTokenFunds } from './read-order-chain-state'

/** A loop that burns all its gas. */
const burnsAllGas = '0x5b600056'
/** Returns two million zero bytes. */
const answersTwoMegabytes = '0x621e84806000f3'
const reverts = '0x60006000fd'
const hostile = (digit: number) => `0x${`e${digit}`.repeat(20)}` as const

let fixture: SolverFixture

test.beforeAll(({ solver }) => {
  fixture = solver
})

test('tokens that burn gas, return too much or revert affect no other token', async () => {
  for (const [i, code] of [burnsAllGas, answersTwoMegabytes, reverts, '0x'].entries()) {
    await fixture.rpc('anvil_setCode', [hostile(i), code])
  }
  const { order } = { order: await fixture.place(1, {}) }
  const honest = { token: order.sellToken, owner: order.owner, spender: defaultVaultRelayer }
  const fundings = [0, 1, 2, 3].flatMap((digit) =>
    Array.from({ length: 40 }, (_, index) => ({
      token: hostile(digit),
      owner: `0x${index.toString(16).padStart(40, '0')}` as const,
      spender: defaultVaultRelayer,
    })),
  )
  const blockNumber = await fixture.ctx.chain(1).client.getBlockNumber()
  const funds = await readTokenFunds(fixture.ctx, {
    chainId: 1,
    blockNumber,
    fundings: [...fundings, honest],
  })
  expect(fundings.map(funds)).toEqual(fundings.map(() => ({ balance: 0n, allowance: 0n })))
  expect(funds(honest).balance).toBeGreaterThan(10n ** 18n)
  expect(funds(honest).balance).toBeLessThan(maxUint256)
})

test('each owner of a token gets its own result', async () => {
  const token = fixture.token('DAI')
  const fundings = fixture.network.accounts.flatMap(({ address: owner }) => [
    { token, owner, spender: owner },
    ...Array.from({ length: 9 }, (_, i) => ({
      token,
      owner: `0x${String(i).padStart(40, '1')}` as const,
      spender: owner,
    })),
  ])
  await fixture.place(2, { sellToken: token })
  const paying = {
    token,
    owner: fixture.network.accounts[2]?.address ?? '0x',
    spender: defaultVaultRelayer,
  }
  const blockNumber = await fixture.ctx.chain(1).client.getBlockNumber()
  const input = { chainId: 1, blockNumber, fundings: [...fundings, paying] }
  const funds = await readTokenFunds(fixture.ctx, input)
  expect(fundings.map((funding) => funds(funding).allowance)).toEqual(fundings.map(() => 0n))
  expect(payableOf(funds(paying))).toBeGreaterThan(0n)
})
