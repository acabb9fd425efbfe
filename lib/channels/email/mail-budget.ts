import { targetKeys } from '@/lib/channels/subscriptions/target-key'
import type { Context } from '@/lib/context'
import { ServiceError } from '@/lib/core/errors'
import type { Identity } from '@/lib/core/identity'
import { daySeconds, toUnixSeconds } from '@/lib/core/time'
import { countUse } from '@/lib/db/rate-limit-store'

/** A mail address for which an identity requests confirmation. */
type MailRequest = Identity & { readonly address: string }

type Budget = {
  readonly key: string
  readonly max: number
  /** Length of the window, aligned to a UTC day or hour. */
  readonly seconds: number
  readonly reason: string
}

/**
 * Counts a confirmation mail against its limits. One identity has three per address and day, so that it alone cannot
 * use up the address's limit, and ten per day in total. An address receives ten per day, whatever its `+tag`. All
 * accounts together have 200 per hour.
 *
 * @throws {ServiceError} RateLimited when a limit is reached.
 */
export async function countConfirmationMail(ctx: Context, request: MailRequest): Promise<void> {
  const now = toUnixSeconds(ctx.now())
  // A request rejected by one limit does not count against the later ones.
  for (const { key, max, seconds, reason } of budgetsOf(ctx, request)) {
    const endsAt = now - (now % seconds) + seconds
    if ((await countUse(ctx.db, { key, window: endsAt })) <= max) continue
    const again = seconds === daySeconds ? 'tomorrow' : 'within the hour'
    const retry = { retryAfterSeconds: endsAt - now }
    throw new ServiceError('RateLimited', `${reason}, try again ${again}`, retry)
  }
}

function budgetsOf({ config }: Context, request: MailRequest): readonly Budget[] {
  const { account, networks, address } = request
  // Owners of the address on other networks have budgets of their own.
  const identity = networks === null ? account : `${account}:${networks}`
  const [mailbox] = targetKeys(config, 'email', { address: withoutTag(address) })
  const day = { seconds: daySeconds }
  return [
    {
      ...{ ...day, key: `mail:${mailbox}:${identity}`, max: 3 },
      reason: 'you had this address sent three confirmation mails today',
    },
    {
      ...{ ...day, key: `mail-by:${identity}`, max: 10 },
      reason: 'you had ten confirmation mails sent today',
    },
    {
      ...{ ...day, key: `mail:${mailbox}`, max: 10 },
      reason: 'this address was sent ten confirmation mails today',
    },
    {
      ...{ seconds: 3_600, key: 'mail', max: 200 },
      reason: 'this service has sent many confirmation mails',
    },
  ]
}

/** Most providers deliver `name+tag@host` to `name@host`. */
function withoutTag(address: string): string {
  return address.replace(/\+.*@/, '@')
}
