import { channelError, type PlainRefusal } from '@/lib/channels/channel-error'
import { isHostOf } from '@/lib/public-host'

/** Maximum characters of a URL. */
const maxCharacters = 2_000

/** Why a URL is not allowed, whatever its host. */
export type UrlFault = Extract<PlainRefusal, 'notHttps' | 'notHttpsNorAllowed' | 'otherPort'>

type Hosts = { readonly privateWebhookHosts: readonly string[] }

/** Whether the operator allows this private host and port. */
export const isPrivateEndpoint = ({ privateWebhookHosts }: Hosts, url: URL): boolean =>
  isHostOf(privateWebhookHosts, url)

/**
 * Returns why a URL is not allowed, whatever its host; undefined when it is. Checked at each send: the operator may
 * have removed its host from WEBHOOK_ALLOWED_HOSTS since it was stored.
 */
export function findUrlFault(hosts: Hosts, url: URL): UrlFault | undefined {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'notHttps'
  if (isPrivateEndpoint(hosts, url)) return undefined
  // WEBHOOK_ALLOWED_HOSTS could allow it.
  if (url.protocol !== 'https:') return 'notHttpsNorAllowed'
  return url.port === '' ? undefined : 'otherPort'
}

/**
 * Parses an endpoint URL: https on port 443, so that accounts cannot scan the ports of a host. Hosts in
 * WEBHOOK_ALLOWED_HOSTS may also use http and their listed port.
 *
 * @throws {ServiceError} BadRequest saying what to change.
 */
export function parseEndpointUrl(hosts: Hosts, text: string): URL {
  if (text.length > maxCharacters) throw channelError({ code: 'urlTooLong', most: maxCharacters })
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url) throw channelError({ code: 'notHttps' })
  const fault = findUrlFault(hosts, url)
  if (fault !== undefined) throw channelError({ code: fault })
  if (url.username || url.password) throw channelError({ code: 'urlPassword' })
  // The fragment is never sent.
  url.hash = ''
  return url
}
