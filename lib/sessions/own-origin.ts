import type { Config } from '@/lib/config'

const thisMachine = /^(?:localhost|127\.0\.0\.1)(?::[0-9]{1,5})?$/

/**
 * Returns the origin of our pages for a request to `host`; undefined when unknown.
 *
 * A configured public origin always wins: a reverse proxy of another site could put its own name into `Host` and make
 * wallets sign in for it. Only on this machine, where nothing else answers, any local name is accepted.
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
