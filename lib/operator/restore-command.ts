import type { Context } from '@/lib/context'
import { networks } from '@/lib/core/networks'
import { skipIds } from '@/lib/db/skip-ids'
import { revokeAllSignIns } from '@/lib/sessions/revoke-all-sign-ins'
import { listSettlementPauses } from '@/lib/settlements/submission/settlement-pause-store'
import type { Change, Command } from './command'
import { changeOptions } from './options'
import { readParameters } from './parameters'
import { pauseOf } from './settlement-commands'

/** The command to run on a database restored from a backup before any other process uses it. */
export const restoreCommand: Command = {
  name: 'db restored',
  parameters: '',
  summary:
    'Prepare a database restored from a backup: pause settlement on every network, skip ids that the lost rows may have had, and end all sessions. Run it before other processes start.',
  options: changeOptions,
  plan: async (ctx, { parameters }) => {
    readParameters(parameters, [])
    const paused = new Set((await listSettlementPauses(ctx.db)).map(({ chainId }) => chainId))
    const running = networks.filter(({ chainId }) => !paused.has(chainId))
    return [...running.map(pauseOf), skipping, endingSessions(ctx)]
  },
}

const skipping: Change = {
  action: 'skip-ids',
  target: 'database',
  effect: 'auctions, quotes and notifications get ids that no lost row had',
  details: {},
  apply: async (tx) => skipIds(tx),
}

function endingSessions(ctx: Context): Change {
  return {
    action: 'end-sessions',
    target: 'database',
    effect: 'everybody must sign in again, because sign-outs may be lost',
    details: {},
    apply: async (tx) => revokeAllSignIns(tx, ctx.now()),
  }
}
