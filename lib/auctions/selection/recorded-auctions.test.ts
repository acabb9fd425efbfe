import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import type { Auction } from '@/lib/auctions/model/auction'
import type { Solution } from '@/lib/auctions/model/solution'
import { unpackInput } from '@/lib/auctions/replay/auction-input'
import { randomAuction } from '@/lib/testing/auctions/random-auction'
import { createTestContext } from '@/lib/testing/test-context'
import { combineWinners } from './combine-winners'
import { runAuction } from './run-auction'
import { selectParticipants } from './select-participants'

const ctx = createTestContext()
const lines: string[] = []

/** Recorded and synthetic auctions: number of orders, and shares of partially fillable and buy orders. */
const stored = [96, 114, 119, 120, 123, 124]
const madeUp = [
  [2, 0, 0],
  [3, 1, 0],
  [5, 0, 1],
  [5, 0.5, 0.5],
  [8, 0, 0],
  [8, 1, 0.5],
  [12, 0, 0.3],
  [12, 0.5, 0],
  [20, 0, 0],
  [20, 0.5, 0.3],
  [30, 0, 0.5],
  [30, 1, 0],
  [40, 0.3, 0.3],
  [60, 0.2, 0.2],
] as const

test.each(stored)('auction %i has the recorded outcome', async (id) => {
  const { auction } = await unpackInput(readFileSync(`lib/testing/auctions/${id}.json.gz`))
  lines.push(`stored ${id}`, ...(await outcomeOf(auction)))
})

test.each(madeUp)('a generated auction of %i orders has the recorded outcome', async (...size) => {
  const [orders, partial, buying] = size
  const auction = randomAuction({ seed: orders, orders, partial, buying, tokens: 12, pools: 40 })
  lines.push(`made up ${size.join(' ')}`, ...(await outcomeOf(auction)))
})

/** Contenders and transactions, one line each: solver, score, gas, number of trades, and a digest of all amounts. */
async function outcomeOf(auction: Auction): Promise<string[]> {
  const participants = await runAuction(ctx, auction, { timeMs: 600_000 })
  const { winners } = selectParticipants(auction, participants)
  const groups = combineWinners(auction, winners)
  return [
    ...participants.map(({ solution, score, isFair }) => `  ${lineOf(solution, score)} ${isFair}`),
    ...groups.map(({ solution, members }) => {
      const scores = members.map(({ place, score }) => `${place}:${score}`)
      return `  wins: ${lineOf(solution, 0n)} ${scores.join(' ')}`
    }),
  ]
}

function lineOf({ solver, gas, trades, routes, clearingPrices }: Solution, score: bigint): string {
  const amounts = [
    ...[...clearingPrices].flat(),
    ...trades.flatMap((trade) => [trade.uid, trade.executedAmount, trade.sellAmount]),
    ...trades.flatMap((trade) => [trade.buyAmount, trade.cost ?? 0n]),
    ...routes.flatMap(({ hops }) =>
      hops.flatMap((hop) => [hop.pool.address, hop.amountIn, hop.amountOut]),
    ),
  ]
  const digest = createHash('sha256').update(amounts.join()).digest('hex').slice(0, 16)
  return `${solver} ${score} ${gas} ${trades.length} ${digest}`
}

test('twenty auctions have the recorded outcomes', async () => {
  // Nothing is compared if only some of the tests run.
  if (lines.filter((line) => !line.startsWith(' ')).length < stored.length + madeUp.length) return
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(
    resolve('lib/testing/recorded/auctions.txt'),
  )
})
