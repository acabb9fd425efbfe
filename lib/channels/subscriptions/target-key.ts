import type { Channel, Targets } from '@/lib/channels/channel'
import { keyedDigests } from '@/lib/channels/encryption/encrypt'
import type { Config } from '@/lib/config'

const identities: { readonly [C in Channel]: (target: Targets[C]) => string } = {
  telegram: ({ chatId }) => chatId,
  // With its secret, which proves who it is once nothing else of it is kept.
  web_push: ({ endpoint, keys }) =>
    `${endpoint} ${Buffer.from(keys.auth, 'base64url').toString('base64url')}`,
  email: ({ address }) => address.toLowerCase(),
  webhook: ({ url }) => url,
}

/**
 * Digests of a target, by which it is found again: one under each key, the newest first, which is the one to keep
 * (`targetKey`); what was kept before the keys changed is any of the others.
 *
 * @throws {ServiceError} ServiceUnavailable when there is no ENCRYPTION_KEY.
 */
export function targetKeys<C extends Channel>(
  config: Pick<Config, 'encryptionKeys'>,
  channel: C,
  target: Targets[C],
): readonly [string, ...string[]] {
  return keyedDigests(config, 'target', `${channel} ${identities[channel](target)}`)
}
