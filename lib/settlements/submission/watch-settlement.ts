import { numberToHex } from 'viem'
import type { Context } from '@/lib/context'
import { maxAmount } from '@/lib/core/amount'
import { toUnixSeconds } from '@/lib/core/time'
import { readSigned } from './read-signed'
import { type CallResult, revertReason } from './simulate-settlement'
import type { SettlementTransaction } from './transaction-store'

/** Heads in a row on which a settlement must revert before it is withdrawn: one may belong to a lagging node. */
export const withdrawAfter = 2

/** Minimum milliseconds between simulations: some networks have four blocks a second. */
const pauseMs = 500

/** Follows whether a pending settlement would still succeed. */
export type SettlementWatch = {
  /** Simulates it on a new head. Never throws. */
  readonly look: (transaction: SettlementTransaction, head: bigint) => Promise<void>
  /** Whether it reverted on the last head, so that it should not be offered for more. */
  readonly reverts: () => boolean
  /** Why it should be withdrawn; undefined: it should not. */
  readonly withdrawal: () => string | undefined
}

/** Watches a settlement that passed simulation on block `passedOn`; undefined: unknown, as after a restart. */
export function watchSettlement(ctx: Context, passedOn: bigint | undefined): SettlementWatch {
  let seen = passedOn ?? -1n
  let seenMs = -pauseMs
  let reasons: readonly string[] = []
  return {
    look: async (transaction, head) => {
      if (head <= seen || performance.now() - seenMs < pauseMs) return
      seen = head
      seenMs = performance.now()
      const reason = await findRevert(ctx, transaction).catch((error) => {
        // Unknown is no fault: the settlement may still succeed.
        ctx.log.debug({ error, chainId: transaction.chainId }, 'settlement not simulated again')
        return undefined
      })
      reasons = reason === undefined ? [] : [...reasons, reason]
    },
    reverts: () => reasons.length > 0,
    withdrawal: () => (reasons.length >= withdrawAfter ? reasons.at(-1) : undefined),
  }
}

/**
 * Simulates a pending transaction on the newest block with its own gas limit, in two requests. Returns why it would
 * revert; undefined if it would succeed, cannot be simulated, or is mined already, since receipts lag behind heads.
 */
async function findRevert(
  ctx: Context,
  transaction: SettlementTransaction,
): Promise<string | undefined> {
  const { chainId, solverAddress: from, nonce } = transaction
  const stored = await readSigned(ctx, transaction)
  if ('fault' in stored) return undefined
  const { client } = ctx.chain(chainId)
  const head = await client.getBlock()
  // A base fee above its fees keeps it from being mined; it does not make it revert.
  const maxFeePerGas = maxAmount(stored.fees.maxFeePerGas, 2n * (head.baseFeePerGas ?? 0n))
  const call = {
    from,
    to: stored.to,
    data: stored.callData,
    gas: numberToHex(stored.gas),
    maxFeePerGas: numberToHex(maxFeePerGas),
    maxPriorityFeePerGas: numberToHex(stored.fees.maxPriorityFeePerGas),
  }
  const blockOverrides = {
    number: numberToHex(head.number + 1n),
    time: numberToHex(Math.max(Number(head.timestamp) + 1, toUnixSeconds(ctx.now()))),
  }
  // The raised fee may exceed what the solver holds.
  const stateOverrides = { [from]: { balance: numberToHex(2n * stored.gas * maxFeePerGas) } }
  const blocks = [{ blockOverrides, stateOverrides, calls: [call] }]
  const params = [{ blockStateCalls: blocks, validation: true }, numberToHex(head.number)]
  const answer = await client.request({ method: 'eth_simulateV1', params } as never)
  const result = (answer as unknown as { calls?: readonly CallResult[] }[])[0]?.calls?.[0]
  if (!result || result.status === '0x1') return undefined
  const used = await client.getTransactionCount({ address: from, blockNumber: head.number })
  return BigInt(used) > nonce ? undefined : ctx.mask(revertReason(result))
}
