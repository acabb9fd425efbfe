import { ServiceError } from '@/lib/core/errors'

/** Characters of an address at most. */
const maxCharacters = 2_000

type Hosts = { readonly privateWebhookHosts: readonly string[] }

/** Whether an operator lets messages go to this host although it is not public. */
export function isPrivateReceiver({ privateWebhookHosts }: Hosts, url: URL): boolean {
  const port = url.port || (url.protocol === 'https:' ? '443' : '80')
  return privateWebhookHosts.includes(`${url.hostname}:${port}`)
}

/**
 * Why an address is not posted to, whatever its host; undefined: it may be. What was right when an address was kept may
 * not be any more: an operator may have taken its host out of WEBHOOK_ALLOWED_HOSTS.
 */
export function findUrlFault(hosts: Hosts, url: URL): string | undefined {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'must be an https address'
  if (isPrivateReceiver(hosts, url)) return undefined
  if (url.protocol !== 'https:') return 'must be an https address'
  return url.port === '' ? undefined : 'must have no port but 443'
}

/**
 * Reads an address that messages are to be posted to: https at its own port (443), so that nobody has us try the ports
 * of a host; for the hosts of WEBHOOK_ALLOWED_HOSTS http too, and the port that is named there.
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
  // No receiver ever sees it.
  url.hash = ''
  return url
}

/** How else an http address, or another port, could be posted to. */
function exceptionOf({ protocol }: URL): string {
  const isWeb = protocol === 'https:' || protocol === 'http:'
  return isWeb ? ', unless WEBHOOK_ALLOWED_HOSTS names its host and port' : ''
}
