import type { ChainStep } from '@/lib/chain/chain-index'
import type { Address } from '@/lib/core/address'
import { ServiceError } from '@/lib/core/errors'
import { getNetwork } from '@/lib/core/networks'
import type { Transaction } from '@/lib/db/database'
import {
  addToHolders,
  deleteFinalTransfers,
  insertTransfers,
  removeTransfersAbove,
} from './holder-store'
import { type Movement, sumMovement, type TokenTransfer } from './token-transfer'
import {
  lockTrackedTokens,
  markUnfaithful,
  resetTrackedTokens,
  saveFinal,
} from './tracked-token-store'
/** The input of a market index step for the holder index. */
export type TransferStep = {
  readonly chainId: number
  readonly step: Pick<ChainStep<unknown>, 'ancestor' | 'blocks' | 'isFinal'>
  /** The tokens whose transfers were read (see `listLiveTokens`). */
  readonly tokens: readonly Address[]
  /** All their transfers in the step's blocks. */
  readonly transfers: readonly TokenTransfer[]
}

/**
 * Applies a step of the market index to the holders of live tokens, in the same transaction. Rolls back transfers that
 * left the chain; stores reversible ones individually. The resulting holders do not depend on how blocks are split into
 * steps. Marks a token with impossible balances as unfaithful and continues.
 *
 * @throws {ServiceError} InternalServerError when a token went live since `tokens` were listed: read the blocks again.
 */
export async function applyTransfers(tx: Transaction, input: TransferStep): Promise<void> {
  const { chainId, step } = input
  const live = await resetLostTokens(tx, input)
  const { ancestor } = step
  if (live.size === 0 && !ancestor) return
  const undone = ancestor ? await removeTransfersAbove(tx, chainId, ancestor.number) : []
  const done = input.transfers.filter(({ token }) => live.has(token))
  await applyMovement(tx, chainId, { done, undone })
  const finalTo = finalBlock(chainId, step)
  await insertTransfers(
    tx,
    chainId,
    done.filter(({ blockNumber }) => blockNumber > finalTo),
  )
  if (finalTo < 0n) return
  await deleteFinalTransfers(tx, chainId, finalTo)
  await saveFinal(tx, chainId, finalTo)
}

/** Applies and rolls back transfers in the stored balances. */
export async function applyMovement(
  tx: Transaction,
  chainId: number,
  movement: Movement,
): Promise<void> {
  const impossible = await addToHolders(tx, chainId, sumMovement(movement))
  if (impossible.length > 0) await markUnfaithful(tx, chainId, impossible)
}

/** Resets tokens whose reorg is deeper than their stored transfers, and returns the remaining live tokens. */
async function resetLostTokens(
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

/** Returns the last finalized block after a step. */
function finalBlock(chainId: number, { ancestor, blocks, isFinal }: TransferStep['step']): bigint {
  const tip = blocks.at(-1) ?? ancestor
  if (!tip) return -1n
  return isFinal ? tip.number : tip.number - BigInt(getNetwork(chainId).reorgBlocks)
}
