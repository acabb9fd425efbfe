import { parseAffiliateCode } from '@/lib/affiliate/registration/affiliate-code'
import {
  type AffiliateEntry,
  type CodeReservation,
  findCodeHolder,
  listAffiliates,
  listRegistrations,
} from '@/lib/affiliate/registration/affiliate-store'
import {
  disableCode,
  enableCode,
  freeCode,
  getByCode,
  getRestorable,
  reserveCode,
  restoreCode,
} from '@/lib/affiliate/registration/manage-code'
import type { Registration } from '@/lib/affiliate/registration/registration'
import type { Context } from '@/lib/context'
import { ServiceError } from '@/lib/core/errors'
import { usdText } from '@/lib/core/usd'
import type { Transaction } from '@/lib/db/database'
import { type Change, type Command, conflict, type Invocation, type Row } from './command'
import { changeOptions, UsageError } from './options'
import { readAddress, readLimit, readParameters } from './parameters'
/** Commands that list, switch and release affiliate codes. */
export const affiliateCommands: readonly Command[] = [
  {
    name: 'affiliates list',
    parameters: '',
    summary: 'List the newest affiliates, including released codes (default --limit 50).',
    options: ['limit'],
    list: showAffiliates,
  },
  {
    name: 'affiliates show',
    parameters: '<code>',
    summary: 'Show the history of a code: registrations with their terms, switches and releases.',
    options: [],
    list: showCode,
  },
  {
    name: 'affiliates disable',
    parameters: '<code>',
    summary: 'Disable a code: lookups return Forbidden, and later trades do not count.',
    options: changeOptions,
    plan: async (ctx, invocation) => [await planSwitch(ctx, codeOf(invocation), switchOff)],
  },
  {
    name: 'affiliates enable',
    parameters: '<code>',
    summary: 'Enable a disabled code: trades from now on count.',
    options: changeOptions,
    plan: async (ctx, invocation) => [await planSwitch(ctx, codeOf(invocation), switchOn)],
  },
  {
    name: 'affiliates release',
    parameters: '<code>',
    summary:
      'Release the code of a lost wallet. Only the wallet in --for may register it again, or anyone with --anyone.',
    options: ['for', 'anyone', ...changeOptions],
    plan: async (ctx, invocation) => [await planRelease(ctx, invocation)],
  },
  {
    name: 'affiliates restore',
    parameters: '<code>',
    summary: 'Restore a released code to its last wallet. No new signature is needed.',
    options: changeOptions,
    plan: async (ctx, invocation) => [await planRestore(ctx, codeOf(invocation))],
  },
]

type SwitchPlan = Pick<Change, 'action' | 'effect'> & {
  readonly isDone: (enabled: boolean) => boolean
  readonly state: string
  readonly make: typeof disableCode
}

const switchOff: SwitchPlan = {
  action: 'disable-code',
  effect: 'lookups return Forbidden, and trades from now on do not count',
  isDone: (enabled) => !enabled,
  state: 'disabled',
  make: disableCode,
}

