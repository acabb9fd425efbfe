import { disableCode, enableCode, freeCode, getByCode } from '@/lib/affiliate/manage-code'
import type { Context } from '@/lib/context'
import { codeOf, showAffiliates, showCode } from './affiliate-lists'
import { type Change, type Command, conflict } from './command'
import { changeOptions } from './options'

/** Affiliate codes, and what operators may do to them. */
export const affiliateCommands: readonly Command[] = [
  {
    name: 'affiliates list',
    parameters: '',
    summary: 'The newest affiliates, 50 unless --limit says otherwise; those that were freed too.',
    options: ['limit'],
    list: showAffiliates,
  },
  {
    name: 'affiliates show',
    parameters: '<code>',
    summary: 'What became of a code: who bound it on which terms, when it was switched and freed.',
    options: [],
    list: showCode,
  },
  {
    name: 'affiliates disable',
    parameters: '<code>',
    summary: 'Switch a code off: it is shown as forbidden, and no further trade counts for it.',
    options: changeOptions,
    plan: async (ctx, invocation) => [await planSwitch(ctx, codeOf(invocation), switchOff)],
  },
  {
    name: 'affiliates enable',
    parameters: '<code>',
    summary: 'Switch a code on again: trades from now on count for it.',
    options: changeOptions,
    plan: async (ctx, invocation) => [await planSwitch(ctx, codeOf(invocation), switchOn)],
  },
  {
    name: 'affiliates free',
    parameters: '<code>',
    summary: 'Let go of a code and its wallet; both can be bound anew, and what was earned stays.',
    options: changeOptions,
    plan: async (ctx, invocation) => [await planFreeing(ctx, codeOf(invocation))],
  },
]

type SwitchPlan = Pick<Change, 'action' | 'effect'> & {
  readonly isDone: (enabled: boolean) => boolean
  readonly state: string
  readonly make: typeof disableCode
}

const switchOff: SwitchPlan = {
  action: 'disable-code',
  effect: 'it is shown as forbidden, and trades from now on do not count for it',
  isDone: (enabled) => !enabled,
  state: 'disabled',
  make: disableCode,
}

const switchOn: SwitchPlan = {
  action: 'enable-code',
  effect: 'it is shown again, and trades from now on count for it',
  isDone: (enabled) => enabled,
  state: 'enabled',
  make: enableCode,
}

async function planSwitch(
  ctx: Context,
  code: string,
  { action, effect, isDone, state, make }: SwitchPlan,
): Promise<Change> {
  const { walletAddress, enabled } = await getByCode(ctx.db, code)
  const already = conflict(`${code} is ${state} already`)
  if (isDone(enabled)) throw already
  return {
    action,
    target: code,
    effect,
    details: { walletAddress, enabled },
    apply: async (tx, { at }) => {
      if (!(await make(tx, { code, at }))) throw already
    },
  }
}

async function planFreeing(ctx: Context, code: string): Promise<Change> {
  const { walletAddress, enabled, createdAt } = await getByCode(ctx.db, code)
  return {
    action: 'free-code',
    target: code,
    effect: `${walletAddress} and the code can be bound anew; what was earned stays`,
    details: { walletAddress, enabled, boundAt: createdAt.toISOString() },
    apply: async (tx, { at }) => freeCode(tx, { code, at }),
  }
}
