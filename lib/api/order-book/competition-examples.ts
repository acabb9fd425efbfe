import { exampleUid, orderExample } from './order-examples'

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

const entry = {
  solverAddress,
  score: '3790668000000000',
  ranking: 1,
  clearingPrices: { [sellToken]: '2961372004', [buyToken]: sellAmount },
  isWinner: true,
  filteredOut: false,
}

/** Example competition of one solution, in the v1 schema. */
export const competitionExample = {
  ...common,
  auctionDeadlineBlock: 24_000_005,
  competitionSimulationBlock: 24_000_000,
  referenceScores: { [solverAddress]: '0' },
  solutions: [{ solver: 'route', ...entry, orders: [filled] }],
}

/** {@link competitionExample} in the v2 schema. */
export const competitionExampleV2 = {
  ...common,
  solutions: [
    { ...entry, orders: [{ ...filled, sellToken, buyToken }], txHash, referenceScore: '0' },
  ],
}
