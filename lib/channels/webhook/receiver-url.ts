import { ServiceError } from '@/lib/core/errors'

/** Maximum characters of a URL. */
const maxCharacters = 2_000

type Hosts = { readonly privateWebhookHosts: readonly string[] }

/** Whether the operator allows this private host and port. */
export function isPrivateReceiver({ privateWebhookHosts }: Hosts, url: URL): boolean {
  const port = url.port || (url.protocol === 'https:' ? '443' : '80')
  return privateWebhookHosts.includes(`${url.hostname}:${port}`)
}

/**
 * Returns why a URL is not allowed, whatever its host; undefined when it is. Checked at each send: the operator may
 * have removed its host from WEBHOOK_ALLOWED_HOSTS since it was stored.
 */
export function findUrlFault(hosts: Hosts, url: URL): string | undefined {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'must be an https address'
  if (isPrivateReceiver(hosts, url)) return undefined
  if (url.protocol !== 'https:') return 'must be an https address'
  return url.port === '' ? undefined : 'must have no port but 443'
}

/**
 * Parses an endpoint URL: https on port 443, so that accounts cannot scan the ports of a host. Hosts in
 * WEBHOOK_ALLOWED_HOSTS may also use http and their listed port.
 *
 * @throws {ServiceError} BadRequest saying what to change.
 */
export function parseReceiverUrl(hosts: Hosts, text: string): URL {
  const refuse = (reason: string) => new ServiceError('BadRequest', `url ${reason}`)
  if (text.length > maxCharacters) throw refuse(`must have ${maxCharacters} characters at most`)
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url) throw refuse('must be an https address')
  const fault = findUrlFault(hosts, url)
  if (fault !== undefined) throw refuse(`${fault}${exceptionOf(url)}`)
  if (url.username || url.password) throw refuse('must not hold a name or password')
  // The fragment is never sent.
  url.hash = ''
  return url
}

/** How http or another port could be allowed. */
function exceptionOf({ protocol }: URL): string {
  const isWeb = protocol === 'https:' || protocol === 'http:'
  return isWeb ? ', unless WEBHOOK_ALLOWED_HOSTS names its host and port' : ''
}
