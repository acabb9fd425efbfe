import type { Targets } from '@/lib/channels/channel'
import { encrypt } from '@/lib/channels/encryption/encrypt'
import { checkReceiver } from '@/lib/channels/subscriptions/add-subscription'
import { targetKeys } from '@/lib/channels/subscriptions/target-key'
import type { Context } from '@/lib/context'
import { inTransaction } from '@/lib/db/database'
import { listPushed, replaceTarget } from './push-store'

/** A browser's endpoint that is no more, and what it has instead. */
export type PushRenewal = {
  readonly oldEndpoint: string
  /** The secret that the browser had with it, as base64url. */
  readonly oldAuth: string
  readonly target: Targets['web_push']
}

/**
 * Pushes to the endpoint that a browser has now, for all accounts that it was pushed to for, and returns how many
 * channels that were. Its endpoint is known to the push service too; the secret that came with it is the browser's and
 * ours alone (RFC 8291), so whoever knows it is the browser.
 *
 * @throws {ServiceError} BadRequest when the new one may not be sent to, ServiceUnavailable without an ENCRYPTION_KEY.
 */
export async function renewPush(
  ctx: Context,
  { oldEndpoint, oldAuth, target: { endpoint, keys } }: PushRenewal,
): Promise<number> {
  const old = { endpoint: oldEndpoint, keys: { ...keys, auth: oldAuth } }
  const ids = await listPushed(ctx.db, targetKeys(ctx.config, 'web_push', old))
  // Nobody has us look for hosts without being such a browser.
  if (ids.length === 0) return 0
  const { href } = await checkReceiver(ctx, endpoint)
  const target = { endpoint: href, keys }
  const replacement = {
    targetKeys: targetKeys(ctx.config, 'web_push', target),
    target: encrypt(ctx.config, 'target', JSON.stringify(target)),
  }
  return inTransaction(ctx.db, (tx) => replaceTarget(tx, ids, replacement))
}
