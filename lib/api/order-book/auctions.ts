import { z } from 'zod'
import { defineEndpoint } from '@/lib/api/declare/endpoint'
import { malformedParameter, refusal } from '@/lib/api/declare/example'
import { addressText, amountText, hash32, hexText, idText } from '@/lib/api/declare/fields'
import { viewCompetition, viewCompetitionV2 } from '@/lib/auctions/competition/competition-view'
import { getCompetition } from '@/lib/auctions/competition/get-competition'
import { exampleUid, orderExample, unknownHash } from './order-examples'

const { sellToken, buyToken, sellAmount } = orderExample
const txHash = `0x${'7a'.repeat(32)}`
const solverAddress = '0xa0ee7a142d267c1f36714e4a8f75612f20a79720'
const prices = {
  [sellToken]: '1000000000000000000',
  [buyToken]: '333333333333333333333333333',
}
const filled = { id: exampleUid, sellAmount, buyAmount: '2961372004' }

const common = {
  auctionId: 4711,
  auctionStartBlock: 24_000_000,
  auctionDeadlineBlock: 24_000_005,
  transactionHashes: [txHash],
  referenceScores: { [solverAddress]: '0' },
  auction: { orders: [exampleUid], prices },
}

const exampleEntry = {
  solverAddress,
  score: '3790668000000000',
  ranking: 1,
  clearingPrices: { [sellToken]: '2961372004', [buyToken]: sellAmount },
  isWinner: true,
  filteredOut: false,
}

/** Example competition of one solution, in the v1 schema. */
const competitionExample = {
  ...common,
  auctionDeadlineBlock: 24_000_005,
  competitionSimulationBlock: 24_000_000,
  referenceScores: { [solverAddress]: '0' },
  solutions: [{ solver: 'route', ...exampleEntry, orders: [filled] }],
}

/** {@link competitionExample} in the v2 schema. */
const competitionExampleV2 = {
  ...common,
  solutions: [
    { ...exampleEntry, orders: [{ ...filled, sellToken, buyToken }], txHash, referenceScore: '0' },
  ],
}

const tag = 'Solver competition'
const throws = ['NotFound'] as const
const auctionId = idText.describe('ID of the auction; one sequence over all networks')
const unknown = { code: 'NotFound', description: 'solver competition not found' } as const
const settled = { given: 'a settled trade', varies: true } as const
const byId = [
  refusal({ ...unknown, params: { auction_id: '999999999' } }),
  malformedParameter('auction_id'),
]
const amounts = {
  id: hexText.describe('UID of the order'),
  sellAmount: amountText.describe('What the owner pays, in atoms'),
  buyAmount: amountText.describe('What the receiver gets, in atoms'),
}

const auction = z.object({
  orders: z.array(hexText).describe('UIDs of the orders that were up for settlement'),
  prices: z
    .record(z.string(), amountText)
    .describe('Native atoms for 10^18 atoms of a token, by token'),
})

const entry = {
  solverAddress: addressText.describe('Account of the solver'),
  score: amountText.describe('Surplus of the solution, in native atoms'),
  ranking: z.int().describe('1 is the best'),
  clearingPrices: z.record(z.string(), amountText).describe('Prices of the solution, by token'),
  isWinner: z.boolean().describe('Whether it was chosen; several can be'),
  filteredOut: z.boolean().describe('Whether it was left out: unfair, or refused by the chain'),
}

const head = {
  auctionId: z.int().describe('ID of the auction'),
  auctionStartBlock: z.int().describe('Block whose state the auction was of'),
  auctionDeadlineBlock: z.int().describe('Last block that may settle it'),
  transactionHashes: z.array(hexText).describe('Transactions that settled it'),
  referenceScores: z
    .record(z.string(), amountText)
    .describe('Total of the winners without the solver, by account'),
  auction: auction.describe('What solvers were given'),
}

const competition = z
  .object({
    ...head,
    competitionSimulationBlock: z.int().describe('Block that solutions were simulated on'),
    solutions: z
      .array(
        z.object({
          solver: z.string().describe('Name of the solver'),
          ...entry,
          orders: z.array(z.object(amounts)).describe('Orders that it fills'),
        }),
      )
      .describe('What solvers offered, the best last'),
  })
  .meta({ id: 'SolverCompetition' })

