import { encodeFunctionData, erc20Abi } from 'viem'
import { wordAt } from '@/lib/chain/reads/aggregate-reads'
import {
  boundedSimulation,
  type CallOutcome,
  type SimulatedCall,
} from '@/lib/chain/simulation/bounded-simulation'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'

/** Gas limit of a balance read or transfer: some tokens call other contracts first. */
const tokenGas = 500_000n

/** Divisor of a holder's balance: the fraction transferred in a test. */
const sentPart = 100n

type Trial = {
  readonly chainId: number
  readonly token: Address
  /** An account with a token balance: a pool, or the vault that holds it for a pool. */
  readonly holder: Address
}

/**
 * Whether a token moves in full from one of its pools to the settlement contract and back, by every call that routes
 * use: `transfer` to the contract, half back by `transfer`, half by `transferFrom`. Simulated at the latest block with
 * the pool's own tokens; undefined when the pool has too few.
 *
 * @throws {ServiceError} InternalServerError when the node cannot answer.
 */
export async function verifyTransfer(
  ctx: Context,
  { chainId, token, holder }: Trial,
): Promise<boolean | undefined> {
  const { settlementContract: contract } = ctx.config
  const ofHolder = balanceCall(token, holder)
  const held = wordOf((await boundedSimulation(ctx, { chainId, calls: [ofHolder] }))?.[0]) ?? 0n
  const sent = held / sentPart
  if (sent < 2n) return undefined
  const half = sent / 2n
  const rest = sent - half
  const ofContract = balanceCall(token, contract)
  const byHolder = { from: holder, token }
  const byContract = { from: contract, token }
  const calls = [
    ofContract,
    callToken({ ...byHolder, functionName: 'transfer', args: [contract, sent] }),
    ofContract,
    callToken({ ...byContract, functionName: 'transfer', args: [holder, half] }),
    callToken({ ...byContract, functionName: 'approve', args: [holder, rest] }),
    callToken({ ...byHolder, functionName: 'transferFrom', args: [contract, holder, rest] }),
    ofContract,
    ofHolder,
  ]
  const outcomes = await boundedSimulation(ctx, { chainId, calls })
  if (!outcomes?.every(({ succeeded }) => succeeded)) return false
  const [before, , arrived, , , , left, returned] = outcomes.map(wordOf)
  if (before === undefined || arrived === undefined) return false
  return arrived - before === sent && left === before && returned === held
}

function wordOf(outcome: CallOutcome | undefined): bigint | undefined {
  return outcome?.succeeded ? wordAt(outcome.returnData, 0) : undefined
}

/** An address that nobody uses. */
const recipient: Address = '0xc01c1de0c01c1de0c01c1de0c01c1de0c01c1de1'

/** How much of a transfer arrives, and the gas that it uses, without that of a transaction. */
export type TriedTransfer = {
  readonly arrival: 'all' | 'less' | 'fails'
  readonly gas: bigint
}

/**
 * Simulates a transfer of 1 % of a holder's balance at the latest block to an account without any; undefined when the
 * balance is too small.
 *
 * @throws {ServiceError} InternalServerError when the node cannot answer.
 */
export async function tryTransfer(
  ctx: Context,
  { chainId, token, holder }: Trial,
): Promise<TriedTransfer | undefined> {
  const held = await boundedSimulation(ctx, { chainId, calls: [balanceCall(token, holder)] })
  const sent = (wordAt(held?.[0]?.returnData, 0) ?? 0n) / sentPart
  if (sent === 0n) return undefined
  const balance = balanceCall(token, recipient)
  const args = [recipient, sent]
  const transfer = callToken({ from: holder, token, functionName: 'transfer', args })
  const calls = [balance, transfer, balance]
  const [before, moved, after] = (await boundedSimulation(ctx, { chainId, calls })) ?? []
  const gas = moved?.gasUsed ?? 0n
  if (!moved?.succeeded) return { arrival: 'fails', gas }
  const arrived = (wordAt(after?.returnData, 0) ?? 0n) - (wordAt(before?.returnData, 0) ?? 0n)
  return { arrival: arrived < sent ? 'less' : 'all', gas }
}

type TokenCall = Pick<SimulatedCall, 'from'> & {
  readonly token: Address
  readonly functionName: 'balanceOf' | 'transfer' | 'approve' | 'transferFrom'
  readonly args: readonly (Address | bigint)[]
}

/** Encodes a call to a token for a simulation. */
function callToken({ from, token, functionName, args }: TokenCall): SimulatedCall {
  const data = encodeFunctionData({ abi: erc20Abi, functionName, args } as Parameters<
    typeof encodeFunctionData
  >[0])
  return { from, to: token, data, gas: tokenGas }
}

/** Encodes the call that reads an account's token balance. */
export function balanceCall(token: Address, account: Address): SimulatedCall {
  return callToken({ from: account, token, functionName: 'balanceOf', args: [account] })
}
