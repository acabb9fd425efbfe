import fc from 'fast-check'
import { encodeFunctionData, erc20Abi } from 'viem'
import { expect } from 'vitest'
import type { Address } from '@/lib/core/address'
import { defaultSettlement } from '@/lib/core/networks'
import { listDevnetTokens } from '@/lib/devnet/embedded-networks'
import { sendTransaction } from '@/lib/devnet/rpc'
import { discoverPools } from '@/lib/liquidity/pools/discover-pools'
import type { NewOrder } from '@/lib/orders/order-record'
import { placeCharged } from '@/lib/testing/auctions/charged-orders'
import type { SolverFixture } from '@/lib/testing/auctions/solver-fixture'
import { cases } from '@/lib/testing/cases'
import { testWith } from '@/lib/testing/test'
import { repeat } from '@/lib/testing/until'

const partner: Address = `0x${'7a'.repeat(20)}`
const treasury: Address = `0x${'7b'.repeat(20)}`
const owners = [1, 2, 3, 4]

let fixture: SolverFixture
/** All tokens that the owner has, including fee-on-transfer and share-based ones. */
let tokens: readonly Address[] = []

const test = testWith({ VOLUME_FEE_BPS: '7', VOLUME_FEE_RECIPIENT: treasury })

test.beforeAll(async ({ solver }) => {
  fixture = solver
  await repeat(() => discoverPools(fixture.ctx, { chainId: 1 }), Boolean)
  const known = listDevnetTokens(1).map(({ address }) => address.toLowerCase() as Address)
  const held = await Promise.all(known.map((token) => fixture.balanceOf(token, accountOf(1))))
  tokens = known.filter((_, i) => (held[i] ?? 0n) > 1_000_000n)
  const { feeOnTransferToken = '', rebasingToken = '' } = fixture.network.fixtures ?? {}
  for (const odd of [feeOnTransferToken, rebasingToken]) expect(tokens).toContain(odd.toLowerCase())
  // Initial balances of the settlement contract: without a balance, nothing could be lost.
  for (const token of tokens) await give(token, 1_000_003n)
})

function accountOf(index: number): Address {
  return fixture.network.accounts[index]?.address ?? '0x'
}

function give(token: Address, amount: bigint): Promise<unknown> {
  const args = [defaultSettlement, amount] as const
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args })
  return sendTransaction(fixture.rpc, { from: accountOf(1), to: token, data })
}

const buffers = () =>
  Promise.all(tokens.map((token) => fixture.balanceOf(token, defaultSettlement)))

const drawn = fc.record({
  owner: fc.constantFrom(...owners),
  sell: fc.nat(),
  buy: fc.nat(),
  kind: fc.constantFrom('sell' as const, 'buy' as const),
  partiallyFillable: fc.boolean(),
  /** The sell amount, in millionths of the owner's balance, plus some atoms. */
  part: fc.integer({ min: 1, max: 2_000 }),
  odd: fc.bigInt(0n, 9_999n),
  /** The signed fee, in thousandths of that. */
  fee: fc.constantFrom(0n, 0n, 3n),
  partner: fc.constantFrom<NewOrder['partnerFees']>(
    [],
    [{ recipient: partner, volumeBps: 13 }],
    [{ recipient: partner, surplusBps: 3_333, maxVolumeBps: 90 }],
  ),
})

type Drawn = typeof drawn extends fc.Arbitrary<infer T> ? T : never

/** Places an order with the loosest limit; for a purchase, the most that its owner can pay. */
async function place(terms: Drawn): Promise<void> {
  const { owner, kind, partiallyFillable, fee } = terms
  const sellToken = tokens[terms.sell % tokens.length] as Address
  const others = tokens.filter((token) => token !== sellToken)
  const buyToken = others[terms.buy % others.length] as Address
  const held = await fixture.balanceOf(sellToken, accountOf(owner))
  const sellAmount = (held * BigInt(terms.part)) / 1_000_000n + terms.odd
  if (sellAmount < 1_000n) return
  const feeAmount = (sellAmount * fee) / 1_000n
  const buyAmount = kind === 'sell' ? 1n : 777n + terms.odd
  const pair = { sellToken, buyToken, kind, partiallyFillable }
  const amounts = { sellAmount, buyAmount, feeAmount }
  await placeCharged(fixture, owner, { ...pair, ...amounts, partnerFees: terms.partner })
}

test('no settlement leaves the settlement contract with less of any token', {
  tags: ['long'],
  timeout: 600_000,
}, async () => {
  let settled = 0
  const auctions = fc.array(drawn, { minLength: 2, maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(auctions, async (orders) => {
      await fixture.ctx.db.order.updateMany({ data: { status: 'cancelled' } })
      for (const terms of orders) await place(terms)
      for (let round = 0; round < 2; round += 1) {
        const before = await buffers()
        const { state } = await fixture.settle()
        const after = await buffers()
        if (state === 'mined') settled += 1
        for (const [i, held] of after.entries()) {
          expect(held, tokens[i]).toBeGreaterThanOrEqual(before[i] ?? 0n)
        }
        if (state !== 'mined') return
        await fixture.index()
      }
    }),
    { numRuns: cases(1, 12), seed: 11, endOnFailure: true },
  )
  expect(settled).toBeGreaterThan(cases(0, 9))
})
