import type { Competition, CompetitionEntry } from './competition'

/** Maps a competition to the API's format, version 1. */
export function viewCompetition(competition: Competition) {
  return {
    ...viewHead(competition),
    competitionSimulationBlock: Number(competition.blockNumber),
    solutions: worstFirst(competition).map((entry) => ({
      solver: entry.solver,
      ...viewEntry(entry),
      orders: entry.orders.map(({ id, sellAmount, buyAmount }) => ({ id, sellAmount, buyAmount })),
    })),
  }
}

/** Maps a competition to the API's format, version 2. */
export function viewCompetitionV2(competition: Competition) {
  return {
    ...viewHead(competition),
    solutions: worstFirst(competition).map((entry) => ({
      ...viewEntry(entry),
      orders: entry.orders.map(({ id, sellAmount, buyAmount, sellToken, buyToken }) => ({
        id,
        sellAmount,
        buyAmount,
        sellToken,
        buyToken,
      })),
      txHash: entry.txHash ?? null,
      referenceScore: entry.referenceScore === undefined ? null : String(entry.referenceScore),
    })),
  }
}

function viewHead(competition: Competition) {
  const worst = worstFirst(competition)
  return {
    auctionId: Number(competition.auctionId),
    auctionStartBlock: Number(competition.blockNumber),
    auctionDeadlineBlock: Number(competition.deadlineBlock),
    transactionHashes: [...new Set(competition.solutions.flatMap(({ txHash }) => txHash ?? []))],
    // Solvers may share an account; its best solution, which comes last, counts.
    referenceScores: Object.fromEntries(
      worst.flatMap(({ solverAddress, referenceScore }) =>
        referenceScore === undefined ? [] : [[solverAddress, String(referenceScore)]],
      ),
    ),
    auction: viewAuction(competition),
  }
}

function viewEntry(entry: CompetitionEntry) {
  return {
    solverAddress: entry.solverAddress,
    score: String(entry.score),
    ranking: entry.ranking,
    clearingPrices: { ...entry.clearingPrices },
    isWinner: entry.isWinner,
    filteredOut: entry.filteredOut,
  }
}

function viewAuction({ orderUids, prices }: Competition) {
  return {
    orders: [...orderUids],
    prices: Object.fromEntries([...prices].map(([token, price]) => [token, String(price)])),
  }
}

/** The API lists the winner last. */
function worstFirst({ solutions }: Competition): CompetitionEntry[] {
  return [...solutions].sort((a, b) => b.ranking - a.ranking)
}
