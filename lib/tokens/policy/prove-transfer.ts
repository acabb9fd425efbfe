import { wordAt } from '@/lib/chain/reads/aggregate-reads'
import { boundedSimulation, type CallOutcome } from '@/lib/chain/simulation/bounded-simulation'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { askBalance, callToken, sentPart } from '@/lib/tokens/token-calls'

type Trial = {
  readonly chainId: number
  readonly token: Address
  /** A pool that holds the token, or the vault that holds it for a pool. */
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
  const ofHolder = askBalance(token, holder)
  const held = wordOf((await boundedSimulation(ctx, { chainId, calls: [ofHolder] }))?.[0]) ?? 0n
  const sent = held / sentPart
  if (sent < 2n) return undefined
  const half = sent / 2n
  const rest = sent - half
  const ofContract = askBalance(token, contract)
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
