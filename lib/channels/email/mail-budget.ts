import { targetKeys } from '@/lib/channels/subscriptions/target-key'
import type { Context } from '@/lib/context'
import { ServiceError } from '@/lib/core/errors'
import type { Identity } from '@/lib/core/identity'
import { daySeconds, toUnixSeconds } from '@/lib/core/time'
import { countUse } from '@/lib/db/rate-limit-store'

/** A mail address that an identity wants asked for its consent. */
type Asking = Identity & { readonly address: string }

type Budget = {
  readonly key: string
  readonly max: number
  /** Of the span of time, which begins with a day or hour of UTC. */
  readonly seconds: number
  readonly told: string
}

/**
 * Counts a mail that asks an address for its consent. One identity has three for an address a day, so that it alone
 * cannot use up what the address can be sent, and ten in all; an address is sent ten by whomever, whatever its `+tag`
 * is; all accounts together have 200 an hour.
 *
 * @throws {ServiceError} RateLimited when one of these is used up.
 */
export async function takeConfirmationMail(ctx: Context, asking: Asking): Promise<void> {
  const now = toUnixSeconds(ctx.now())
  // What is refused by the first ones counts for none behind them.
  for (const { key, max, seconds, told } of budgetsOf(ctx, asking)) {
    const endsAt = now - (now % seconds) + seconds
    if ((await countUse(ctx.db, { key, window: endsAt })) <= max) continue
    const again = seconds === daySeconds ? 'tomorrow' : 'within the hour'
    const retry = { retryAfterSeconds: endsAt - now }
    throw new ServiceError('RateLimited', `${told}, try again ${again}`, retry)
  }
}

function budgetsOf({ config }: Context, asking: Asking): readonly Budget[] {
  const { account, networks, address } = asking
  // Who owns the address on other networks uses up nothing of it here.
  const identity = networks === null ? account : `${account}:${networks}`
  const [mailbox] = targetKeys(config, 'email', { address: withoutTag(address) })
  const day = { seconds: daySeconds }
  return [
    {
      ...{ ...day, key: `mail:${mailbox}:${identity}`, max: 3 },
      told: 'you had this address sent three confirmation mails today',
    },
    {
      ...{ ...day, key: `mail-by:${identity}`, max: 10 },
      told: 'you had ten confirmation mails sent today',
    },
    {
      ...{ ...day, key: `mail:${mailbox}`, max: 10 },
      told: 'this address was sent ten confirmation mails today',
    },
    {
      ...{ seconds: 3_600, key: 'mail', max: 200 },
      told: 'this service has sent many confirmation mails',
    },
  ]
}

/** Most providers deliver `name+tag@host` to `name@host`. */
function withoutTag(address: string): string {
  return address.replace(/\+.*@/, '@')
}
