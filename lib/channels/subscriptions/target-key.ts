import type { Targets } from '@/lib/channels/channel'
import { keyedDigests } from '@/lib/channels/encryption/encrypt'
import type { Config } from '@/lib/config'
import type { Channel } from '@/lib/outbox/subscription'

const identities: { readonly [C in Channel]: (target: Targets[C]) => string } = {
  telegram: ({ chatId }) => chatId,
  // Includes the auth secret, which identifies the browser after everything else has been deleted.
  web_push: ({ endpoint, keys }) =>
    `${endpoint} ${Buffer.from(keys.auth, 'base64url').toString('base64url')}`,
  email: ({ address }) => address.toLowerCase(),
  webhook: ({ url }) => url,
}

/**
 * Returns the digests by which a target is found, one per encryption key, newest first. The first is stored as
 * `targetKey`; rows from before a key rotation hold another one.
 *
 * @throws {ServiceError} ServiceUnavailable without ENCRYPTION_KEY.
 */
export function targetKeys<C extends Channel>(
  config: Pick<Config, 'encryptionKeys'>,
  channel: C,
  target: Targets[C],
): readonly [string, ...string[]] {
  return keyedDigests(config, 'target', `${channel} ${identities[channel](target)}`)
}
