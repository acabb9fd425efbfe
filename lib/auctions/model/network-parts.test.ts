import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { KeptToken } from '@/lib/chain-events/contract-event'
import type { Address } from '@/lib/core/address'
import {
  dai,
  fixtureAuction,
  fixtureOrder,
  gno,
  milli,
  usdc,
  weth,
} from '@/lib/testing/auctions/build-auction-fixture'
import { networkParts } from './network-parts'

const tokens = [weth, usdc, dai, gno]

const drawnTrade = fc.record({
  kind: fc.constantFrom('sell' as const, 'buy' as const),
  sell: fc.nat(3),
  buy: fc.nat(2),
  sellAmount: fc.bigInt(1n, 10n ** 24n),
  signedFee: fc.constantFrom(0n, 0n, 10n ** 15n),
  cost: fc.oneof(fc.constant(0n), fc.bigInt(0n, 10n ** 20n)),
  scheme: fc.constantFrom('eip712' as const, 'eip1271' as const),
  solution: fc.nat(2),
})

const drawn = fc.record({
  trades: fc.array(drawnTrade, { minLength: 1, maxLength: 12 }),
  prices: fc.array(fc.bigInt(0n, 10n ** 30n), { minLength: 4, maxLength: 4 }),
  kept: fc.array(
    fc.record({
      amount: fc.bigInt(-(10n ** 9n), 10n ** 21n),
      owed: fc.constantFrom(0n, 0n, 10n ** 12n),
    }),
    { minLength: 4, maxLength: 4 },
  ),
  gas: fc.bigInt(0n, 10_000_000n),
  untrusted: fc.option(fc.constantFrom(...tokens.slice(1))),
})

test('parts sum up to the slippage less liabilities, within an atom each, and none is negative', () => {
  fc.assert(
    fc.property(drawn, ({ trades, prices: drawnPrices, kept: drawnKept, gas, untrusted }) => {
      const entries = trades.map(({ kind, sell, buy, scheme }, index) => {
        const sellToken = tokens[sell] as Address
        const buyToken = tokens.filter((token) => token !== sellToken)[buy] as Address
        return fixtureOrder(index + 1, { kind, sellToken, buyToken, signingScheme: scheme })
      })
      const prices = new Map(tokens.map((token, i) => [token, drawnPrices[i] as bigint]))
      const depths = new Map(untrusted ? [[untrusted, milli(1)] as const] : [])
      const auction = fixtureAuction(entries, [], { prices, depths })
      const kept = tokens.map((token, i): KeptToken => ({ token, ...drawnKept[i]! }))
      const solutions = [0, 1, 2].map((own) => ({
        gas,
        trades: trades.flatMap(({ solution, sellAmount, signedFee, cost }, i) =>
          solution === own ? [{ uid: entries[i]!.uid, sellAmount, signedFee, cost }] : [],
        ),
      }))
      const parts = networkParts(auction, solutions, kept)
      expect(parts.size).toBe(trades.length)
      const priceOf = (token: Address) => (token === untrusted ? 0n : (prices.get(token) ?? 0n))
      let wanted = 0n
      for (const { token, amount, owed } of kept) wanted += (amount - owed) * priceOf(token)
      for (const [i, { signedFee }] of trades.entries()) {
        wanted -= signedFee * priceOf(entries[i]!.order.sellToken)
      }
      const feeTokens = entries.map(({ order: { kind, buyToken, sellToken } }) =>
        kind === 'sell' ? buyToken : sellToken,
      )
      const left = trades.reduce((all, { cost }, i) => all + cost * priceOf(feeTokens[i]!), 0n)
      let [sum, atoms] = [0n, 0n]
      for (const [i, { uid }] of entries.entries()) {
        const part = parts.get(uid) ?? -1n
        expect(part).toBeGreaterThanOrEqual(0n)
        const price = prices.get(feeTokens[i]!) ?? 0n
        sum += part * price
        atoms += price
        const cost = priceOf(feeTokens[i]!) === 0n ? 0n : trades[i]!.cost
        if (wanted >= left) expect(part).toBeGreaterThanOrEqual(wanted <= 0n ? 0n : cost)
        else expect(part).toBeLessThanOrEqual(cost)
      }
      if (wanted <= 0n || atoms === 0n) expect(sum).toBe(0n)
      else {
        expect(sum).toBeLessThanOrEqual(wanted)
        expect(sum).toBeGreaterThan(wanted - atoms)
      }
    }),
    { numRuns: 2_000 },
  )
})

test('an order pays for its own gas and a share of the rest by its volume', () => {
  const pair = { sellToken: usdc, buyToken: weth }
  const [small, large, wallet] = [
    fixtureOrder(1, pair),
    fixtureOrder(2, pair),
    fixtureOrder(3, { ...pair, signingScheme: 'eip1271' }),
  ]
  const auction = fixtureAuction([small, large, wallet], [])
  const trade = (uid: `0x${string}`, whole: number) => ({
    uid,
    sellAmount: milli(whole),
    signedFee: 0n,
    cost: 0n,
  })
  const trades = [trade(small.uid, 1_000), trade(large.uid, 8_000), trade(wallet.uid, 1_000)]
  // Three orders by themselves use 225,000; the rest of a million is split one to eight to one.
  const kept = [{ token: weth, amount: 1_000_000n, owed: 0n }]
  const parts = networkParts(auction, [{ gas: 1_000_000n, trades }], kept)
  expect([...parts.values()]).toEqual([143_500n, 686_000n, 170_500n])
})

test('an order pays its charged cost and its share of further slippage', () => {
  const pair = { sellToken: usdc, buyToken: weth }
  const orders = [fixtureOrder(1, pair), fixtureOrder(2, pair)]
  const auction = fixtureAuction(orders, [])
  const trades = orders.map(({ uid }, i) => ({
    ...{ uid, sellAmount: milli(1_000), signedFee: 0n },
    cost: i === 0 ? 1_000n : 3_000n,
  }))
  const partsOf = (amount: bigint) => {
    const kept = [{ token: weth, amount, owed: 0n }]
    return [...networkParts(auction, [{ gas: 300_000n, trades }], kept).values()]
  }
  expect(partsOf(4_000n)).toEqual([1_000n, 3_000n])
  expect(partsOf(4_500n)).toEqual([1_250n, 3_250n])
  // The difference was lost to rounding.
  expect(partsOf(3_996n)).toEqual([999n, 2_997n])
})
