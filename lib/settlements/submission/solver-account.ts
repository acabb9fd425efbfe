import { keccak256 } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { readDataFee } from '@/lib/chain/data-fee'
import { type Context, defineSlot } from '@/lib/context'
import { type Address, toAddress } from '@/lib/core/address'
import { ceilDiv } from '@/lib/core/amount'
import type { Hex } from '@/lib/core/bytes'
import { ServiceError } from '@/lib/core/errors'
import { signRemotely, type UnsignedTransaction } from './remote-signer'
import { insertSolverTransaction } from './solver-transaction-store'

/** Fees of an EIP-1559 transaction, in wei per unit of gas. */
export type Fees = { readonly maxFeePerGas: bigint; readonly maxPriorityFeePerGas: bigint }

/** A signed transaction, which can be broadcast repeatedly. */
export type SignedTransaction = { readonly raw: Hex; readonly hash: Hex }

type SettlementCall = {
  readonly chainId: number
  readonly nonce: bigint
  readonly gas: bigint
  readonly fees: Fees
  readonly callData: Hex
}

/**
 * Returns the address that settles on a network.
 * @throws {ServiceError} ServiceUnavailable if this process has neither a key nor a remote signer for the network.
 */
export function solverAddress(ctx: Context, chainId: number): Address {
  return solverAccount(ctx, chainId).address
}

/**
 * Signs a call of the settlement contract.
 * @throws {RangeError} while settling is `shadow`, and as {@link sign}.
 */
export async function signSettlement(
  ctx: Context,
  call: SettlementCall,
): Promise<SignedTransaction> {
  assertSending(ctx, call)
  return sign(ctx, { ...call, to: ctx.config.settlementContract })
}

/**
 * Signs a refund by a contract that the operator trusts to place orders. The solver key signs nothing for any other
 * contract.
 * @throws {RangeError} if the contract is not one of them, and as {@link signSettlement}.
 */
export async function signRefund(
  ctx: Context,
  call: SettlementCall & { readonly to: Address },
): Promise<SignedTransaction> {
  if (!ctx.config.onchainOrderContracts.get(call.chainId)?.includes(call.to)) {
    throw new RangeError(`${call.to} places no orders on network ${call.chainId}`)
  }
  assertSending(ctx, call)
  return sign(ctx, call)
}

/** The last guard: whatever the callers assume, no settlement or refund is signed in shadow mode. */
function assertSending({ config }: Context, { chainId }: SettlementCall): void {
  if (config.settleModes.get(chainId) === 'shadow') {
    throw new RangeError(`SETTLE is shadow on network ${chainId}: nothing is sent`)
  }
}

/**
 * Signs an empty transfer to the solver itself, which replaces a stuck settlement. Its hash is stored, so that the
 * books find it.
 * @throws {RangeError} as {@link sign}; {ServiceError} InternalServerError if a layer-2 network does not report its
 * data fee.
 */
export async function signCancellation(
  ctx: Context,
  call: Omit<SettlementCall, 'callData' | 'gas'>,
): Promise<SignedTransaction> {
  const address = solverAddress(ctx, call.chainId)
  const gas = await gasOfTransfer(ctx, call.chainId)
  const signed = await sign(ctx, { ...call, gas, callData: '0x', to: address })
  await insertSolverTransaction(ctx.db, {
    kind: 'cancellation',
    chainId: call.chainId,
    txHash: signed.hash,
    solverAddress: address,
    nonce: call.nonce,
    createdAt: new Date(ctx.now()),
  })
  return signed
}

/** Gas of a transfer without calldata. */
const transferGas = 21_000n
/** Gas for data is rounded up to a multiple of this, so that a repetition is signed with the same bytes. */
const dataGasStep = 50_000n

/** Gas limit of a transfer, plus twice the gas for its data where the network charges any. */
async function gasOfTransfer(ctx: Context, chainId: number): Promise<bigint> {
  const { gas } = await readDataFee(ctx, chainId, { callData: '0x', gas: transferGas })
  return transferGas + ceilDiv(2n * gas, dataGasStep) * dataGasStep
}

/**
 * @throws {RangeError} if it could cost more than `MAX_TX_COST_NATIVE`; {ServiceError} InternalServerError if a remote signer
 * does not sign it.
 */
async function sign(ctx: Context, call: SettlementCall & { to: Address }) {
  const maxCost = ctx.config.maxTransactionCost.get(call.chainId) ?? 0n
  if (call.gas * call.fees.maxFeePerGas > maxCost) {
    throw new RangeError(`a transaction on network ${call.chainId} may cost ${maxCost} wei at most`)
  }
  const raw = await solverAccount(ctx, call.chainId).sign({
    chainId: call.chainId,
    nonce: Number(call.nonce),
    to: call.to,
    value: 0n,
    data: call.callData,
    gas: call.gas,
    ...call.fees,
  })
  return { raw, hash: keccak256(raw) }
}

/** The account that settles on a network: its key is in this process or in a remote signer. */
type SolverAccount = {
  readonly address: Address
  readonly sign: (transaction: UnsignedTransaction) => Promise<Hex>
}

const solverAccount = defineSlot(
  'settlements/solver-account',
  (ctx, chainId: number): SolverAccount => {
    const signer = ctx.config.solverSigners.get(chainId)
    if (signer) {
      const sign = (transaction: UnsignedTransaction) => signRemotely(ctx, signer, transaction)
      return { address: signer.address, sign }
    }
    const key = ctx.config.solverKeys.get(chainId)
    if (!key) {
      throw new ServiceError(
        'ServiceUnavailable',
        `this process has no key to settle with on network ${chainId}`,
      )
    }
    const account = privateKeyToAccount(key)
    return {
      address: toAddress(account.address),
      sign: (transaction) => account.signTransaction({ type: 'eip1559', ...transaction }),
    }
  },
)
