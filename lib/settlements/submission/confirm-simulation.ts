import { noteAgreement, noteDisagreement } from '@/lib/chain/nodes/splits'
import type { Context } from '@/lib/context'
import { simulateSettlement } from './simulate-settlement'
import { solverAddress } from './solver-account'
import type { Submission } from './submit-settlement'

/**
 * Returns whether a settlement that the pinned node has simulated also passes on every other current node, each at its
 * own head. Ignores nodes that cannot simulate or do not answer.
 */
export async function isSimulationConfirmed(
  ctx: Context,
  chainId: number,
  { callData, fees, tokens }: Pick<Submission, 'callData' | 'fees' | 'tokens'>,
): Promise<boolean> {
  const nodes = ctx.nodes(chainId)
  const key = { chainId, subject: 'simulations' } as const
  for (const witness of nodes.witnesses()) {
    const { state } = nodes.all.find(({ chain }) => chain === witness) ?? {}
    if (state?.lacks.includes('eth_simulateV1')) continue
    const call = {
      chainId,
      from: solverAddress(ctx, chainId),
      callData,
      fees,
      tokens,
      node: witness,
    }
    const simulation = await simulateSettlement(ctx, call).catch(() => undefined)
    if (!simulation || !('fault' in simulation)) continue
    const { fault } = simulation
    ctx.log.warn(
      { chainId, host: witness.host, fault },
      'settlement held: it fails at another node',
    )
    await noteDisagreement(ctx, { ...key, host: witness.host })
    return false
  }
  await noteAgreement(ctx, key)
  return true
}
