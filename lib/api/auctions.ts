import { z } from 'zod'
import { viewCompetition, viewCompetitionV2 } from '@/lib/auctions/competition-view'
import { getCompetition } from '@/lib/auctions/get-competition'
import { defineEndpoint } from './endpoint'
import { addressText, amountText, hash32, hexText, idText } from './fields'

const tag = 'Solver competition'
const throws = ['NotFound'] as const
const amounts = { id: hexText, sellAmount: amountText, buyAmount: amountText }

const auction = z.object({
  orders: z.array(hexText),
  prices: z.record(z.string(), amountText),
})

const entry = {
  solverAddress: addressText,
  score: amountText,
  ranking: z.int(),
  clearingPrices: z.record(z.string(), amountText),
  isWinner: z.boolean(),
  filteredOut: z.boolean(),
}

const head = {
  auctionId: z.int(),
  auctionStartBlock: z.int(),
  auctionDeadlineBlock: z.int(),
  transactionHashes: z.array(hexText),
  referenceScores: z.record(z.string(), amountText),
  auction,
}

const competition = z
  .object({
    ...head,
    competitionSimulationBlock: z.int(),
    solutions: z.array(
      z.object({ solver: z.string(), ...entry, orders: z.array(z.object(amounts)) }),
    ),
  })
  .meta({ id: 'SolverCompetition' })

const competitionV2 = z
  .object({
    ...head,
    solutions: z.array(
      z.object({
        ...entry,
        orders: z.array(z.object({ ...amounts, sellToken: addressText, buyToken: addressText })),
        txHash: hexText.nullable(),
        referenceScore: amountText.nullable(),
      }),
    ),
  })
  .meta({ id: 'SolverCompetitionV2' })

/** GET /api/v1/solver_competition/{auction_id}. Spec: Orderbook endpoints. */
export const readCompetition = defineEndpoint({
  name: 'readCompetition',
  method: 'GET',
  path: '/api/v1/solver_competition/{auction_id}',
  summary: 'The solver competition of an auction',
  tag,
  throws,
  params: z.object({ auction_id: idText }),
  response: competition,
  run: async (ctx, { params, network: { chainId } }) =>
    viewCompetition(await getCompetition(ctx, { chainId, auctionId: params.auction_id })),
})

/** GET /api/v2/solver_competition/{auction_id}. */
export const readCompetitionV2 = defineEndpoint({
  name: 'readCompetitionV2',
  method: 'GET',
  path: '/api/v2/solver_competition/{auction_id}',
  summary: 'The solver competition of an auction, with transactions and reference scores',
  tag,
  throws,
  params: z.object({ auction_id: idText }),
  response: competitionV2,
  run: async (ctx, { params, network: { chainId } }) =>
    viewCompetitionV2(await getCompetition(ctx, { chainId, auctionId: params.auction_id })),
})

/** GET /api/v2/solver_competition/latest. */
export const readLatestCompetition = defineEndpoint({
  name: 'readLatestCompetition',
  method: 'GET',
  path: '/api/v2/solver_competition/latest',
  summary: 'The newest solver competition of the network',
  tag,
  throws,
  response: competitionV2,
  run: async (ctx, { network: { chainId } }) =>
    viewCompetitionV2(await getCompetition(ctx, { chainId, latest: true })),
})

/** GET /api/v2/solver_competition/by_tx_hash/{tx_hash}. */
export const readCompetitionByTransaction = defineEndpoint({
  name: 'readCompetitionByTransaction',
  method: 'GET',
  path: '/api/v2/solver_competition/by_tx_hash/{tx_hash}',
  summary: 'The solver competition that a transaction settles',
  tag,
  throws,
  params: z.object({ tx_hash: hash32 }),
  response: competitionV2,
  run: async (ctx, { params, network: { chainId } }) =>
    viewCompetitionV2(await getCompetition(ctx, { chainId, txHash: params.tx_hash })),
})
