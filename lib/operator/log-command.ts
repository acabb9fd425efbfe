import { listOperatorActions } from './action-store'
import type { Command } from './command'
import { readLimit } from './parameters'

/** The command that lists the audit log. */
export const logCommand: Command = {
  name: 'log',
  parameters: '',
  summary: 'What operators changed, newest first; nobody can alter it.',
  options: ['limit'],
  list: async (ctx, { options }) => {
    const actions = await listOperatorActions(ctx.db, readLimit(options.limit))
    return actions.map(({ at, operator, action, target, reason, details }) => ({
      at: at.toISOString(),
      operator,
      action,
      target,
      reason,
      details: Object(details),
    }))
  },
}
