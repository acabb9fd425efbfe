import { networks } from '@/lib/core/networks'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Parses `RPC_URL_<chainId>` of every network: http or https URLs of its nodes, separated by commas, the preferred one
 * first. Networks without one are absent.
 *
 * @throws {Error} naming the variable and the position of a malformed part, never the part itself: a URL may hold a key.
 */
export function parseRpcUrls(environment: Environment): ReadonlyMap<number, readonly string[]> {
  return parseLists(environment, 'RPC_URL')
}

/**
 * Parses `RELAY_URL_<chainId>` of every network: the one http or https URL of the node that pages are relayed to.
 *
 * @throws {Error} as {@link parseRpcUrls}.
 */
export function parseRelayUrls(environment: Environment): ReadonlyMap<number, string> {
  return parseSingleUrls(environment, 'RELAY_URL')
}

/**
 * Parses `<prefix>_<chainId>` of every network: one http or https URL.
 *
 * @throws {Error} as {@link parseRpcUrls}.
 */
export function parseSingleUrls(
  environment: Environment,
  prefix: 'RELAY_URL' | 'SIGNER_URL',
): ReadonlyMap<number, string> {
  return new Map(
    [...parseLists(environment, prefix)].map(([chainId, [url = '', ...others]]) => {
      if (others.length > 0) throw new Error(`${prefix}_${chainId}: names more than one URL`)
      return [chainId, url] as const
    }),
  )
}

function parseLists(
  environment: Environment,
  prefix: 'RPC_URL' | 'RELAY_URL' | 'SIGNER_URL',
): ReadonlyMap<number, readonly string[]> {
  const lists = networks.map(({ chainId }) => {
    const name = `${prefix}_${chainId}`
    return [chainId, parseList(name, environment[name])] as const
  })
  return new Map(lists.filter(([, urls]) => urls.length > 0))
}

function parseList(name: string, text: string | undefined): readonly string[] {
  if (!text?.trim()) return []
  const urls = text.split(',').map((part) => part.trim())
  for (const [index, url] of urls.entries()) {
    const fault = faultOf(url, urls.slice(0, index))
    if (fault) throw new Error(`${name}: part ${index + 1} of ${urls.length} ${fault}`)
  }
  return urls
}

function faultOf(url: string, before: readonly string[]): string | undefined {
  if (url === '') return 'is empty; separate the URLs by single commas'
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    return 'is not an http or https URL'
  }
  // A second opinion of the same node is none.
  return before.includes(url) ? 'repeats an earlier one' : undefined
}

/** Returns the host of an endpoint, with its port: the part of a URL that holds no key. */
export function hostOf(url: string): string {
  return new URL(url).host
}
