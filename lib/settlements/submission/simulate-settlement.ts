import { type Block, decodeErrorResult, encodeFunctionData, numberToHex, parseAbi } from 'viem'
import type { BidFault } from '@/lib/auctions/competition/bid-fault'
import type { Chain } from '@/lib/chain/chain'
import { erc20Abi } from '@/lib/chain/contract-abis'
import { decodeAggregate, encodeAggregate, type Read } from '@/lib/chain/reads/aggregate-codec'
import { wordAt } from '@/lib/chain/reads/aggregate-reads'
import { isExecutionFault } from '@/lib/chain/reads/bounded-request'
import type { Context } from '@/lib/context'
import { type Address, nativeToken } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { dependencyDown } from '@/lib/core/errors'
import { multicall3 } from '@/lib/core/multicall3'
import { toUnixSeconds } from '@/lib/core/time'
import { refusalOf } from './broadcast'
import type { Fees } from './solver-account'

/** The effect of a settlement, or why it must not be sent. */
export type Simulation =
  | {
      readonly gas: bigint
      /** The gains of the settlement contract's balances in atoms. */
      readonly changes: ReadonlyMap<Address, bigint>
      /** The block on which it was simulated. */
      readonly blockNumber: bigint
    }
  | {
      readonly fault: BidFault
      /** Gas used by the settlement's call; undefined if it did not run. */
      readonly gas?: bigint
    }

type SimulationInput = {
  readonly chainId: number
  readonly from: Address
  readonly callData: Hex
  /** The fees with which it would be sent. */
  readonly fees: Fees
  /** All tokens that the settlement touches; the contract must not lose any of them. */
  readonly tokens: readonly Address[]
  /** The block to simulate on; default the head. */
  readonly onBlock?: bigint | undefined
  /** The head, if the caller has just read it ({@link readSolverHead}). */
  readonly head?: SolverHead | undefined
  /** Calldata of the solver's earlier settlements, each simulated in a block of its own; they may revert. */
  readonly earlier?: readonly Hex[] | undefined
  /** The node that simulates; default the pinned one. */
  readonly node?: Chain
}

const nativeAbi = parseAbi([
  'function getEthBalance(address account) view returns (uint256 balance)',
])

/** A block, and the solver's native balance. */
export type SolverHead = {
  readonly block: Block<bigint, false, 'latest'>
  readonly balance: bigint
}

/**
 * Reads a block, by default the newest, and the solver's balance. Simulations that follow each other share it.
 * @throws what the node's client throws.
 */
export async function readSolverHead(
  client: Chain['client'],
  { from, onBlock }: Pick<SimulationInput, 'from' | 'onBlock'>,
): Promise<SolverHead> {
  const at = onBlock === undefined ? {} : { blockNumber: onBlock }
  const [block, balance] = await Promise.all([
    client.getBlock(at),
    client.getBalance({ address: from, ...at }),
  ])
  return { block, balance }
}

/** Gas limit of a balance query: with that of the settlement it fits any network's block. */
const readingGas = (tokens: number) => 200_000n + 50_000n * BigInt(tokens)

/** Gas by which the settlement's limit here is below a transaction's: room for the surrounding balance queries. */
const gasOfQueries = 1_000_000n

/**
 * Simulates a settlement as the solver's next transaction with its real fees, on the head (or `onBlock`) and after
 * `earlier`, between two reads of the settlement contract's balances. The solver's balance is overridden to afford the
 * gas.
 * @throws {ServiceError} InternalServerError if the network's RPC does not answer.
 */
export async function simulateSettlement(
  ctx: Context,
  input: SimulationInput,
): Promise<Simulation> {
  const tokens = [...new Set(input.tokens)]
  const simulated = await simulateCalls(ctx, input, tokens)
  if ('fault' in simulated) return simulated
  const [before, settled, after] = simulated.calls
  if (!before || !settled || !after) return { fault: { code: 'unanswered' } }
  if (settled.status !== '0x1') {
    const fault: BidFault = { code: 'reverts', reason: ctx.mask(revertReason(settled)) }
    return { fault, gas: BigInt(settled.gasUsed) }
  }
  const [held, left] = [decodeBalances(before, tokens), decodeBalances(after, tokens)]
  const lost = findLoss(tokens, held, left)
  if (lost) return { fault: lost, gas: BigInt(settled.gasUsed) }
  const changes = new Map(tokens.map((token, i) => [token, (left[i] ?? 0n) - (held[i] ?? 0n)]))
  return { gas: BigInt(settled.gasUsed), changes, blockNumber: simulated.blockNumber }
}