const switchOn: SwitchPlan = {
  action: 'enable-code',
  effect: 'lookups succeed again, and trades from now on count',
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
  const already = conflict(`${code} is already ${state}`)
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

async function planRelease(ctx: Context, invocation: Invocation): Promise<Change> {
  const code = codeOf(invocation)
  const keptFor = readKeptFor(invocation)
  const holder = await findCodeHolder(ctx.db, code)
  if (holder?.freedAt !== undefined) return planReservation(holder, keptFor)
  const { walletAddress, enabled, createdAt } = await getByCode(ctx.db, code)
  if (keptFor === walletAddress) throw conflict(`${keptFor} already holds the code ${code}`)
  return {
    action: 'free-code',
    target: code,
    effect: `${walletAddress} may register another code, ${effectOf(keptFor)}; its traders stop earning, earned rewards stay`,
    details: { walletAddress, enabled, boundAt: createdAt.toISOString(), keptFor },
    apply: async (tx, { at }) => freeCode(tx, { code, at, keptFor }),
  }
}

function planReservation(
  { code, walletAddress, keptFor: before }: AffiliateEntry,
  keptFor: CodeReservation,
) {
  if (keptFor === before) throw conflict(`${code} is already released, ${effectOf(keptFor)}`)
  if (keptFor === walletAddress) {
    throw conflict(`${keptFor} held the code ${code}: use affiliates restore`)
  }
  return {
    action: 'keep-code',
    target: code,
    effect: effectOf(keptFor),
    details: { walletAddress, keptForBefore: before ?? null, keptFor },
    apply: async (tx: Transaction) => reserveCode(tx, { code, keptFor }),
  }
}

function effectOf(keptFor: CodeReservation): string {
  if (keptFor === 'nobody') return 'nobody may register the code'
  if (keptFor !== 'anybody') return `only ${keptFor} may register the code`
  return 'anyone may register the code, and then earns from every link already shared'
}

function readKeptFor({ options }: Invocation): CodeReservation {
  if (options.for === undefined) return options.anyone ? 'anybody' : 'nobody'
  if (options.anyone) throw new UsageError('Pass either --for or --anyone, not both.')
  return readAddress(options.for)
}

async function planRestore(ctx: Context, code: string): Promise<Change> {
  const { walletAddress, freedAt } = await getRestorable(ctx.db, code)
  return {
    action: 'restore-code',
    target: code,
    effect: `${walletAddress} gets the code and its traders back; trades in between do not count`,
    details: { walletAddress, freedAt: freedAt?.toISOString() ?? null },
    apply: async (tx, { at }) => restoreCode(tx, { code, at }),
  }
}

/** Lists the newest affiliates, released ones included. */
async function showAffiliates(ctx: Context, { parameters, options }: Invocation): Promise<Row[]> {
  readParameters(parameters, [])
  const affiliates = await listAffiliates(ctx.db, { limit: readLimit(options.limit) })
  return affiliates.map((affiliate) => ({
    code: affiliate.code,
    wallet: affiliate.walletAddress,
    state: stateOf(affiliate),
    since: affiliate.createdAt.toISOString(),
  }))
}

function stateOf({ keptFor, enabled }: AffiliateEntry): string {
  if (keptFor === 'anybody') return 'released'
  if (keptFor !== undefined) return `released, reserved for ${keptFor}`
  return enabled ? 'enabled' : 'disabled'
}

/**
 * Returns the history of a code, one row per registration.
 * @throws {ServiceError} NotFound if the code was never registered.
 */
async function showCode(ctx: Context, invocation: Invocation): Promise<Row[]> {
  const code = codeOf(invocation)
  const registrations = await listRegistrations(ctx.db, [code])
  if (registrations.length === 0) {
    throw new ServiceError('NotFound', `nobody ever registered the code ${code}`)
  }
  return registrations.flatMap(historyOf)
}

function historyOf(registration: Registration): Row[] {
  const { wallet, createdAt, freedAt, switches } = registration
  const row = (at: number, event: string, terms = ''): Row => ({
    at: new Date(at * 1000).toISOString(),
    event,
    wallet,
    terms,
  })
  return [
    row(createdAt, 'registered', termsOf(registration)),
    ...switches.map(({ at, enabled }) => row(at, enabled ? 'enabled' : 'disabled')),
    ...(freedAt === undefined ? [] : [row(freedAt, 'released')]),
  ]
}

function termsOf({ terms }: Registration): string {
  const { rewardAmount, triggerVolume, volumeCap, timeCapDays } = terms
  const split = [terms.affiliatePercent, terms.traderPercent, terms.daoPercent].join('/')
  const reward = `$${usdText(rewardAmount)} for each $${usdText(triggerVolume)}`
  return `${reward} up to $${usdText(volumeCap)} in ${timeCapDays} days, split ${split}`
}

/**
 * Parses the only parameter of a command as a code.
 * @throws {UsageError} if it is not a valid code.
 */
function codeOf({ parameters }: Invocation): string {
  const [text = ''] = readParameters(parameters, ['<code>'])
  const code = parseAffiliateCode(text)
  if (code) return code
  throw new UsageError(`"${text}" is not a code: use 5 to 20 letters, digits, - or _.`)
}
