import type { Config } from '@/lib/config'

const thisMachine = /^(?:localhost|127\.0\.0\.1)(?::[0-9]{1,5})?$/

/**
 * The origin of our pages in a browser whose request names `host`; undefined when that is unknown.
 *
 * It is the configured one whatever the request says, since a page that passes requests on to us could name itself
 * there and have wallets sign in for it. Only on this machine, where nobody else answers, any of its names will do.
 */
export function ownOrigin(
  { signInOrigin }: Pick<Config, 'signInOrigin'>,
  host: string | undefined,
): string | undefined {
  const isLocal = signInOrigin === undefined || isOfThisMachine(signInOrigin)
  const name = host?.toLowerCase() ?? ''
  return isLocal && thisMachine.test(name) ? `http://${name}` : signInOrigin
}

function isOfThisMachine(origin: string): boolean {
  return origin.startsWith('http://') && thisMachine.test(new URL(origin).host)
}
