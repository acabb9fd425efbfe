import type { Trade } from '@/lib/chain-events/trade-store'

/** Builds the public API's view of a trade; the HTTP layer renders amounts. */
export function viewTrade(trade: Trade) {
  return {
    blockNumber: Number(trade.blockNumber),
    logIndex: trade.logIndex,
    orderUid: trade.orderUid,
    owner: trade.owner,
    sellToken: trade.sellToken,
    buyToken: trade.buyToken,
    sellAmount: trade.sellAmount,
    sellAmountBeforeFees: trade.sellAmount - trade.feeAmount,
    buyAmount: trade.buyAmount,
    txHash: trade.txHash,
    executedProtocolFees: trade.executedFees.map(({ policy, amount, token }) => ({
      policy,
      amount,
      token,
    })),
  }
}
