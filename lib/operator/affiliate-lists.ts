import { parseAffiliateCode } from '@/lib/affiliate/registration/affiliate-code'
import {
  type AffiliateEntry,
  listAffiliates,
  listRegistrations,
} from '@/lib/affiliate/registration/affiliate-store'
import type { Registration } from '@/lib/affiliate/registration/registration'
import type { Context } from '@/lib/context'
import { ServiceError } from '@/lib/core/errors'
import { usdText } from '@/lib/core/usd'
import type { Invocation, Row } from './command'
import { readLimit, readParameters } from './parameters'
import { UsageError } from './usage-error'

/** Lists the newest affiliates, released ones included. */
export async function showAffiliates(
  ctx: Context,
  { parameters, options }: Invocation,
): Promise<Row[]> {
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
  if (keptFor === 'anybody') return 'freed'
  if (keptFor !== undefined) return `freed, kept for ${keptFor}`
  return enabled ? 'enabled' : 'disabled'
}

/**
 * Returns the history of a code, one row per registration.
 * @throws {ServiceError} NotFound if the code was never registered.
 */
export async function showCode(ctx: Context, invocation: Invocation): Promise<Row[]> {
  const code = codeOf(invocation)
  const registrations = await listRegistrations(ctx.db, [code])
  if (registrations.length === 0) {
    throw new ServiceError('NotFound', `nobody ever had the code ${code}`)
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
    row(createdAt, 'bound', termsOf(registration)),
    ...switches.map(({ at, enabled }) => row(at, enabled ? 'enabled' : 'disabled')),
    ...(freedAt === undefined ? [] : [row(freedAt, 'freed')]),
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
export function codeOf({ parameters }: Invocation): string {
  const [text = ''] = readParameters(parameters, ['<code>'])
  const code = parseAffiliateCode(text)
  if (code) return code
  throw new UsageError(`"${text}" is not a code: write 5 to 20 letters, digits, - or _.`)
}
