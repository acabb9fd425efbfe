import type { Targets } from '@/lib/channels/channel'
import { targetKeys } from '@/lib/channels/subscriptions/target-key'
import type { Config } from '@/lib/config'
import type { Context } from '@/lib/context'
import {
  type EncryptedColumns,
  listStaleColumns,
  replaceColumns,
} from '@/lib/outbox/endpoint-store'
import type { Channel } from '@/lib/outbox/subscription'
import { encrypt, newestKeyPrefix, open } from './encrypt'

/** Maximum subscriptions re-encrypted per call; the next call continues. */
const maxAtOnce = 1_000

/**
 * Re-encrypts a batch of targets and secrets from older keys with the newest one and returns the number of
 * subscriptions. At zero, the older keys may be removed from ENCRYPTION_KEY. Rows that no key decrypts are skipped.
 */
export async function reencryptEndpoints(ctx: Context): Promise<number> {
  const { config, db } = ctx
  if (config.encryptionKeys.length < 2) return 0
  const stale = await listStaleColumns(db, { prefix: newestKeyPrefix(config), limit: maxAtOnce })
  let sealed = 0
  let unreadable = 0
  for (const columns of stale) {
    const renewed = reencrypt(config, columns)
    if (!renewed) unreadable += 1
    else if (await replaceColumns(db, renewed, columns)) sealed += 1
  }
  if (sealed > 0) ctx.log.info({ sealed }, 'channels re-encrypted with the newest key')
  if (unreadable > 0)
    ctx.log.error({ unreadable }, 'no key in ENCRYPTION_KEY decrypts these channels')
  return sealed
}

function reencrypt(config: Config, columns: EncryptedColumns): EncryptedColumns | undefined {
  const renew = (secret: string | null) =>
    secret === null ? null : encrypt(config, 'secret', open(config, 'secret', secret))
  try {
    const text = open(config, 'target', columns.target)
    const [targetKey] = targetKeys(config, columns.channel, JSON.parse(text) as Targets[Channel])
    const target = encrypt(config, 'target', text)
    const [secret, oldSecret] = [renew(columns.secret), renew(columns.oldSecret)]
    return { ...columns, target, targetKey, secret, oldSecret }
  } catch {
    return undefined
  }
}
