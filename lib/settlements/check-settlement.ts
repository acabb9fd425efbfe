import { encodeFunctionData } from 'viem'
import { findAuctionInput } from '@/lib/auctions/competition-store'
import { aggregateReads } from '@/lib/chain/aggregate-reads'
import { settlementAbi } from '@/lib/chain/settlement-abi'
import { type Context, memoized } from '@/lib/context'
import { nativeToken } from '@/lib/core/address'
import { maxUint256 } from '@/lib/core/amount'
import type { Hex } from '@/lib/core/bytes'
import { contractChanges } from './contract-changes'
import type { TradeEvent } from './contract-event'
import { decodeLogs } from './decode-logs'
import { type Breach, findBreaches, type SettlementFacts } from './find-breaches'
import { listSettledSolutions } from './settled-solution-store'
import { stopSettling } from './stop-settling'
import type { SettlementTransaction } from './transaction-store'

/** Settlements of this process that were checked, and those of them that broke a promise. */
export type CheckCounts = { checked: number; broken: number }

/** How many settlements this process has checked. */
export function checkCounts(ctx: Context): CheckCounts {
  return memoized(ctx, 'settlements/checks', (): CheckCounts => ({ checked: 0, broken: 0 }))
}

/**
 * Checks a settlement that is in a block against what was promised ({@link findBreaches}), tells the operator and counts.
 * Where the contract lost some of a well-known token no more is settled. A token of a stranger may say what it likes,
 * so it only alarms. Never throws: what cannot be checked is logged.
 */
export async function checkSettlement(
  ctx: Context,
  transaction: SettlementTransaction,
  txHash: Hex,
): Promise<void> {
  const { chainId, id } = transaction
  try {
    const solutions = await listSettledSolutions(ctx.db, id)
    const [first] = solutions
    const input = first && (await findAuctionInput(ctx.db, first.auctionId))
    if (!input) return
    const facts = await readFacts(ctx, { chainId, txHash })
    const breaches = findBreaches(input.auction, solutions, facts)
    const counts = checkCounts(ctx)
    counts.checked += 1
    if (breaches.length > 0) counts.broken += 1
    const { auctionId } = first
    ctx.log[breaches.length > 0 ? 'error' : 'info'](
      { chainId, auctionId, txHash, breaches, ...counts },
      breaches.length > 0 ? 'settlement breaks promises' : 'settlement keeps its promises',
    )
    const { baseTokens, wrappedNative } = input.auction
    const trusted = new Set<string>([...baseTokens, wrappedNative, nativeToken])
    const loss = breaches.find(isLossOf(trusted))
    if (loss) stopSettling(ctx, chainId, `${loss.detail} of ${loss.subject} in ${txHash}`)
  } catch (error) {
    ctx.log.warn({ error, chainId, txHash }, 'settlement could not be checked')
  }
}

const isLossOf =
  (tokens: ReadonlySet<string>) =>
  ({ promise, subject }: Breach) =>
    promise === 'buffers' && tokens.has(subject)

type Place = { readonly chainId: number; readonly txHash: Hex }

async function readFacts(ctx: Context, { chainId, txHash }: Place): Promise<SettlementFacts> {
  const { client, network } = ctx.chain(chainId)
  const { settlementContract: holder } = ctx.config
  const { wrappedNative } = network
  const { logs, blockNumber } = await client.getTransactionReceipt({ hash: txHash })
  const source = { chainId, settlementContract: holder, orderContracts: [] }
  const trades = decodeLogs(logs, source).filter(
    (event): event is TradeEvent => event.kind === 'trade',
  )
  const changes = contractChanges(logs, { holder, wrappedNative })
  for (const { buyToken, buyAmount } of trades) {
    if (buyToken === nativeToken) changes.set(buyToken, (changes.get(buyToken) ?? 0n) - buyAmount)
  }
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
        // An order that its owner ended in the same block counts as filled without end.
        return amount < maxUint256 ? [[orderUid, amount] as const] : []
      }),
    ),
  }
}
