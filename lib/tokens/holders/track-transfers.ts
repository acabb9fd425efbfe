import type { ChainStep } from '@/lib/chain/chain-index'
import type { Address } from '@/lib/core/address'
import { ServiceError } from '@/lib/core/errors'
import { getNetwork } from '@/lib/core/networks'
import type { Transaction } from '@/lib/db/database'
import { addToHolders } from './holder-store'
import { type Movement, sumMovement, type TokenTransfer } from './token-transfer'
import {
  lockTrackedTokens,
  markUnfaithful,
  resetTrackedTokens,
  saveFinal,
} from './tracked-token-store'
import { forgetTransfers, insertTransfers, takeTransfersAbove } from './transfer-store'

/** What a step of the market index holds for the holders of tokens. */
export type TransferStep = {
  readonly chainId: number
  readonly step: Pick<ChainStep<unknown>, 'ancestor' | 'blocks' | 'isFinal'>
  /** The tokens whose transfers were read (`listLiveTokens`). */
  readonly tokens: readonly Address[]
  /** All their transfers in the blocks that the step spans. */
  readonly transfers: readonly TokenTransfer[]
}

/**
 * Makes a step of the market index with the holders of live tokens, in the same transaction.
 * Transfers that left the chain are taken back; those that may still leave it are kept one by one.
 * Holders are the same in the end whatever the steps were. A token whose transfers make no sense is
 * marked, and stops nothing.
 *
 * @throws {ServiceError} InternalServerError when a token went live since `tokens` were listed:
 *   read again.
 */
export async function applyTransfers(tx: Transaction, input: TransferStep): Promise<void> {
  const { chainId, step } = input
  const live = await bringBack(tx, input)
  const { ancestor } = step
  if (live.size === 0 && !ancestor) return
  const undone = ancestor ? await takeTransfersAbove(tx, chainId, ancestor.number) : []
  const done = input.transfers.filter(({ token }) => live.has(token))
  await moveBalances(tx, chainId, { done, undone })
  const finalTo = finalBlock(chainId, step)
  await insertTransfers(
    tx,
    chainId,
    done.filter(({ blockNumber }) => blockNumber > finalTo),
  )
  if (finalTo < 0n) return
  await forgetTransfers(tx, chainId, finalTo)
  await saveFinal(tx, chainId, finalTo)
}

/** Adds transfers to what accounts hold, and takes others back. */
export async function moveBalances(
  tx: Transaction,
  chainId: number,
  movement: Movement,
): Promise<void> {
  const impossible = await addToHolders(tx, chainId, sumMovement(movement))
  if (impossible.length > 0) await markUnfaithful(tx, chainId, impossible)
}

/** The live tokens, after those were reset of which more left the chain than can be taken back. */
async function bringBack(
  tx: Transaction,
  { chainId, step: { ancestor, blocks }, tokens }: TransferStep,
): Promise<ReadonlySet<Address>> {
  const tracked = await lockTrackedTokens(tx, chainId)
  const isLost = ({ readTo }: { readonly readTo: bigint | undefined }) =>
    ancestor !== undefined && readTo !== undefined && readTo > ancestor.number
  const lost = tracked.filter(isLost).map(({ address }) => address)
  if (lost.length > 0) await resetTrackedTokens(tx, chainId, lost)
  const live = tracked.filter((token) => token.live && !isLost(token))
  const unread = live.find(({ address }) => !tokens.includes(address))
  if (!unread || blocks.length === 0) return new Set(live.map(({ address }) => address))
  throw new ServiceError(
    'InternalServerError',
    `holders of ${unread.address} are followed only now; read the blocks again`,
  )
}

/** The last block that counts as final after a step. */
function finalBlock(chainId: number, { ancestor, blocks, isFinal }: TransferStep['step']): bigint {
  const tip = blocks.at(-1) ?? ancestor
  if (!tip) return -1n
  return isFinal ? tip.number : tip.number - BigInt(getNetwork(chainId).finalityBlocks)
}