async function simulateCalls(
  ctx: Context,
  { chainId, from, callData, fees, onBlock, head: known, earlier = [], node }: SimulationInput,
  tokens: readonly Address[],
): Promise<SimulatedCalls | { readonly fault: BidFault }> {
  const { client, network } = node ?? ctx.chain(chainId)
  const { settlementContract: to } = ctx.config
  const { maxTransactionGas: maxGas } = network
  const paid = {
    from,
    maxFeePerGas: numberToHex(fees.maxFeePerGas),
    maxPriorityFeePerGas: numberToHex(fees.maxPriorityFeePerGas),
  }
  const data = encodeAggregate(tokens.map((token) => balanceRead(token, to)))
  const reading = { ...paid, to: multicall3, data, gas: numberToHex(readingGas(tokens.length)) }
  const settle = { ...paid, to, data: callData, gas: numberToHex(maxGas - gasOfQueries) }
  try {
    const { block: head, balance: held } =
      known ?? (await readSolverHead(client, { from, onBlock }))
    const feeBalance = 2n * maxGas * fees.maxFeePerGas * BigInt(earlier.length + 1)
    const soon = Number(head.timestamp) + 1
    const time = onBlock === undefined ? Math.max(soon, toUnixSeconds(ctx.now())) : soon
    const settlements = earlier.map((data) => [{ ...settle, data }])
    const blocks = [...settlements, [reading, settle, reading]].map((calls, place) => ({
      blockOverrides: {
        number: numberToHex(head.number + 1n + BigInt(place)),
        time: numberToHex(time + place),
      },
      ...(place === 0
        ? { stateOverrides: { [from]: { balance: numberToHex(held + feeBalance) } } }
        : {}),
      calls,
    }))
    // With validation: base fee and gas price are those of a real block, which contracts can read.
    const how = { blockStateCalls: blocks, validation: true }
    const request = { method: 'eth_simulateV1', params: [how, numberToHex(head.number)] }
    const answer = await client.request(request as never)
    const calls = (answer as unknown as { calls: readonly CallResult[] }[]).at(-1)?.calls ?? []
    return { calls, blockNumber: head.number }
  } catch (cause) {
    const message = refusalOf(cause)
    if (message === undefined || !isExecutionFault({ message })) {
      throw dependencyDown(network.title, cause)
    }
    return { fault: { code: 'fails', reason: ctx.mask(message) } }
  }
}

type SimulatedCalls = { readonly calls: readonly CallResult[]; readonly blockNumber: bigint }

/** The outcome of a call in `eth_simulateV1`. */
export type CallResult = {
  readonly status: Hex
  readonly returnData: Hex
  readonly gasUsed: Hex
  readonly error?: { readonly message?: string; readonly data?: Hex }
}

function balanceRead(token: Address, holder: Address): Read {
  const args = [holder] as const
  return token === nativeToken
    ? { target: multicall3, callData: encodeFunctionData({ abi: nativeAbi, args }) }
    : {
        target: token,
        callData: encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args }),
      }
}

/** A failed query is undefined: if it were zero, no loss of the token would show. */
function decodeBalances(
  { status, returnData }: CallResult,
  tokens: readonly Address[],
): (bigint | undefined)[] {
  if (status !== '0x1') return []
  return decodeAggregate(returnData, tokens.length).map((answer) => wordAt(answer, 0))
}

function findLoss(
  tokens: readonly Address[],
  before: readonly (bigint | undefined)[],
  after: readonly (bigint | undefined)[],
): BidFault | undefined {
  for (const [index, token] of tokens.entries()) {
    const [held, left] = [before[index], after[index]]
    if (held === undefined || left === undefined) return { code: 'noBalance', token }
    const lost = held - left
    if (lost > 0n) return { code: 'loss', amount: String(lost), token }
  }
  return undefined
}

/** Returns why a simulated call reverted, as its error states. */
export function revertReason({ returnData, error }: CallResult): string {
  const data = returnData.length > 2 ? returnData : (error?.data ?? '0x')
  try {
    const { errorName, args } = decodeErrorResult({ data })
    return errorName === 'Error' ? String(args?.[0]) : errorName
  } catch {
    return (error?.message ?? 'no reason given').slice(0, 191)
  }
}
