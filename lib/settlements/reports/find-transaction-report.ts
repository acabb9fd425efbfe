import type { TransactionReceipt as Receipt, Transaction } from 'viem'
import { findCompetitionByTransaction } from '@/lib/auctions/competition/published-competition-store'
import { isNotFound } from '@/lib/chain/node-error'
import { cumulativeBalances } from '@/lib/chain/simulation/balance-changes'
import type { SimulatedLog } from '@/lib/chain/simulation/execute-bundle'
import type { ContractEvent } from '@/lib/chain-events/contract-event'
import type { Context } from '@/lib/context'
import { type Address, nativeToken, toAddress } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { dependencyDown } from '@/lib/core/errors'
import { findUsdPrice } from '@/lib/market/prices/find-usd-price'
import { listOrdersByUids } from '@/lib/orders/order-store'
import { decodeLogs } from '@/lib/settlements/indexing/decode-logs'
import { nameTokens } from '@/lib/tokens/get-tokens'
import type { Token } from '@/lib/tokens/token'
import {
  decodeCall,
  readLog,
  type TransactionCall,
  type TransactionLog,
} from './decode-transaction'

/** A transaction known to the network. */
export type SentTransaction = {
  readonly hash: Hex
  readonly from: Address
  /** Undefined for a contract creation. */
  readonly to: Address | undefined
  /** Native atoms. */
  readonly value: bigint
  readonly nonce: number
  readonly input: Hex
  readonly call: TransactionCall
}

/** A fill in a transaction. */
export type TransactionTrade = Extract<ContractEvent, { readonly kind: 'trade' }> & {
  /** Whether this service has the order. */
  readonly isKnown: boolean
}

/** A transaction's result. */
export type TransactionOutcome = {
  readonly status: 'succeeded' | 'failed'
  readonly blockNumber: bigint
  /** Number of confirmations, its own block included. */
  readonly confirmations: bigint
  /** Unix seconds. */
  readonly timestamp: number
  readonly gasUsed: bigint
  /** Native atoms per unit of gas. */
  readonly gasPrice: bigint
  /** Native atoms. */
  readonly fee: bigint
  /** The created contract. */
  readonly created: Address | undefined
  readonly logs: readonly TransactionLog[]
  /** Total number of logs, including those not listed. */
  readonly furtherLogs: number
  readonly trades: readonly TransactionTrade[]
  readonly flows: readonly PartyFlows[]
  /** The auction of this service that it settles. */
  readonly auctionId: bigint | undefined
}

/** All public data of one transaction. */
export type TransactionReport = {
  readonly transaction: SentTransaction
  /** Undefined while pending. */
  readonly outcome: TransactionOutcome | undefined
  readonly tokens: ReadonlyMap<Address, Token>
  /** Current price of a whole native token in US dollars; undefined if unknown. */
  readonly nativeUsd: number | undefined
}

/** Maximum number of logs decoded and listed: a settlement of 40 orders has about 160. */
const maxLogs = 200
/** Maximum number of tokens named, each of which may need a call. */
const maxTokens = 50

type Question = { readonly chainId: number; readonly hash: Hex }

/**
 * Reports a transaction from its node's data and the auction that it settles; undefined if the node does not know it.
 * @throws {ServiceError} InternalServerError if the network's RPC does not answer.
 */
export async function findTransactionReport(
  ctx: Context,
  question: Question,
): Promise<TransactionReport | undefined> {
  const { chainId } = question
  const [found, price] = await Promise.all([
    readTransaction(ctx, question),
    findUsdPrice(ctx, { chainId, token: nativeToken }).catch(() => undefined),
  ])
  if (!found) return undefined
  const transaction = describeTransaction(ctx, chainId, found.transaction)
  const outcome = found.receipt && (await describeOutcome(ctx, question, found.receipt))
  const addresses = tokensIn(transaction, outcome).slice(0, maxTokens)
  const tokens = await nameTokens(ctx, { chainId, addresses })
  return { transaction, outcome, tokens, nativeUsd: price?.usd }
}

async function readTransaction(ctx: Context, { chainId, hash }: Question) {
  const { client, network } = ctx.chain(chainId)
  try {
    const transaction = await client.getTransaction({ hash }).catch(noneOf)
    if (!transaction) return undefined
    return { transaction, receipt: await client.getTransactionReceipt({ hash }).catch(noneOf) }
  } catch (cause) {
    throw dependencyDown(`the RPC of ${network.title}`, cause)
  }
}

