import { encodeFunctionData } from 'viem'
import { wholeAmount } from '@/lib/auctions/model/auction'
import { erc20Abi, settlementAbi, vaultAbi } from '@/lib/chain/contract-abis'
import type { Read } from '@/lib/chain/reads/aggregate-codec'
import { aggregateReads, aggregateUntrustedReads, wordAt } from '@/lib/chain/reads/aggregate-reads'
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

/** Number of reads that {@link readsOf} gives for each order. */
const readsPerOrder = 4

/**
 * Reads fills, presignatures, balances and allowances of orders at one block, and checks ERC-1271 signatures; a failed
 * read counts as 0. Pre-hooks that could not be simulated add nothing.
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
  const [answers, funds, unsigned] = await Promise.all([
    aggregateReads(ctx.chain(chainId), {
      blockNumber,
      reads: orders.flatMap((order) => readsOf(ctx, order)),
    }),
    readTokenFunds(ctx, {
      chainId,
      blockNumber,
      fundings: orders.flatMap(({ order }) => fundingOf(ctx, order) ?? []),
    }),
    findUnsigned(ctx, input),
  ])
  const states = new Map(
    orders.map(({ uid, order }, index): [Hex, OrderChainState] => {
      const own = answers.slice(index * readsPerOrder, (index + 1) * readsPerOrder)
      const funding = fundingOf(ctx, order)
      const state = toState(order, own, funding && funds(funding))
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

/** Returns whether an open order depends on its pre-hooks. */
function needsHooks({ order, interactions }: HookedOrder, state: OrderChainState | undefined) {
  if (!state || interactions.pre.length === 0 || state.filled >= wholeAmount(order)) return false
  if (order.signingScheme === 'presign' && !state.presigned) return false
  return payableOf(state.funds) < order.sellAmount + order.feeAmount
}

/** Always {@link readsPerOrder} calls: filled amount, presignature, internal balance, relayer approval. */
function readsOf(ctx: Context, { uid, order }: HookedOrder): Read[] {
  const { settlementContract, vaultRelayerContract } = ctx.config
  const { owner, sellToken } = order
  return [
    {
      target: settlementContract,
      callData: encodeFunctionData({
        abi: settlementAbi,
        functionName: 'filledAmount',
        args: [uid],
      }),
    },
    {
      target: settlementContract,
      callData: encodeFunctionData({
        abi: settlementAbi,
        functionName: 'preSignature',
        args: [uid],
      }),
    },
    {
      target: balancerVault,
      callData: encodeFunctionData({
        abi: vaultAbi,
        functionName: 'getInternalBalance',
        args: [owner, [sellToken]],
      }),
    },
    {
      target: balancerVault,
      callData: encodeFunctionData({
        abi: vaultAbi,
        functionName: 'hasApprovedRelayer',
        args: [owner, vaultRelayerContract],
      }),
    },
  ]
}

/** Reads of the token contract; none for internal balances, which the vault keeps. */
function fundingOf(ctx: Context, order: SignedOrder): Funding | undefined {
  const { owner, sellToken: token, sellTokenBalance } = order
  if (sellTokenBalance === 'internal') return undefined
  const { vaultRelayerContract } = ctx.config
  return {
    token,
    owner,
    spender: sellTokenBalance === 'erc20' ? vaultRelayerContract : balancerVault,
  }
}

function toState(
  order: SignedOrder,
  [filled, presignature, internal, approval]: readonly (Hex | undefined)[],
  tokenFunds: Funds | undefined,
): OrderChainState {
  // ABI encoding of a one-element array: offset, length, value.
  const funds = tokenFunds ?? { balance: wordAt(internal, 2) ?? 0n, allowance: maxUint256 }
  const trusts = order.sellTokenBalance === 'erc20' || wordAt(approval, 0) === 1n
  return {
    filled: wordAt(filled, 0) ?? maxUint256,
    presigned: (wordAt(presignature, 0) ?? 0n) !== 0n,
    funds: trusts ? funds : { ...funds, allowance: 0n },
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

/** Tokens of an account, and their spender. */
type Funding = {
  readonly token: Address
  readonly owner: Address
  readonly spender: Address
}

/** Maximum number of tokens read at a time, each by a request of its own, since anyone can create tokens. */
const maxTokensAtOnce = 16

/**
 * Reads owners' balances and spenders' allowances at one block, in atoms; 0 if the token does not answer. Each token is
 * read in its own request, so that a hostile one cannot affect others.
 * @throws {ServiceError} InternalServerError if the network's RPC does not answer.
 */
export async function readTokenFunds(
  ctx: Context,
  input: {
    readonly chainId: number
    readonly blockNumber: bigint
    readonly fundings: readonly Funding[]
  },
): Promise<(funding: Funding) => Funds> {
  const byToken = new Map<Address, Map<string, Funding>>()
  for (const funding of input.fundings) {
    const fundings = byToken.get(funding.token) ?? new Map<string, Funding>()
    byToken.set(funding.token, fundings.set(keyOf(funding), funding))
  }
  const groups = [...byToken.values()].map((fundings) => [...fundings.values()])
  const funds = new Map<string, Funds>()
  for (let start = 0; start < groups.length; start += maxTokensAtOnce) {
    const batch = groups.slice(start, start + maxTokensAtOnce)
    await Promise.all(
      batch.map(async (fundings) => {
        const answers = await aggregateUntrustedReads(ctx, {
          ...input,
          reads: fundings.flatMap(fundReads),
        })
        for (const [i, funding] of fundings.entries()) {
          funds.set(keyOf(funding), toFunds(answers.slice(2 * i, 2 * i + 2)))
        }
      }),
    )
  }
  return (funding) => funds.get(keyOf(funding)) ?? { balance: 0n, allowance: 0n }
}

const keyOf = ({ token, owner, spender }: Funding) => `${token} ${owner} ${spender}`

function fundReads({ token: target, owner, spender }: Funding) {
  const balance = { abi: erc20Abi, functionName: 'balanceOf', args: [owner] } as const
  const allowance = { abi: erc20Abi, functionName: 'allowance', args: [owner, spender] } as const
  return [
    { target, callData: encodeFunctionData(balance) },
    { target, callData: encodeFunctionData(allowance) },
  ]
}

function toFunds([balance, allowance]: readonly (Hex | undefined)[]): Funds {
  return { balance: wordAt(balance, 0) ?? 0n, allowance: wordAt(allowance, 0) ?? 0n }
}
