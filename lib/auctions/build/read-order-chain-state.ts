import { toFunctionSelector } from 'viem'
import { wholeAmount } from '@/lib/auctions/model/auction'
import { encodeBytes, encodeWords, type Read } from '@/lib/chain/reads/aggregate-codec'
import { wordAt } from '@/lib/chain/reads/aggregate-reads'
import { bulkMs } from '@/lib/chain/reads/run-code'
import { readUntrusted } from '@/lib/chain/reads/untrusted-reads'
import { boundedSimulation, type CallOutcome } from '@/lib/chain/simulation/bounded-simulation'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { maxUint256 } from '@/lib/core/amount'
import type { Hex } from '@/lib/core/bytes'
import { balancerVault } from '@/lib/core/networks'
import type { SignedOrder } from '@/lib/core/order'
import { type Funds, payableOf } from '@/lib/orders/placement/funds-calls'
import { encodeSignatureCall, isMagicAnswer } from '@/lib/orders/signatures/contract-signature'
import { type HookedOrder, readFundsAfterHooks } from './read-funds-after-hooks'
/** The on-chain state of an order at one block. */
export type OrderChainState = {
  /** Executed amount as the contract counts it; the maximum uint256 once invalidated. */
  readonly filled: bigint
  readonly presigned: boolean
  /** Whether the signing wallet (ERC-1271) rejects the signature now. */
  readonly isUnsigned?: boolean
  /** The owner's available funds; after the order's pre-hooks if they are insufficient before them. */
  readonly funds: Funds
  /** Whether pre-hooks that may add funds could not be simulated this time. */
  readonly isUnconfirmed?: boolean
}

/**
 * Gas limit of a read: many times a balance query, which may pass proxies and lending pools. Bytes kept of a result: an
 * array of one word.
 */
const readLimits = { gas: 200_000, bytes: 96, timeoutMs: bulkMs }

/**
 * Reads fills, presignatures, balances and allowances of orders at one block, in one request if they fit, and checks
 * ERC-1271 signatures; a failed read counts as 0. A hostile token cannot affect the orders of others. Pre-hooks that could
 * not be simulated add nothing.
 * @throws {ServiceError} InternalServerError if the network's RPC does not answer.
 */
export async function readOrderChainStates(
  ctx: Context,
  input: {
    readonly chainId: number
    readonly blockNumber: bigint
    readonly orders: readonly HookedOrder[]
  },
): Promise<ReadonlyMap<Hex, OrderChainState>> {
  const { chainId, blockNumber, orders } = input
  const reads = new Map(orders.map((entry) => [entry.uid, readsOf(ctx, entry)]))
  const [answerOf, unsigned] = await Promise.all([
    readDistinct(ctx, { chainId, blockNumber }, [...reads.values()].flatMap(Object.values)),
    findUnsigned(ctx, input),
  ])
  const states = new Map(
    orders.map(({ uid, order }): [Hex, OrderChainState] => {
      const state = toState(order, reads.get(uid) ?? {}, answerOf)
      return [uid, unsigned.has(uid) ? { ...state, isUnsigned: true } : state]
    }),
  )
  const hooked = orders.filter((order) => needsHooks(order, states.get(order.uid)))
  const fundsAfter = await readFundsAfterHooks(ctx, { chainId, blockNumber, orders: hooked })
  for (const { uid } of hooked) {
    const state = states.get(uid)
    const after = fundsAfter.get(uid)
    const found = after ? { funds: after } : { isUnconfirmed: true }
    if (state) states.set(uid, { ...state, ...found })
  }
  return states
}

type Place = { readonly chainId: number; readonly blockNumber: bigint }

/**
 * Makes each distinct read once, those of one contract in a row, and returns what answers a read.
 * @throws {ServiceError} InternalServerError if the network's RPC does not answer.
 */
async function readDistinct(
  ctx: Context,
  place: Place,
  wanted: readonly Read[],
): Promise<(read: Read | undefined) => Hex | undefined> {
  const keyOf = ({ target, callData }: Read) => `${target}${callData}`
  const distinct = new Map(wanted.map((read) => [keyOf(read), read]))
  const keys = [...distinct.keys()].sort()
  const reads = keys.flatMap((key) => distinct.get(key) ?? [])
  const found = await readUntrusted(ctx, { ...place, ...readLimits, reads })
  const answers = new Map(keys.map((key, index) => [key, found[index]]))
  return (read) => read && answers.get(keyOf(read))
}

/** Returns whether an open order depends on its pre-hooks. */
function needsHooks({ order, interactions }: HookedOrder, state: OrderChainState | undefined) {
  if (!state || interactions.pre.length === 0 || state.filled >= wholeAmount(order)) return false
  if (order.signingScheme === 'presign' && !state.presigned) return false
  return payableOf(state.funds) < order.sellAmount + order.feeAmount
}

/** What an order's state depends on; undefined: it does not. */
type OrderReads = {
  readonly filled?: Read
  readonly presignature?: Read
  readonly balance?: Read
  readonly allowance?: Read
  /** The vault's approval of the relayer, for the other balance sources. */
  readonly approval?: Read
}

