import { z } from 'zod'
import { defineEndpoint } from '@/lib/api/declare/endpoint'
import { messageRefusal } from '@/lib/api/declare/example'
import { amountText, hexText, idText, integerText, isoTime } from '@/lib/api/declare/fields'
import { type AuctionSummary, gapBpsOf } from '@/lib/auctions/competition/auction-summary'
import { listAuctions } from '@/lib/auctions/competition/get-competition'

const summary = z
  .object({
    auctionId: z.int().describe('ID of the auction; one sequence over all networks'),
    blockNumber: z.int().describe('Block whose state the auction was of'),
    createdAt: isoTime.describe('When its competition was decided'),
    orders: z.int().describe('How many orders were put up'),
    filled: z.int().describe('How many of them the winners fill'),
    solutions: z.int().describe('How many solutions were proposed'),
    winners: z.int().describe('How many of them are settled or on their way'),
    score: amountText.describe('What the winners score together, in native atoms'),
    bound: amountText
      .nullable()
      .describe('What no settlement could score more than, in native atoms; null: not known'),
    optimalityGapBps: z
      .number()
      .nullable()
      .describe('How far the score may be from the best possible one, in bps of the bound'),
    transactionHashes: z.array(hexText).describe('Transactions that settle it'),
  })
  .meta({ id: 'AuctionSummary' })

/** GET /{chainId}/auctions. */
export const readAuctionList = defineEndpoint({
  name: 'readAuctionList',
  method: 'GET',
  path: '/{chainId}/auctions',
  summary: 'Auctions of a network with what they scored and could have scored, newest first',
  tag: 'Solver competition',
  cacheControl: 'public, max-age=2',
  query: z.object({
    limit: integerText(1, 100).default(25).describe('How many at most, 1 to 100; 25 unless given'),
    before: idText.optional().describe('Only auctions older than that of this ID'),
  }),
  response: z.array(summary),
  examples: [
    {
      summary: 'The newest auction',
      given: 'a settled trade',
      query: { limit: '1' },
      varies: true,
      response: [
        {
          auctionId: 4711,
          blockNumber: 24_000_000,
          createdAt: '2026-11-21T09:30:12.000Z',
          orders: 1,
          filled: 1,
          solutions: 1,
          winners: 1,
          score: '3790668000000000',
          bound: null,
          optimalityGapBps: null,
          transactionHashes: [`0x${'7a'.repeat(32)}`],
        },
      ],
    },
    { summary: 'Nothing is older than the first', query: { before: '1' }, response: [] },
    messageRefusal({
      code: 'BadRequest',
      summary: 'Too many at once',
      query: { limit: '101' },
      description: 'limit must be a whole number from 1 to 100',
    }),
  ],
  run: async (ctx, { query, network: { chainId } }) =>
    (await listAuctions(ctx, { chainId, ...query })).map(viewSummary),
})

function viewSummary({ auctionId, chainId, blockNumber, txHashes, ...summary }: AuctionSummary) {
  return {
    ...summary,
    auctionId: Number(auctionId),
    blockNumber: Number(blockNumber),
    score: String(summary.score),
    bound: summary.bound === undefined ? null : String(summary.bound),
    optimalityGapBps: gapBpsOf(summary.score, summary.bound) ?? null,
    transactionHashes: [...txHashes],
  }
}
