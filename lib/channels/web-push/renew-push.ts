import type { Targets } from '@/lib/channels/channel'
import { encrypt } from '@/lib/channels/encryption/encrypt'
import { checkEndpointUrl } from '@/lib/channels/subscriptions/add-subscription'
import { targetKeys } from '@/lib/channels/subscriptions/target-key'
import type { Context } from '@/lib/context'
import { inTransaction } from '@/lib/db/database'
import { findPushSubscriptions, replaceTarget } from '@/lib/outbox/endpoint-store'

/** A browser's expired endpoint and its replacement. */
export type PushRenewal = {
  readonly oldEndpoint: string
  /** The auth secret of the old endpoint, as base64url. */
  readonly oldAuth: string
  readonly target: Targets['web_push']
}

/**
 * Moves all subscriptions of a browser to its current endpoint and returns their number. The push service knows the
 * endpoint too, but the auth secret is shared only between the browser and us (RFC 8291), so it authenticates the
 * browser.
 *
 * @throws {ServiceError} BadRequest when the new endpoint is not allowed, ServiceUnavailable without ENCRYPTION_KEY.
 */
export async function renewPush(
  ctx: Context,
  { oldEndpoint, oldAuth, target: { endpoint, keys } }: PushRenewal,
): Promise<number> {
  const old = { endpoint: oldEndpoint, keys: { ...keys, auth: oldAuth } }
  const ids = await findPushSubscriptions(ctx.db, targetKeys(ctx.config, 'web_push', old))
  // Only an authenticated browser may make this service resolve hosts.
  if (ids.length === 0) return 0
  const { href } = await checkEndpointUrl(ctx, endpoint)
  const target = { endpoint: href, keys }
  const replacement = {
    targetKeys: targetKeys(ctx.config, 'web_push', target),
    target: encrypt(ctx.config, 'target', JSON.stringify(target)),
  }
  return inTransaction(ctx.db, (tx) => replaceTarget(tx, ids, replacement))
}
