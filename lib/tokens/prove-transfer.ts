import { encodeFunctionData, erc20Abi } from 'viem'
import {
  boundedSimulation,
  type CallOutcome,
  type SimulatedCall,
} from '@/lib/chain/bounded-simulation'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'

type Trial = {
  readonly chainId: number
  readonly token: Address
  /** A pool that has the token, or the vault that keeps it for one. */
  readonly holder: Address
}

/** Gas of a call that moves or tells balances: some tokens ask others first. */
const callGas = 500_000n

/** The part of what the holder has that is sent. */
const sentPart = 100n

/**
 * Whether a token goes from one of its pools to the settlement contract and back in full, in all the ways that routes
 * send it: by `transfer` to the contract, half of it back so, and the other half fetched by `transferFrom`. It is
 * played on the newest block with the pool's own atoms; undefined where the pool has next to none.
 *
 * @throws {ServiceError} InternalServerError when the node cannot say.
 */
export async function provesTransfer(ctx: Context, trial: Trial): Promise<boolean | undefined> {
  const { settlementContract: contract } = ctx.config
  const { chainId, holder } = trial
  const ofHolder = read(trial, holder)
  const held = wordOf((await boundedSimulation(ctx, { chainId, calls: [ofHolder] }))?.[0]) ?? 0n
  const sent = held / sentPart
  if (sent < 2n) return undefined
  const half = sent / 2n
  const calls = [
    read(trial, contract),
    call(trial, holder, encode('transfer', [contract, sent])),
    read(trial, contract),
    call(trial, contract, encode('transfer', [holder, half])),
    call(trial, contract, encode('approve', [holder, sent - half])),
    call(trial, holder, encode('transferFrom', [contract, holder, sent - half])),
    read(trial, contract),
    ofHolder,
  ]
  const outcomes = await boundedSimulation(ctx, { chainId, calls })
  if (!outcomes?.every(({ succeeded }) => succeeded)) return false
  const [before, , arrived, , , , left, returned] = outcomes.map(wordOf)
  if (before === undefined || arrived === undefined) return false
  return arrived - before === sent && left === before && returned === held
}

function read(trial: Trial, account: Address): SimulatedCall {
  return call(trial, account, encode('balanceOf', [account]))
}

function call({ token }: Trial, from: Address, data: Hex): SimulatedCall {
  return { from, to: token, data, gas: callGas }
}

function encode(
  functionName: 'balanceOf' | 'transfer' | 'approve' | 'transferFrom',
  args: readonly (Address | bigint)[],
): Hex {
  return encodeFunctionData({ abi: erc20Abi, functionName, args } as Parameters<
    typeof encodeFunctionData
  >[0])
}

function wordOf(outcome: CallOutcome | undefined): bigint | undefined {
  if (!outcome?.succeeded || outcome.returnData.length < 66) return undefined
  return BigInt(outcome.returnData.slice(0, 66))
}
