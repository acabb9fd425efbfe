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

/** A placed order that its owner, a contract wallet, is to sign on the chain. */
export type Presigning = {
  readonly uid: Hex
  readonly settlementContract: Address
  /** The allowance that the order needs. */
  readonly approval: Approval
}

/** What a wallet has been given to sign: calls as one, or a transaction. */
export type SentPresignature = { readonly callsId: string } | { readonly hash: Hex }

/**
 * Has a contract wallet sign an order on the chain; a wallet that makes several calls as one approves by the same
 * transaction what the order needs and is not allowed yet.
 *
 * @throws whatever the wallet throws (4001: declined).
 */
export async function sendPresignature(
  config: Config,
  { uid, settlementContract, approval }: Presigning,
): Promise<SentPresignature> {
  const { chainId, owner: account } = approval
  const args = [uid, true] as const
  const data = encodeFunctionData({ abi: settlementAbi, functionName: 'setPreSignature', args })
  const call = { to: settlementContract, data }
  if (!(await canBatch(config, { chainId, account }))) {
    return { hash: await askWallet(() => sendTransaction(config, { account, chainId, ...call })) }
  }
  const calls = [...(await approvalCalls(config, approval)), call]
  return { callsId: await sendBatch(config, { chainId, account, calls }) }
}

/**
 * Waits until what was sent is on the chain, as far as that can be told: a Safe names transactions that the chain does
 * not know, so that only the order itself tells.
 *
 * @throws {TransactionError} when it failed, or was dropped.
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
