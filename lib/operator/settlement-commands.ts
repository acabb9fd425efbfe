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
    summary: 'List networks where settlement is paused, with the reason.',
    options: [],
    list: async (ctx) => {
      const pauses = await listSettlementPauses(ctx.db)
      return pauses.map(({ chainId, reason, stoppedAt }) => ({
        network: getNetwork(chainId).name,
        since: stoppedAt.toISOString(),
        reason,
      }))
    },
  },
  {
    name: 'settlement pause',
    parameters: '<network>',
    summary: 'Pause settlement on a network. Orders are still accepted and stay open.',
    options: changeOptions,
    plan: async (ctx, invocation) => [await planPause(ctx, networkOf(invocation))],
  },
  {
    name: 'settlement resume',
    parameters: '<network>',
    summary: 'Resume settlement on a network.',
    options: changeOptions,
    plan: async (ctx, invocation) => [await planResume(ctx, networkOf(invocation))],
  },
]

async function planPause(ctx: Context, network: Network): Promise<Change> {
  const pause = await findSettlementPause(ctx.db, network.chainId)
  if (pause) throw conflict(`settlement is already paused on ${network.name}: ${pause.reason}`)
  return pauseOf(network)
}

/** Returns the change that pauses settlement on a network where it is not paused. */
export function pauseOf({ chainId, name }: Network): Change {
  const refusal = conflict(`settlement is already paused on ${name}`)
  return {
    action: 'stop-settling',
    target: name,
    effect: 'no worker starts another settlement; those already sent are completed',
    details: { chainId },
    apply: async (tx, { reason, at }) => {
      if (!(await insertSettlementPause(tx, { chainId, reason, stoppedAt: at }))) throw refusal
    },
  }
}

async function planResume(ctx: Context, { chainId, name }: Network): Promise<Change> {
  const pause = await findSettlementPause(ctx.db, chainId)
  const refusal = conflict(`settlement is not paused on ${name}`)
  if (!pause) throw refusal
  return {
    action: 'resume-settling',
    target: name,
    effect: 'workers settle again from their next round',
    details: { stoppedFor: pause.reason, stoppedSince: pause.stoppedAt.toISOString() },
    apply: async (tx) => {
      if (!(await deleteSettlementPause(tx, chainId))) throw refusal
    },
  }
}

function networkOf({ parameters }: Invocation): Network {
  const [network = ''] = readParameters(parameters, ['<network>'])
  return readNetwork(network)
}
