import { expect, test } from 'vitest'
import type { FollowedBlock, ShadowResult } from '@/lib/settlements/submission/shadow-store'
import { shadowOutcome, sumShadows } from './shadow-outcome'

function resultOf(
  block: FollowedBlock | undefined,
  change: Partial<ShadowResult> = {},
): ShadowResult {
  return {
    ...{ id: 1n, chainId: 1, auctionId: 7n, blockNumber: 99n, orderUids: ['0x01'], trades: [] },
    ...{
      gas: 200n,
      maxFee: 20n,
      tip: 1n,
      value: 10_000n,
      kept: 5_000n,
      gasLimit: 300n,
      feeCap: 30n,
    },
    ...{ deadlineBlock: 104n, privateUntilBlock: undefined, followed: block ? [block] : [] },
    ...{ endedAt: new Date(0), createdAt: new Date(0), ...change },
  }
}

const mined = {
  ...{ block: 100, price: '10', gas: '200', dataFee: '50', kept: '5000', owed: '400' },
  ...{ keptThere: '4500', owedThere: '300' },
}

test('a mined settlement earns what it keeps less what it owes, its gas and the fee for data', () => {
  expect(shadowOutcome(resultOf(mined))).toEqual({
    ...{ end: 'mined', block: mined, spent: 2_050n, kept: 5_000n, owed: 400n, cause: undefined },
    ...{ net: 5_000n - 400n - 2_050n, netThere: 4_500n - 300n - 2_050n },
  })
})

test('a public settlement that fails costs its gas, a private one nothing', () => {
  const failed = { block: 100, price: '10', gas: '80', dataFee: '0', fault: 'reverts: moved' }
  expect(shadowOutcome(resultOf(failed))).toMatchObject({
    ...{ end: 'reverted', spent: 800n, kept: 0n, net: -800n, netThere: -800n },
    cause: 'reverts: moved',
  })
  expect(shadowOutcome(resultOf(failed, { privateUntilBlock: 104n }))).toMatchObject({
    ...{ end: 'withdrawn', spent: 0n, net: 0n, cause: 'reverts: moved' },
  })
  expect(shadowOutcome(resultOf(failed, { privateUntilBlock: 99n })).end).toBe('reverted')
  // Its last private block found it failing, so it is not made public.
  const followed = [{ ...failed, block: 99 }, failed]
  expect(shadowOutcome(resultOf(failed, { privateUntilBlock: 99n, followed })).end).toBe(
    'withdrawn',
  )
})

test.for<[FollowedBlock | undefined, Partial<ShadowResult>, string]>([
  [undefined, {}, 'late'],
  [{ block: 104, tooDear: { since: 100, baseFee: '50', maxFee: '20', tip: '1' } }, {}, 'late'],
  [{ block: 100, unplayed: 'its state was not kept' }, {}, 'unknown'],
  [mined, { endedAt: undefined }, 'pending'],
  // A row of an earlier version, which was simulated on three blocks.
  [
    mined,
    { deadlineBlock: undefined, followed: [mined, { block: 101, fault: 'reverts: x' }] },
    'mined',
  ],
])('%j, %j: %s', ([block, change, end]) => {
  expect(shadowOutcome(resultOf(block, change)).end).toBe(end)
})

test('sums name the worst settlement, and count causes without their figures', () => {
  const fails = (fault: string) => ({ block: 100, price: '10', gas: '80', fault })
  const totals = sumShadows([
    resultOf(mined),
    resultOf(fails('out of gas: uses 5 of 4'), { auctionId: 8n }),
    resultOf(fails('out of gas: uses 9 of 8')),
    resultOf(fails('reverts: x'), { privateUntilBlock: 104n }),
    resultOf(undefined, { endedAt: undefined }),
  ])
  expect(totals).toMatchObject({
    ...{ sent: 5, mined: 1, reverted: 2, withdrawn: 1, pending: 1, late: 0, unknown: 0 },
    ...{ spent: 2_050n + 1_600n, kept: 5_000n, owed: 400n, netThere: 2_150n - 1_600n },
    worst: { net: -800n, auctionId: 8n },
    causes: [
      { cause: 'out of gas: uses … of …', count: 2 },
      { cause: 'reverts: x', count: 1 },
    ],
  })
})
