import { decodeErrorResult, decodeFunctionResult, encodeFunctionData, parseAbi } from 'viem'
import { erc20Abi } from '@/lib/chain/erc20-abi'
import type { Context } from '@/lib/context'
import { type Address, nativeToken } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { dependencyDown } from '@/lib/core/errors'
import { multicall3 } from '@/lib/core/networks'

/** What a settlement would do now: its gas, or why it must not be sent. */
export type Simulation = { readonly gas: bigint } | { readonly fault: string }

type SimulationInput = {
  readonly chainId: number
  readonly from: Address
  readonly callData: Hex
  /** Every token that the settlement touches; the contract may not lose any. */
  readonly tokens: readonly Address[]
}

const multicallAbi = parseAbi([
  'struct Call3 { address target; bool allowFailure; bytes callData; }',
  'struct Result { bool success; bytes returnData; }',
  'function aggregate3(Call3[] calls) payable returns (Result[] returnData)',
  'function getEthBalance(address account) view returns (uint256 balance)',
])

/**
 * Plays a settlement on the newest block, between two readings of what the settlement contract holds.
 *
 * @throws {ServiceError} InternalServerError when the network's RPC does not answer.
 */
export async function simulateSettlement(
  ctx: Context,
  input: SimulationInput,
): Promise<Simulation> {
  const { client, network } = ctx.chain(input.chainId)
  const settlement = ctx.config.settlementContract
  const tokens = [...new Set(input.tokens)]
  const balances = { to: multicall3, data: balancesCall(tokens, settlement) }
  const settle = { from: input.from, to: settlement, data: input.callData }
  const request = {
    method: 'eth_simulateV1',
    params: [
      { blockStateCalls: [{ calls: [balances, settle, balances] }], validation: false },
      'latest',
    ],
  }
  const [block] = await client
    .request(request as never)
    .then((answer) => answer as unknown as { calls: readonly CallResult[] }[])
    .catch((cause) => {
      throw dependencyDown(network.title, cause)
    })
  const [before, settled, after] = block?.calls ?? []
  if (!before || !settled || !after) return { fault: 'the simulation gave no answer' }
  if (settled.status !== '0x1') return { fault: revertReason(settled) }
  const lost = findLoss(tokens, decodeBalances(before), decodeBalances(after))
  return lost ? { fault: lost } : { gas: BigInt(settled.gasUsed) }
}

type CallResult = {
  readonly status: Hex
  readonly returnData: Hex
  readonly gasUsed: Hex
  readonly error?: { readonly message?: string; readonly data?: Hex }
}

function balancesCall(tokens: readonly Address[], holder: Address): Hex {
  const calls = tokens.map((token) =>
    token === nativeToken
      ? {
          target: multicall3,
          callData: encodeFunctionData({
            abi: multicallAbi,
            functionName: 'getEthBalance',
            args: [holder],
          }),
        }
      : {
          target: token,
          callData: encodeFunctionData({
            abi: erc20Abi,
            functionName: 'balanceOf',
            args: [holder],
          }),
        },
  )
  return encodeFunctionData({
    abi: multicallAbi,
    functionName: 'aggregate3',
    args: [calls.map((call) => ({ ...call, allowFailure: true }))],
  })
}

/** What does not answer is undefined: it must not pass for an empty balance, which nothing can be lost of. */
function decodeBalances({ status, returnData }: CallResult): (bigint | undefined)[] {
  if (status !== '0x1') return []
  const results = decodeFunctionResult({
    abi: multicallAbi,
    functionName: 'aggregate3',
    data: returnData,
  })
  return results.map(({ success, returnData: word }) =>
    success && word.length >= 66 ? BigInt(word.slice(0, 66)) : undefined,
  )
}

function findLoss(
  tokens: readonly Address[],
  before: readonly (bigint | undefined)[],
  after: readonly (bigint | undefined)[],
): string | undefined {
  for (const [index, token] of tokens.entries()) {
    const [held, left] = [before[index], after[index]]
    if (held === undefined || left === undefined) return `token ${token} tells no balance`
    const lost = held - left
    if (lost > 0n) return `the settlement contract would lose ${lost} of ${token}`
  }
  return undefined
}

function revertReason({ returnData, error }: CallResult): string {
  const data = returnData.length > 2 ? returnData : (error?.data ?? '0x')
  try {
    const { errorName, args } = decodeErrorResult({ data })
    return `reverts: ${errorName === 'Error' ? String(args?.[0]) : errorName}`
  } catch {
    return `reverts: ${error?.message ?? 'no reason given'}`.slice(0, 200)
  }
}
