import { keccak256, parseTransaction, recoverTransactionAddress } from 'viem'
import type { Context } from '@/lib/context'
import { type Address, toAddress } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { pauseSettling } from './pause-settling'
import type { Fees } from './solver-account'
import type { SettlementEnd, SettlementTransaction } from './transaction-store'

/** The call in the signed bytes of a stored transaction. */
export type SignedCall = {
  readonly to: Address
  readonly callData: Hex
  readonly gas: bigint
  readonly fees: Fees
}

type Row = Pick<
  SettlementTransaction,
  'chainId' | 'solverAddress' | 'nonce' | 'txHash' | 'rawTransaction'
>

/**
 * Decodes the signed bytes of a stored transaction, or returns how they differ from its row. Write access to the
 * database must not suffice to make the solver's key sign, or this service send, anything else. The bytes must have the
 * row's hash, the solver's signature for its network and nonce, zero value, and the settlement contract or a contract
 * that places orders as their target.
 */
export async function readSigned(
  { config }: Pick<Context, 'config'>,
  { chainId, solverAddress, nonce, txHash, rawTransaction }: Row,
): Promise<SignedCall | { readonly fault: string }> {
  const raw = rawTransaction as `0x02${string}`
  const read = await decode(raw)
  if (!read) return { fault: 'no signed transaction' }
  const { signer, transaction } = read
  if (keccak256(raw) !== txHash) return { fault: 'bytes of another hash' }
  if (signer !== solverAddress) return { fault: `signed by ${signer}` }
  if (transaction.chainId !== chainId) return { fault: `signed for chain ${transaction.chainId}` }
  if (BigInt(transaction.nonce ?? 0) !== nonce) return { fault: `nonce ${transaction.nonce ?? 0}` }
  if ((transaction.value ?? 0n) !== 0n) return { fault: `sends ${transaction.value} native atoms` }
  const to = transaction.to ? toAddress(transaction.to) : undefined
  const callable = [config.settlementContract, ...(config.onchainOrderContracts.get(chainId) ?? [])]
  if (!to || !callable.includes(to)) return { fault: `calls ${to ?? 'no contract'}` }
  const { data = '0x', gas = 0n, maxFeePerGas = 0n, maxPriorityFeePerGas = 0n } = transaction
  return { to, callData: data, gas, fees: { maxFeePerGas, maxPriorityFeePerGas } }
}

/**
 * Abandons a stored transaction whose bytes do not match its row ({@link readSigned}), and pauses settling on its
 * network until an operator resumes it, since someone has changed the database. Undefined if they match.
 */
export async function endIfTampered(
  ctx: Context,
  transaction: SettlementTransaction,
): Promise<SettlementEnd | undefined> {
  const signed = await readSigned(ctx, transaction)
  if (!('fault' in signed)) return undefined
  const { chainId, id, txHash } = transaction
  const error = `stored transaction ${id} is not as it was signed: ${signed.fault}`
  await pauseSettling(ctx, chainId, { txHash, error })
  return { state: 'abandoned', error, isTampered: true }
}

async function decode(raw: `0x02${string}`) {
  try {
    const transaction = parseTransaction(raw)
    const signer = await recoverTransactionAddress({ serializedTransaction: raw })
    return { signer: toAddress(signer), transaction }
  } catch {
    return undefined
  }
}
