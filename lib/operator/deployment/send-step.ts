import { keccak256, type LocalAccount } from 'viem'
import { readGasMarket } from '@/lib/chain/gas-market'
import type { Context } from '@/lib/context'
import { minAmount } from '@/lib/core/amount'
import type { Hex } from '@/lib/core/bytes'
import { dependencyDown, ServiceError } from '@/lib/core/errors'
import { refusalOf, sendPublicly } from '@/lib/settlements/submission/broadcast'
import { create2FactoryCreation } from './create2-factory'
import type { DeploymentStep } from './deployment-plan'

type Sender = { readonly chainId: number; readonly account: LocalAccount }

/** Milliseconds for a transaction to be mined: 25 blocks of the slowest network. */
export const patienceMs = 300_000

/** Milliseconds between two requests for a receipt: half a block, within what a node is asked sensibly. */
const pollMs = { min: 100, max: 4_000 }

/**
 * Sends the transaction of a step and waits until it is mined.
 * @throws {ServiceError} Conflict if the network refuses it, or it reverts or stays pending; InternalServerError if the
 * network's RPC does not answer.
 */
export async function sendStep(ctx: Context, sender: Sender, step: DeploymentStep): Promise<void> {
  const { chainId } = sender
  if (step.action === 'fund') await probeFactory(ctx, chainId)
  const raw = step.raw ?? (await signStep(ctx, sender, step))
  const hash = keccak256(raw)
  const answer = await sendPublicly(ctx, { chainId, raw, hash })
  if (typeof answer === 'object') throw refused(step, answer.refusal)
  const { client, network } = ctx.chain(chainId)
  const halfBlockMs = network.blockSeconds * 500
  const pollingInterval = Math.min(pollMs.max, Math.max(pollMs.min, halfBlockMs))
  const receipt = await client
    .waitForTransactionReceipt({ hash, timeout: patienceMs, pollingInterval })
    .catch((cause) => {
      if (cause.name !== 'WaitForTransactionReceiptTimeoutError')
        throw dependencyDown(network.title, cause)
      throw conflict(`transaction ${hash} is pending: repeat the command once it is mined`)
    })
  if (receipt.status !== 'success') throw conflict(`transaction ${hash} reverted`)
}

/** A fifth more than estimated: what nested creations need depends on the gas that is left (EIP-150). */
const withMargin = (gas: bigint) => (gas * 12n) / 10n

async function signStep(
  ctx: Context,
  { chainId, account }: Sender,
  step: DeploymentStep,
): Promise<Hex> {
  const { client, network } = ctx.chain(chainId)
  const { to, data, value } = step
  const call = { data, value, ...(to && { to }) }
  const fees = await readFees(ctx, chainId)
  const [nonce, gas] = await Promise.all([
    client.getTransactionCount({ address: account.address, blockTag: 'pending' }),
    client.estimateGas({ ...call, account: account.address }),
  ]).catch((cause) => {
    const refusal = refusalOf(cause)
    throw refusal === undefined ? dependencyDown(network.title, cause) : refused(step, refusal)
  })
  return account.signTransaction({
    ...{ type: 'eip1559', chainId, nonce, gas: withMargin(gas), ...fees, ...call },
  })
}

/** Fees that allow the base fee to double, up to `MAX_GAS_PRICE_GWEI`. */
async function readFees(ctx: Context, chainId: number) {
  const { baseFee, tip } = await readGasMarket(ctx, chainId)
  const max = ctx.config.maxGasPrice.get(chainId) ?? 0n
  if (baseFee + tip > max) {
    throw conflict('gas costs more than MAX_GAS_PRICE_GWEI: wait, or raise it')
  }
  return { maxFeePerGas: minAmount(2n * baseFee + tip, max), maxPriorityFeePerGas: tip }
}

/**
 * Offers the presigned transaction before its signer is funded. A node that refuses transactions without replay protection
 * says so before it looks at the balance, so nothing is spent for it.
 */
async function probeFactory(ctx: Context, chainId: number): Promise<void> {
  const { raw } = create2FactoryCreation
  const answer = await sendPublicly(ctx, { chainId, raw, hash: keccak256(raw) })
  if (typeof answer === 'object' && isUnprotected(answer.refusal)) {
    throw refused({ id: 'deploy factory', raw }, answer.refusal)
  }
}

const isUnprotected = (refusal: string) => /eip-?155|replay|protected/i.test(refusal)

function refused({ id, raw }: Pick<DeploymentStep, 'id' | 'raw'>, refusal: string): ServiceError {
  if (!raw || !isUnprotected(refusal)) return conflict(`the network refuses to ${id}: ${refusal}`)
  return conflict(
    `the node refuses the presigned transaction of the CREATE2 factory (${refusal}): have it sent by a node that accepts transactions before EIP-155 (Geth: --rpc.allow-unprotected-txs), and repeat the command`,
  )
}

function conflict(description: string): ServiceError {
  return new ServiceError('Conflict', description)
}
