import { wordAt } from '@/lib/chain/reads/aggregate-reads'
import { boundedSimulation, type CallOutcome } from '@/lib/chain/simulation/bounded-simulation'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { askBalance, callToken, sentPart } from '@/lib/tokens/token-calls'

type Trial = {
  readonly chainId: number
  readonly token: Address
  /** A pool that has the token, or the vault that keeps it for one. */
  readonly holder: Address
}

/**
 * Whether a token goes from one of its pools to the settlement contract and back in full, in all the ways that routes
 * send it: by `transfer` to the contract, half of it back so, and the other half fetched by `transferFrom`. It is
 * played on the newest block with the pool's own atoms; undefined where the pool has next to none.
 *
 * @throws {ServiceError} InternalServerError when the node cannot say.
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
