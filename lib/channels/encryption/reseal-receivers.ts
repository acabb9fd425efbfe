import type { Channel, Targets } from '@/lib/channels/channel'
import { targetKeys } from '@/lib/channels/subscriptions/target-key'
import type { Config } from '@/lib/config'
import type { Context } from '@/lib/context'
import { encrypt, newestSealPrefix, open } from './encrypt'
import { listStaleSeals, replaceSeals, type Seals } from './seal-store'

/** Maximum subscriptions re-encrypted per call; the next call continues. */
const maxAtOnce = 1_000

/**
 * Re-encrypts a batch of targets and secrets from older keys with the newest one and returns the number of
 * subscriptions. At zero, the older keys may be removed from ENCRYPTION_KEY. Rows that no key decrypts are skipped.
 */
export async function resealReceivers(ctx: Context): Promise<number> {
  const { config, db } = ctx
  if (config.encryptionKeys.length < 2) return 0
  const stale = await listStaleSeals(db, { prefix: newestSealPrefix(config), limit: maxAtOnce })
  let sealed = 0
  let unreadable = 0
  for (const seals of stale) {
    const anew = reencrypt(config, seals)
    if (!anew) unreadable += 1
    else if (await replaceSeals(db, anew, seals)) sealed += 1
  }
  if (sealed > 0) ctx.log.info({ sealed }, 'channels re-encrypted with the newest key')
  if (unreadable > 0)
    ctx.log.error({ unreadable }, 'no key in ENCRYPTION_KEY decrypts these channels')
  return sealed
}

function reencrypt(config: Config, seals: Seals): Seals | undefined {
  const again = (secret: string | null) =>
    secret === null ? null : encrypt(config, 'secret', open(config, 'secret', secret))
  try {
    const text = open(config, 'target', seals.target)
    const [targetKey] = targetKeys(config, seals.channel, JSON.parse(text) as Targets[Channel])
    const target = encrypt(config, 'target', text)
    const [secret, oldSecret] = [again(seals.secret), again(seals.oldSecret)]
    return { ...seals, target, targetKey, secret, oldSecret }
  } catch {
    return undefined
  }
}