const calls = {
  filled: toFunctionSelector('filledAmount(bytes)'),
  presignature: toFunctionSelector('preSignature(bytes)'),
  balance: toFunctionSelector('balanceOf(address)'),
  allowance: toFunctionSelector('allowance(address,address)'),
  internal: toFunctionSelector('getInternalBalance(address,address[])'),
  approval: toFunctionSelector('hasApprovedRelayer(address,address)'),
}

function readsOf({ config }: Context, { uid, order }: HookedOrder): OrderReads {
  const { settlementContract: settlement, vaultRelayerContract: relayer } = config
  const { owner, sellToken: token, sellTokenBalance: source, signingScheme } = order
  const isPresigned = signingScheme === 'presign'
  const spender = source === 'erc20' ? relayer : balancerVault
  const read = (target: Address, callData: Hex): Read => ({ target, callData })
  // A one-element array: offset, length, element.
  const internal = encodeWords(calls.internal, [owner, 2 * wordBytes, 1, token])
  return {
    filled: read(settlement, encodeBytes(calls.filled, uid)),
    ...(isPresigned
      ? { presignature: read(settlement, encodeBytes(calls.presignature, uid)) }
      : {}),
    ...(source === 'internal'
      ? { balance: read(balancerVault, internal) }
      : {
          balance: read(token, encodeWords(calls.balance, [owner])),
          allowance: read(token, encodeWords(calls.allowance, [owner, spender])),
        }),
    ...(source === 'erc20'
      ? {}
      : { approval: read(balancerVault, encodeWords(calls.approval, [owner, relayer])) }),
  }
}

/** Bytes of an ABI word. */
const wordBytes = 32

function toState(
  { sellTokenBalance: source }: SignedOrder,
  reads: OrderReads,
  answerOf: (read: Read | undefined) => Hex | undefined,
): OrderChainState {
  const numberOf = (read: Read | undefined, word = 0) => wordAt(answerOf(read), word)
  // The vault keeps internal balances, without allowances; ABI encoding of a one-element array: offset, length, value.
  const funds =
    source === 'internal'
      ? { balance: numberOf(reads.balance, 2) ?? 0n, allowance: maxUint256 }
      : { balance: numberOf(reads.balance) ?? 0n, allowance: numberOf(reads.allowance) ?? 0n }
  const isApproved = source === 'erc20' || numberOf(reads.approval) === 1n
  return {
    filled: numberOf(reads.filled) ?? maxUint256,
    presigned: (numberOf(reads.presignature) ?? 0n) !== 0n,
    funds: isApproved ? funds : { ...funds, allowance: 0n },
  }
}

/**
 * Gas limit of a signature check; a wallet that uses more than half of it without confirming is judged by the
 * settlement's simulation.
 */
const walletGas = 500_000n

/** Wallets per request, whose total gas nodes accept, and wallets per auction. */
const atOnce = 24
const maxSignatureChecks = 240

/** Length of the order digest in a uid's hex string. */
const digestEnd = 66

/**
 * Returns the orders whose contract wallets reject their ERC-1271 signature at a block, called from the settlement
 * contract, each with a gas limit. Skips orders with pre-hooks, which may set the signature, and wallets that could not
 * be called.
 */
async function findUnsigned(
  ctx: Context,
  {
    chainId,
    blockNumber,
    orders,
  }: {
    readonly chainId: number
    readonly blockNumber: bigint
    readonly orders: readonly HookedOrder[]
  },
): Promise<ReadonlySet<Hex>> {
  const asked = orders
    .filter(({ order, interactions }) => isWallet(order) && interactions.pre.length === 0)
    .slice(0, maxSignatureChecks)
  const parts = Array.from({ length: Math.ceil(asked.length / atOnce) }, (_, i) =>
    asked.slice(i * atOnce, (i + 1) * atOnce),
  )
  const answers = await Promise.all(
    parts.map((part) => {
      const calls = part.map((entry) => toCall(ctx, entry))
      // An unreachable node is detected by the auction's other reads.
      return boundedSimulation(ctx, { chainId, blockNumber, calls }).catch(() => undefined)
    }),
  )
  const unsigned = parts.flatMap((part, i) =>
    part.filter((_, at) => isNo(answers[i]?.[at])).map(({ uid }) => uid),
  )
  return new Set(unsigned)
}

function isWallet({ signingScheme }: HookedOrder['order']): boolean {
  return signingScheme === 'eip1271'
}

function toCall({ config }: Context, { uid, order }: HookedOrder) {
  const digest: Hex = `0x${uid.slice(2, digestEnd)}`
  const data = encodeSignatureCall({ digest, signature: order.signature })
  return { from: config.settlementContract, to: order.owner, data, gas: walletGas }
}

function isNo(outcome: CallOutcome | undefined): boolean {
  if (!outcome) return false
  if (outcome.succeeded) return !isMagicAnswer(outcome.returnData)
  return outcome.gasUsed < walletGas / 2n
}
