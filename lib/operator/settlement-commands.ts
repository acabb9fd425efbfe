import type { Context } from '@/lib/context'
import { getNetwork } from '@/lib/core/networks'
import type { Network } from '@/lib/core/networks/network'
import {
  deleteSettlementPause,
  findSettlementPause,
  insertSettlementPause,
  listSettlementPauses,
} from '@/lib/settlements/submission/settlement-pause-store'
import { type Change, type Command, conflict, type Invocation } from './command'
import { changeOptions } from './options'
import { readNetwork, readParameters } from './parameters'

/** Commands that pause settling on a network, and resume it after a pause by an operator or by a broken invariant. */
export const settlementCommands: readonly Command[] = [
  {
    name: 'settlement list',
    parameters: '',
    summary: 'Networks on which nothing is settled, and why.',
    options: [],
    list: async (ctx) => {
      const stops = await listSettlementPauses(ctx.db)
      return stops.map(({ chainId, reason, stoppedAt }) => ({
        network: getNetwork(chainId).name,
        since: stoppedAt.toISOString(),
        reason,
      }))
    },
  },
  {
    name: 'settlement pause',
    parameters: '<network>',
    summary: 'Settle nothing on a network: orders are taken and stay open.',
    options: changeOptions,
    plan: async (ctx, invocation) => [await planStop(ctx, networkOf(invocation))],
  },
  {
    name: 'settlement resume',
    parameters: '<network>',
    summary: 'Settle on a network again.',
    options: changeOptions,
    plan: async (ctx, invocation) => [await planResume(ctx, networkOf(invocation))],
  },
]

async function planStop(ctx: Context, { chainId, name }: Network): Promise<Change> {
  const stop = await findSettlementPause(ctx.db, chainId)
  const refusal = (reason = '') => conflict(`nothing is settled on ${name} already${reason}`)
  if (stop) throw refusal(`: ${stop.reason}`)
  return {
    action: 'stop-settling',
    target: name,
    effect: 'no worker begins another settlement; one that was sent comes to its end',
    details: { chainId },
    apply: async (tx, { reason, at }) => {
      if (!(await insertSettlementPause(tx, { chainId, reason, stoppedAt: at }))) throw refusal()
    },
  }
}

async function planResume(ctx: Context, { chainId, name }: Network): Promise<Change> {
  const stop = await findSettlementPause(ctx.db, chainId)
  const refusal = conflict(`orders are settled on ${name}`)
  if (!stop) throw refusal
  return {
    action: 'resume-settling',
    target: name,
    effect: 'workers settle from their next round on',
    details: { stoppedFor: stop.reason, stoppedSince: stop.stoppedAt.toISOString() },
    apply: async (tx) => {
      if (!(await deleteSettlementPause(tx, chainId))) throw refusal
    },
  }
}

function networkOf({ parameters }: Invocation): Network {
  const [network = ''] = readParameters(parameters, ['<network>'])
  return readNetwork(network)
}
