import type { Replay } from './replay-auction'

/** Formats a replay's result as lines of text; amounts in atoms, scores in native atoms. */
export function describeReplay({ input, stored, winners, differences }: Replay): string[] {
  const { auction, proposals, unfinishedSolvers } = input
  const { auctionId, chainId, blockNumber, bound } = stored
  const counts = `${auction.orders.length} orders, ${auction.pools.length} pools`
  const outside = proposals.length > 0 ? `, ${proposals.length} stored proposals` : ''
  const missing =
    unfinishedSolvers.length > 0 ? `; not asked again: ${unfinishedSolvers.join(', ')}` : ''
  const total = winners.reduce((sum, { score }) => sum + score, 0n)
  return [
    `auction ${auctionId} on network ${chainId}, block ${blockNumber}: ${counts}${outside}${missing}`,
    ...winners.flatMap(({ solution, score }) => [
      `winner ${solution.solver}, score ${score}`,
      ...solution.trades.map(
        ({ uid, sellAmount, buyAmount }) => `  order ${uid} sells ${sellAmount} for ${buyAmount}`,
      ),
      ...[...solution.clearingPrices].map(([token, price]) => `  price ${token} ${price}`),
    ]),
    `total score ${total}${bound === undefined ? '' : ` of at most ${bound}`}`,
    ...differences.map((difference) => `different: ${difference}`),
    differences.length === 0
      ? 'The replay came to the same solution as the auction.'
      : 'The replay came to another solution than the auction.',
  ]
}
