/** Where the logos of listed tokens come from. */
export type LogoSettings = {
  /** Token lists whose logos are shown, the preferred one first; empty: no logos. */
  readonly lists: readonly URL[]
  /** Gateway for `ipfs:` addresses; undefined: those logos are not shown. */
  readonly ipfsGateway: URL | undefined
  /** Hosts (`name:port`) of lists, gateway and logos that may be reached although they are private. */
  readonly privateHosts: readonly string[]
}

type Variables = {
  readonly lists: string | undefined
  readonly ipfsGateway: string | undefined
  readonly privateHosts: string | undefined
}

/**
 * Parses the logo settings.
 *
 * @throws {Error} naming the variable with a malformed address.
 */
export function parseLogos({ lists, ipfsGateway, privateHosts }: Variables): LogoSettings {
  return {
    lists: partsOf(lists).map((text) => parseUrl('TOKEN_LISTS', text)),
    ipfsGateway:
      ipfsGateway === undefined ? undefined : parseUrl('IPFS_GATEWAY', ipfsGateway.trim()),
    privateHosts: partsOf(privateHosts?.toLowerCase()),
  }
}

const partsOf = (text = ''): readonly string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

function parseUrl(name: string, text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url && /^https?:$/.test(url.protocol) && !url.username && !url.password) return url
  throw new Error(`${name}: must be http or https addresses without a password`)
}
