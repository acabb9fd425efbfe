import { encodeFunctionData } from 'viem'
import { erc20Abi } from '@/lib/chain/contract-abis'
import { encodeSettlement } from '@/lib/chain/encode-settlement'
import { readGasMarket } from '@/lib/chain/gas-market'
import { aggregateReads, wordAt } from '@/lib/chain/reads/aggregate-reads'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { dependencyDown, ServiceError } from '@/lib/core/errors'
import type { Interaction } from '@/lib/core/interaction'
import { defaultSettlement } from '@/lib/core/networks'
import { sendPublicly } from '@/lib/settlements/submission/broadcast'
import { findSettlementPause } from '@/lib/settlements/submission/settlement-pause-store'
import {
  type SignedTransaction,
  signSettlement,
  solverAddress,
} from '@/lib/settlements/submission/solver-account'
import type { SolverTransaction } from '@/lib/settlements/submission/solver-transaction-store'
import { maxFeeOf, offerFees } from '@/lib/settlements/submission/transaction-fees'
import { listLiveSettlements } from '@/lib/settlements/submission/transaction-store'
import { sumOwed } from './cost-store'

/** A signed transaction that withdraws tokens from the settlement contract. */
export type Sweep = {
  /** Atoms by token. */
  readonly amounts: ReadonlyMap<Address, bigint>
  readonly signed: SignedTransaction
  readonly transaction: Omit<SolverTransaction, 'createdAt'>
}

type Wanted = { readonly chainId: number; readonly to: Address }

/**
 * Signs a settlement without orders that transfers what the contract holds of the network's base tokens to an account, less
 * what it owes by the books. Settling must be paused there and nothing pending, since a settlement may use the same nonce.
 * Nothing is sent yet: see {@link sendSweep}.
 * @throws {ServiceError} Conflict if it is not possible, ServiceUnavailable without a key or signer,
 * InternalServerError if the network's RPC does not answer.
 */
export async function signSweep(ctx: Context, { chainId, to }: Wanted): Promise<Sweep> {
  const { client, network } = ctx.chain(chainId)
  const address = solverAddress(ctx, chainId)
  await assertSweepable(ctx, chainId)
  const amounts = await findAmounts(ctx, chainId)
  if (amounts.size === 0) throw refused('the settlement contract keeps nothing')
  const callData = encodeSweep(amounts, to)
  const call = { account: address, to: ctx.config.settlementContract, data: callData }
  const [count, used, market] = await Promise.all([
    client.getTransactionCount({ address }),
    client.estimateGas(call),
    readGasMarket(ctx, chainId),
  ]).catch((cause) => {
    throw dependencyDown(network.title, cause)
  })
  // The estimate includes the gas that Arbitrum charges for data.
  const gas = (used * 13n) / 10n
  const fees = offerFees(market, maxFeeOf(ctx, chainId, gas))
  if (!fees) throw refused('gas costs more than MAX_GAS_PRICE_GWEI or MAX_TX_COST_NATIVE')
  const nonce = BigInt(count)
  const signed = await signSettlement(ctx, { chainId, nonce, gas, fees, callData })
  const transaction = { chainId, txHash: signed.hash, kind: 'sweep', nonce } as const
  return { amounts, signed, transaction: { ...transaction, solverAddress: address } }
}

/**
 * Broadcasts a sweep, whose hash is stored.
 * @throws {ServiceError} Conflict if the network refuses it; InternalServerError if its RPC does not answer.
 */
export async function sendSweep(ctx: Context, { signed, transaction }: Sweep): Promise<void> {
  const { chainId } = transaction
  // In public even where settlements are private: it names its recipients, nothing else moves what the contract keeps
  // while settling is paused, so nobody can make it revert, and no process would cancel or raise what a relay leaves out.
  const answer = await sendPublicly(ctx, { chainId, ...signed })
  if (typeof answer === 'object') throw refused(`the network refuses it: ${answer.refusal}`)
}

async function assertSweepable(ctx: Context, chainId: number): Promise<void> {
  const { settlementContract, embeddedChainIds } = ctx.config
  const isShared = settlementContract === defaultSettlement && !embeddedChainIds.includes(chainId)
  if (isShared) throw refused('the settlement contract is shared: its tokens are not yours')
  if (!(await findSettlementPause(ctx.db, chainId))) {
    throw refused('settling is not paused on this network: use settlement pause first')
  }
  if ((await listLiveSettlements(ctx.db, chainId)).length > 0) {
    throw refused('a settlement is pending: try again in a minute')
  }
}

/** What the contract holds of each base token beyond what it owes. */
async function findAmounts(ctx: Context, chainId: number): Promise<ReadonlyMap<Address, bigint>> {
  const chain = ctx.chain(chainId)
  const { baseTokens, wrappedNative } = chain.network
  const tokens = [...new Set([wrappedNative, ...baseTokens])]
  const args = [ctx.config.settlementContract] as const
  const callData = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args })
  const held = await aggregateReads(chain, {
    reads: tokens.map((target) => ({ target, callData })),
  })
  const owed = await sumOwed(ctx.db, chainId)
  const amounts = tokens.map((token, place) => {
    return [token, (wordAt(held[place], 0) ?? 0n) - (owed.get(token) ?? 0n)] as const
  })
  return new Map(amounts.filter(([, amount]) => amount > 0n))
}

function encodeSweep(amounts: ReadonlyMap<Address, bigint>, to: Address): Hex {
  const transfers = [...amounts].map(([target, amount]): Interaction => {
    const args = [to, amount] as const
    const callData = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args })
    return { target, value: 0n, callData }
  })
  return encodeSettlement({
    clearingPrices: new Map(),
    trades: [],
    interactions: { pre: [], intra: transfers, post: [] },
    auctionId: undefined,
  })
}

function refused(description: string): ServiceError {
  return new ServiceError('Conflict', description)
}
