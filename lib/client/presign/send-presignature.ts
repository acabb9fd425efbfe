import { encodeFunctionData, parseAbi } from 'viem'
import type { Config } from 'wagmi'
import { sendTransaction } from 'wagmi/actions'
import {
  type Approval,
  needsReset,
  readAllowance,
  waitForSuccess,
} from '@/lib/client/wallet/approve-token'
import { askWallet } from '@/lib/client/wallet/ask-wallet'
import { canBatch, sendBatch, type WalletCall, waitForBatch } from '@/lib/client/wallet/batch-calls'
import { tokenAbi } from '@/lib/client/wallet/token-abi'
import { TransactionError } from '@/lib/client/wallet/transaction-error'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'

const settlementAbi = parseAbi(['function setPreSignature(bytes orderUid, bool signed)'])

/** A placed order to be presigned by its owner, a contract wallet. */
export type Presigning = {
  readonly uid: Hex
  readonly settlementContract: Address
  /** The allowance that the order needs. */
  readonly approval: Approval
}

/** The wallet's pending request: a call bundle or a transaction. */
export type SentPresignature = { readonly callsId: string } | { readonly hash: Hex }

/**
 * Has a contract wallet presign an order; a wallet that batches calls also sends a missing approval in the same
 * transaction.
 * @throws the wallet's error (4001: declined).
 */
export async function sendPresignature(
  config: Config,
  { uid, settlementContract, approval }: Presigning,
): Promise<SentPresignature> {
  const { chainId, owner: account } = approval
  if (!(await canBatch(config, { chainId, account }))) {
    const call = presignCall(uid, settlementContract)
    return { hash: await askWallet(() => sendTransaction(config, { account, chainId, ...call })) }
  }
  return sendPresignatures(config, { uids: [uid], settlementContract, approval })
}

/**
 * Has a wallet that batches calls presign orders, and send a missing approval, by one confirmation.
 * @throws the wallet's error (4001: declined).
 */
export async function sendPresignatures(
  config: Config,
  {
    uids,
    settlementContract,
    approval,
  }: Omit<Presigning, 'uid'> & { readonly uids: readonly Hex[] },
): Promise<{ readonly callsId: string }> {
  const { chainId, owner: account } = approval
  const presignatures = uids.map((uid) => presignCall(uid, settlementContract))
  const calls = [...(await approvalCalls(config, approval)), ...presignatures]
  return { callsId: await sendBatch(config, { chainId, account, calls }) }
}

function presignCall(uid: Hex, settlementContract: Address): WalletCall {
  const args = [uid, true] as const
  const data = encodeFunctionData({ abi: settlementAbi, functionName: 'setPreSignature', args })
  return { to: settlementContract, data }
}

/**
 * Waits until the request is mined, as far as that is observable: a Safe returns ids that the chain does not know, so
 * then only the order's state shows it.
 * @throws {TransactionError} if it failed, or was dropped.
 */
export async function followPresignature(
  config: Config,
  { chainId, ...sent }: { readonly chainId: number } & SentPresignature,
): Promise<void> {
  if ('callsId' in sent) {
    const status = await waitForBatch(config, sent.callsId).catch(() => 'done')
    if (status === 'failed') throw new TransactionError('reverted')
    return
  }
  await waitForSuccess(config, { chainId, hash: sent.hash }).catch((error) => {
    if (error instanceof TransactionError) throw error
  })
}

async function approvalCalls(config: Config, approval: Approval): Promise<WalletCall[]> {
  const { token, spender, amount } = approval
  if ((await readAllowance(config, approval)) >= amount) return []
  const approve = (atoms: bigint): WalletCall => ({
    to: token,
    data: encodeFunctionData({
      ...{ abi: tokenAbi, functionName: 'approve', args: [spender, atoms] as const },
    }),
  })
  return (await needsReset(config, approval)) ? [approve(0n), approve(amount)] : [approve(amount)]
}
