import { encodeFunctionData } from 'viem'
import { settlementAbi } from '@/lib/chain/contract-abis'
import { aggregateReads } from '@/lib/chain/reads/aggregate-reads'
import type { TradeEvent } from '@/lib/chain-events/contract-event'
import type { Context } from '@/lib/context'
import { maxUint256 } from '@/lib/core/amount'
import type { Hex } from '@/lib/core/bytes'
import { decodeLogs } from '@/lib/settlements/indexing/decode-logs'
import { settlementChanges } from './buffer-deltas'
import type { SettlementFacts } from './find-violations'

type Place = { readonly chainId: number; readonly txHash: Hex }

/**
 * Reads the effects of a settlement from the pinned node: its fills, the settlement contract's gains, and the filled amounts at
 * its block, whose state the node must still have.
 */
export async function readFacts(
  ctx: Context,
  { chainId, txHash }: Place,
): Promise<SettlementFacts> {
  const { client, network } = ctx.chain(chainId)
  const { settlementContract: holder } = ctx.config
  const { wrappedNative } = network
  const { logs, blockNumber } = await client.getTransactionReceipt({ hash: txHash })
  const source = { chainId, settlementContract: holder, orderContracts: [] }
  const trades = decodeLogs(logs, source).filter(
    (event): event is TradeEvent => event.kind === 'trade',
  )
  const changes = settlementChanges(logs, trades, { holder, wrappedNative })
  const filled = await aggregateReads(ctx.chain(chainId), {
    blockNumber,
    reads: trades.map(({ orderUid }) => ({
      target: holder,
      callData: encodeFunctionData({
        abi: settlementAbi,
        functionName: 'filledAmount',
        args: [orderUid],
      }),
    })),
  })
  return {
    fills: trades.map(({ orderUid, sellAmount, feeAmount, buyAmount }) => ({
      uid: orderUid,
      sellAmount: sellAmount - feeAmount,
      buyAmount,
    })),
    changes,
    filled: new Map(
      trades.flatMap(({ orderUid }, index) => {
        const amount = BigInt(filled[index] ?? maxUint256)
        // An order that its owner invalidated in the same block counts as infinitely filled.
        return amount < maxUint256 ? [[orderUid, amount] as const] : []
      }),
    ),
  }
}
