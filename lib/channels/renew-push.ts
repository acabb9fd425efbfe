import type { Context } from '@/lib/context'
import { inTransaction } from '@/lib/db/database'
import { checkReceiver } from './add-subscription'
import type { Targets } from './channel'
import { hasTarget, replaceTarget } from './push-store'
import { seal } from './seal'
import { targetKeys } from './target-key'

/** A browser's endpoint that is no more, and what it has instead. */
export type PushRenewal = { readonly oldEndpoint: string; readonly target: Targets['web_push'] }

/**
 * Pushes to the endpoint that a browser has now, for all accounts that it was pushed to for, and returns how many
 * channels that were. An endpoint is a secret of the browser and its push service (RFC 8030 8.3).
 *
 * @throws {ServiceError} BadRequest when the new one may not be sent to, ServiceUnavailable without an ENCRYPTION_KEY.
 */
export async function renewPush(
  ctx: Context,
  { oldEndpoint, target: { endpoint, keys } }: PushRenewal,
): Promise<number> {
  const oldKeys = targetKeys(ctx.config, 'web_push', { endpoint: oldEndpoint, keys })
  // Nobody has us look for hosts without knowing an endpoint of ours.
  if (!(await hasTarget(ctx.db, oldKeys))) return 0
  const { href } = await checkReceiver(ctx, endpoint)
  const target = { endpoint: href, keys }
  const [targetKey] = targetKeys(ctx.config, 'web_push', target)
  const sealed = seal(ctx.config, 'target', JSON.stringify(target))
  return inTransaction(ctx.db, (tx) => replaceTarget(tx, oldKeys, { targetKey, target: sealed }))
}