const competitionV2 = z
  .object({
    ...head,
    solutions: z
      .array(
        z.object({
          ...entry,
          orders: z
            .array(
              z.object({
                ...amounts,
                sellToken: addressText.describe('Token that is sold'),
                buyToken: addressText.describe('Token that is bought'),
              }),
            )
            .describe('Orders that it fills'),
          txHash: hexText.nullable().describe('Transaction that settled it'),
          referenceScore: amountText
            .nullable()
            .describe('Total of the winners without this solver'),
        }),
      )
      .describe('What solvers offered, the best last'),
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
  params: z.object({ auction_id: auctionId }),
  response: competition,
  examples: [
    {
      summary: 'A competition of one solution',
      ...settled,
      params: { auction_id: '4711' },
      response: competitionExample,
    },
    ...byId,
  ],
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
  params: z.object({ auction_id: auctionId }),
  response: competitionV2,
  examples: [
    {
      summary: 'A competition of one solution',
      ...settled,
      params: { auction_id: '4711' },
      response: competitionExampleV2,
    },
    ...byId,
  ],
  run: async (ctx, { params, network: { chainId } }) =>
    viewCompetitionV2(await getCompetition(ctx, { chainId, auctionId: params.auction_id })),
})

/** GET /api/v1/solver_competition/latest. */
export const readLatestCompetition = defineEndpoint({
  name: 'readLatestCompetition',
  method: 'GET',
  path: '/api/v1/solver_competition/latest',
  summary: 'The newest solver competition of the network',
  tag,
  throws,
  response: competition,
  examples: [
    { summary: 'The newest competition', ...settled, response: competitionExample },
    refusal({ ...unknown, summary: 'No competition yet' }),
  ],
  run: async (ctx, { network: { chainId } }) =>
    viewCompetition(await getCompetition(ctx, { chainId, latest: true })),
})

/** GET /api/v1/solver_competition/by_tx_hash/{tx_hash}. */
export const readCompetitionByTransaction = defineEndpoint({
  name: 'readCompetitionByTransaction',
  method: 'GET',
  path: '/api/v1/solver_competition/by_tx_hash/{tx_hash}',
  summary: 'The solver competition that a transaction settles',
  tag,
  throws,
  params: z.object({ tx_hash: hash32.describe('Hash of the settlement transaction') }),
  response: competition,
  examples: [
    {
      summary: 'The competition of a settlement',
      ...settled,
      params: { tx_hash: `0x${'7a'.repeat(32)}` },
      response: competitionExample,
    },
    refusal({ ...unknown, params: { tx_hash: unknownHash } }),
    malformedParameter('tx_hash'),
  ],
  run: async (ctx, { params, network: { chainId } }) =>
    viewCompetition(await getCompetition(ctx, { chainId, txHash: params.tx_hash })),
})

/** GET /api/v2/solver_competition/latest. */
export const readLatestCompetitionV2 = defineEndpoint({
  name: 'readLatestCompetitionV2',
  method: 'GET',
  path: '/api/v2/solver_competition/latest',
  summary: 'The newest solver competition, with transactions and reference scores',
  tag,
  throws,
  response: competitionV2,
  examples: [
    { summary: 'The newest competition', ...settled, response: competitionExampleV2 },
    refusal({ ...unknown, summary: 'No competition yet' }),
  ],
  run: async (ctx, { network: { chainId } }) =>
    viewCompetitionV2(await getCompetition(ctx, { chainId, latest: true })),
})

/** GET /api/v2/solver_competition/by_tx_hash/{tx_hash}. */
export const readCompetitionByTransactionV2 = defineEndpoint({
  name: 'readCompetitionByTransactionV2',
  method: 'GET',
  path: '/api/v2/solver_competition/by_tx_hash/{tx_hash}',
  summary: 'The solver competition that a transaction settles, with reference scores',
  tag,
  throws,
  params: z.object({ tx_hash: hash32.describe('Hash of the settlement transaction') }),
  response: competitionV2,
  examples: [
    {
      summary: 'The competition of a settlement',
      ...settled,
      params: { tx_hash: `0x${'7a'.repeat(32)}` },
      response: competitionExampleV2,
    },
    refusal({ ...unknown, params: { tx_hash: unknownHash } }),
    malformedParameter('tx_hash'),
  ],
  run: async (ctx, { params, network: { chainId } }) =>
    viewCompetitionV2(await getCompetition(ctx, { chainId, txHash: params.tx_hash })),
})
