import { channelError, type PlainRefusal } from '@/lib/channels/channel-error'
import { targetKeys } from '@/lib/channels/subscriptions/target-key'
import type { Context } from '@/lib/context'
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
  readonly code: PlainRefusal
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
  for (const { key, max, seconds, code } of budgetsOf(ctx, request)) {
    const endsAt = now - (now % seconds) + seconds
    if ((await countUse(ctx.db, { key, window: endsAt })) <= max) continue
    throw channelError({ code }, { retryAfterSeconds: endsAt - now })
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
      code: 'mailsToAddressByYou',
    },
    {
      ...{ ...day, key: `mail-by:${identity}`, max: 10 },
      code: 'mailsByYou',
    },
    {
      ...{ ...day, key: `mail:${mailbox}`, max: 10 },
      code: 'mailsToAddress',
    },
    {
      ...{ seconds: 3_600, key: 'mail', max: 200 },
      code: 'mailsInTotal',
    },
  ]
}

/** Most providers deliver `name+tag@host` to `name@host`. */
function withoutTag(address: string): string {
  return address.replace(/\+.*@/, '@')
}
