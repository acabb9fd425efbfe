import { createClient, http, numberToHex, parseTransaction, recoverTransactionAddress } from 'viem'
import type { Context } from '@/lib/context'
import { type Address, toAddress } from '@/lib/core/address'
import { type Hex, parseHex } from '@/lib/core/bytes'
import { ServiceError } from '@/lib/core/errors'
import { hostOf } from '@/lib/core/settings/rpc-urls'
import type { SolverSigner } from '@/lib/core/settings/signer-settings'

/** Milliseconds for one answer: the settlement that waits for it was simulated on a block. */
const timeoutMs = 5_000

/** A transaction of the solver before it is signed. */
export type UnsignedTransaction = {
  readonly chainId: number
  readonly nonce: number
  readonly to: Address
  readonly value: bigint
  readonly data: Hex
  readonly gas: bigint
  readonly maxFeePerGas: bigint
  readonly maxPriorityFeePerGas: bigint
}

/**
 * Has a remote signer sign a transaction by `eth_signTransaction`, as Web3Signer does. What it returns is used only if it is
 * this transaction, signed by the solver: a signer may serve another chain, or hold another key.
 *
 * @throws {ServiceError} InternalServerError if it does not answer, refuses, or signs anything else.
 */
export async function signRemotely(
  ctx: Context,
  signer: SolverSigner,
  transaction: UnsignedTransaction,
): Promise<Hex> {
  const { chainId, nonce, gas, value, maxFeePerGas, maxPriorityFeePerGas } = transaction
  const raw = await request(ctx, signer, {
    chainId,
    method: 'eth_signTransaction',
    params: [
      {
        from: signer.address,
        to: transaction.to,
        data: transaction.data,
        value: numberToHex(value),
        gas: numberToHex(gas),
        nonce: numberToHex(nonce),
        maxFeePerGas: numberToHex(maxFeePerGas),
        maxPriorityFeePerGas: numberToHex(maxPriorityFeePerGas),
        chainId: numberToHex(chainId),
        type: '0x2',
      },
    ],
  })
  const bytes = typeof raw === 'string' ? parseHex(raw) : undefined
  const fault = await findFault(bytes, { transaction, address: signer.address })
  if (fault !== undefined || bytes === undefined) throw failure(signer, chainId, fault ?? '')
  return bytes
}

/** Returns why a network's signer cannot sign for the solver; undefined: it holds the account. */
export async function findSignerFault(
  ctx: Context,
  signer: SolverSigner,
  chainId: number,
): Promise<string | undefined> {
  try {
    const accounts = await request(ctx, signer, { chainId, method: 'eth_accounts', params: [] })
    const isHeld = Array.isArray(accounts) && accounts.map(toAddressText).includes(signer.address)
    return isHeld
      ? undefined
      : `the signer of SIGNER_URL_${chainId} has no key of ${signer.address}`
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

const toAddressText = (account: unknown) => String(account).toLowerCase()

type SignerRequest = {
  readonly chainId: number
  readonly method: 'eth_signTransaction' | 'eth_accounts'
  readonly params: readonly unknown[]
}

async function request(
  ctx: Context,
  signer: SolverSigner,
  { chainId, method, params }: SignerRequest,
): Promise<unknown> {
  const client = createClient({
    transport: http(signer.url, { timeout: timeoutMs, retryCount: 0, fetchFn: ctx.fetch }),
  })
  try {
    return await client.request({ method, params } as never)
  } catch (error) {
    throw failure(signer, chainId, ctx.mask(reasonOf(error)))
  }
}

/** Says in a few words why a request failed; the whole error quotes the request. */
function reasonOf(error: unknown): string {
  const { details, shortMessage, message } = error as Partial<Record<string, string>>
  return (details || shortMessage || message || 'unknown error').slice(0, 200)
}

function failure(signer: SolverSigner, chainId: number, reason: string): ServiceError {
  const host = hostOf(signer.url)
  return new ServiceError(
    'InternalServerError',
    `the signer of network ${chainId} (${host}) signed nothing: ${reason}`,
  )
}

async function findFault(
  bytes: Hex | undefined,
  {
    transaction,
    address,
  }: { readonly transaction: UnsignedTransaction; readonly address: Address },
): Promise<string | undefined> {
  const signed = bytes?.startsWith('0x02') ? await decode(bytes as `0x02${string}`) : undefined
  if (!signed) return 'its answer is no signed transaction of type 2'
  const { signer, call } = signed
  if (call.chainId !== transaction.chainId) return `it signs for chain ${call.chainId}`
  if (signer !== address) return `it signs as ${signer} instead of ${address}`
  const isSame =
    (call.nonce ?? 0) === transaction.nonce &&
    call.to?.toLowerCase() === transaction.to.toLowerCase() &&
    (call.value ?? 0n) === transaction.value &&
    (call.data ?? '0x') === transaction.data.toLowerCase() &&
    (call.gas ?? 0n) === transaction.gas &&
    (call.maxFeePerGas ?? 0n) === transaction.maxFeePerGas &&
    (call.maxPriorityFeePerGas ?? 0n) === transaction.maxPriorityFeePerGas &&
    (call.accessList ?? []).length === 0
  return isSame ? undefined : 'it signed another transaction'
}

async function decode(raw: `0x02${string}`) {
  try {
    const call = parseTransaction(raw)
    const signer = await recoverTransactionAddress({ serializedTransaction: raw })
    return { signer: toAddress(signer), call }
  } catch {
    return undefined
  }
}
