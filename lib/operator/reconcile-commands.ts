import type { Context } from '@/lib/context'
import type { Network } from '@/lib/core/networks/network'
import { invariantNames, isRepairable } from '@/lib/reconcile/invariant-names'
import { reconcile, watched } from '@/lib/reconcile/reconcile'
import {
  listOpenViolations,
  requestRepair,
  saveChecks,
  type Violation,
} from '@/lib/reconcile/violation-store'
import { type Change, type Command, conflict, type Invocation, type Row } from './command'
import { changeOptions } from './options'
import { readBlocks, readParameters, readServedNetwork } from './parameters'

/** The command that checks the invariants of a network, or has a worker repair what the chain gives back. */
export const reconcileCommands: readonly Command[] = [
  {
    name: 'reconcile',
    parameters: '<network>',
    summary:
      'Check the invariants of a network completely, or its newest blocks; --repair has a worker rewrite from the chain what was found.',
    options: ['blocks', 'repair', ...changeOptions],
    inspect: { unless: 'repair', list: inspect },
    plan: async (ctx, invocation) => {
      const open = await listOpenViolations(ctx.db, networkOf(ctx, invocation).chainId)
      return open.filter(isRepairable).map(repairOf)
    },
  },
]

async function inspect(ctx: Context, invocation: Invocation): Promise<readonly Row[]> {
  const { chainId } = networkOf(ctx, invocation)
  const blocks = readBlocks(invocation.options.blocks)
  const scope = blocks === undefined ? 'complete' : 'sample'
  const startedAt = new Date(ctx.now())
  const open = await listOpenViolations(ctx.db, chainId)
  const { signal } = new AbortController()
  const result = await reconcile(ctx, { chainId, scope, blocks, open, signal })
  await saveChecks(ctx.db, { ...result, chainId, scope, startedAt, at: new Date(ctx.now()) })
  const found = await listOpenViolations(ctx.db, chainId)
  return watched.flatMap((invariant) => {
    const row = { invariant, says: invariantNames[invariant] }
    const examined = result.items.get(invariant)
    const broken = found.filter((one) => one.invariant === invariant)
    if (broken.length > 0) return broken.map((violation) => ({ ...row, ...outcomeOf(violation) }))
    // A problem may name a host, never its key.
    const state = examined === undefined ? `not checked: ${result.problems.join('; ')}` : 'holds'
    return [{ ...row, result: state, detail: '', since: '', repair: '' }]
  })
}

function outcomeOf(violation: Violation) {
  const { subject, detail, foundAt } = violation
  const repair = isRepairable(violation) ? 'possible' : 'by hand'
  return { result: subject, detail, since: foundAt.toISOString(), repair }
}

const effects: Readonly<Record<string, string>> = {
  block: 'a worker reads the block again and makes its rows the same',
  header: 'a worker reads the headers again',
  order: 'a worker derives the order’s state from its events again',
  notified: 'a worker sends the notifications of fills that are missing',
}

function repairOf({ id, invariant, subject, detail }: Violation): Change {
  return {
    action: 'repair',
    target: `${invariant}: ${subject}`,
    effect: effects[subject.split(' ', 1)[0] ?? ''] ?? '',
    details: { invariant, detail },
    apply: async (tx, { at }) => {
      if (!(await requestRepair(tx, id, at))) throw conflict('the violation has ended')
    },
  }
}

function networkOf({ config }: Context, { parameters }: Invocation): Network {
  const [network = ''] = readParameters(parameters, ['<network>'])
  return readServedNetwork(config, network)
}