function noneOf(error: unknown): undefined {
  const isNone =
    isNotFound(error, 'TransactionNotFoundError') ||
    isNotFound(error, 'TransactionReceiptNotFoundError')
  if (!isNone) throw error
}

function describeTransaction(ctx: Context, chainId: number, found: Transaction): SentTransaction {
  const { config } = ctx
  const { hash, value, nonce, input } = found
  const to = found.to === null ? undefined : toAddress(found.to)
  const call = decodeCall({
    ...{ to, input },
    settlementContract: config.settlementContract,
    wrappedNative: ctx.chain(chainId).network.wrappedNative,
    orderContracts: config.onchainOrderContracts.get(chainId) ?? [],
    isEmbedded: config.embeddedChainIds.includes(chainId),
  })
  return { hash, from: toAddress(found.from), to, value, nonce, input, call }
}

async function describeOutcome(
  ctx: Context,
  { chainId, hash }: Question,
  receipt: Receipt,
): Promise<TransactionOutcome> {
  const { blockNumber, gasUsed, effectiveGasPrice: gasPrice, contractAddress } = receipt
  const logs = receipt.logs.slice(0, maxLogs).map(readLog)
  const [block, competition, trades] = await Promise.all([
    readBlock(ctx, chainId, blockNumber),
    findCompetitionByTransaction(ctx.db, { chainId, txHash: hash }),
    listFills(ctx, chainId, receipt),
  ])
  return {
    status: receipt.status === 'success' ? 'succeeded' : 'failed',
    ...{ blockNumber, gasUsed, gasPrice, trades, logs, ...block },
    fee: gasUsed * gasPrice,
    created: contractAddress ? toAddress(contractAddress) : undefined,
    furtherLogs: receipt.logs.length - logs.length,
    flows: sumFlows(logs, ctx.chain(chainId).network.wrappedNative),
    auctionId: competition?.auctionId,
  }
}

async function readBlock(ctx: Context, chainId: number, blockNumber: bigint) {
  const { client, network } = ctx.chain(chainId)
  try {
    const [{ timestamp }, head] = await Promise.all([
      client.getBlock({ blockNumber }),
      client.getBlockNumber(),
    ])
    return { timestamp: Number(timestamp), confirmations: head - blockNumber + 1n }
  } catch (cause) {
    throw dependencyDown(`the RPC of ${network.title}`, cause)
  }
}

async function listFills(ctx: Context, chainId: number, { logs }: Receipt) {
  const source = { chainId, settlementContract: ctx.config.settlementContract, orderContracts: [] }
  const fills = decodeLogs(logs, source).filter((event) => event.kind === 'trade')
  const orders = await listOrdersByUids(
    ctx.db,
    fills.map(({ orderUid }) => orderUid),
  )
  const known = new Set(orders.map(({ uid }) => uid))
  return fills.map((fill): TransactionTrade => ({ ...fill, isKnown: known.has(fill.orderUid) }))
}

function tokensIn({ to, call }: SentTransaction, outcome: TransactionOutcome | undefined) {
  const traded = (outcome?.trades ?? []).flatMap(({ sellToken, buyToken }) => [sellToken, buyToken])
  const moved = (outcome?.flows ?? []).flatMap(({ flows }) => flows.map(({ token }) => token))
  const isOfToken = to !== undefined && tokenCalls.has(call.kind)
  return [...new Set([...(isOfToken ? [to] : []), ...traded, ...moved])]
}

const tokenCalls: ReadonlySet<TransactionCall['kind']> = new Set([
  ...(['approval', 'revocation', 'wrap', 'unwrap', 'token-transfer'] as const),
])

/** Change of an address's token balance by a transaction, in atoms; negative if it decreased. */
type TokenFlow = { readonly token: Address; readonly atoms: bigint }

/** An address's balance changes in a transaction. */
export type PartyFlows = { readonly party: Address; readonly flows: readonly TokenFlow[] }

/**
 * Computes a transaction's balance changes by address (see {@link cumulativeBalances}); omits addresses without a net
 * change.
 */
export function sumFlows(
  logs: readonly SimulatedLog[],
  wrappedNative: Address,
): readonly PartyFlows[] {
  const [changes = {}] = cumulativeBalances([{ logs }], wrappedNative)
  return Object.entries(changes).flatMap(([party, own]) => {
    const moved = Object.entries(own).filter(([, atoms]) => atoms !== 0n)
    if (moved.length === 0) return []
    const flows = moved.map(([token, atoms]) => ({ token: toAddress(token), atoms }))
    return [{ party: toAddress(party), flows }]
  })
}
