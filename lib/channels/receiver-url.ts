import { ServiceError } from '@/lib/core/errors'

/** Characters of an address at most. */
const mostCharacters = 2_000

type Hosts = { readonly privateWebhookHosts: readonly string[] }

/** Whether an operator lets messages go to this host although it is not public. */
export function isPrivateReceiver({ privateWebhookHosts }: Hosts, url: URL): boolean {
  const port = url.port || (url.protocol === 'https:' ? '443' : '80')
  return privateWebhookHosts.includes(`${url.hostname}:${port}`)
}

/**
 * Reads an address that messages are to be posted to: https at its own port (443), so that nobody has us try the ports
 * of a host; for the hosts of WEBHOOK_PRIVATE_HOSTS http too, and the port that is named there.
 *
 * @throws {ServiceError} BadRequest saying what to change.
 */
export function parseReceiverUrl(hosts: Hosts, text: string): URL {
  const refuse = (reason: string) => new ServiceError('BadRequest', `url ${reason}`)
  if (text.length > mostCharacters) throw refuse(`must have ${mostCharacters} characters at most`)
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) throw refuse('must be an https address')
  if (url.protocol === 'http:' && !isPrivateReceiver(hosts, url)) {
    throw refuse('must be an https address')
  }
  if (url.port !== '' && !isPrivateReceiver(hosts, url)) throw refuse('must have no port but 443')
  if (url.username || url.password) throw refuse('must not hold a name or password')
  // No receiver ever sees it.
  url.hash = ''
  return url
}
