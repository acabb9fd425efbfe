import { pairFromParams, plainAmount, type SwapParams } from '@/lib/client/swap/swap-form'
import { parseAddress } from '@/lib/core/address'

/** What the embedded card was asked to show. */
export type EmbedRequest = {
  /** The card's parameters, without invalid ones. */
  readonly params: SwapParams
  /** The parameters that are ignored, because they are invalid or unknown. */
  readonly ignored: readonly string[]
}

type Network = { readonly chainId: number; readonly name: string } & Parameters<
  typeof pairFromParams
>[0]

type Served = { readonly networks: readonly Network[]; readonly defaultChainId: number }

/**
 * Parses the parameters of the embedded card: `chain` (name or chain id), `sell` and `buy` (addresses), `amount` to sell
 * (a plain decimal number, with both tokens), `theme` and `ref`. `ReferralCapture` reads and checks `ref`; the server
 * applies `theme`.
 */
export function readEmbedParams(
  given: Readonly<Record<string, string | readonly string[] | undefined>>,
  { networks, defaultChainId }: Served,
): EmbedRequest {
  const entries = Object.entries(given)
  const texts = Object.fromEntries(
    entries.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )
  const { chain, sell, buy, amount, theme } = texts
  const named = networks.find(({ chainId, name }) => [name, String(chainId)].includes(chain ?? ''))
  const network = named ?? networks.find(({ chainId }) => chainId === defaultChainId) ?? networks[0]
  const isNetworkValid = chain === undefined || named !== undefined
  // Tokens of a network that is not served must not be read as those of another one.
  const sold = isNetworkValid ? parseAddress(sell ?? '') : undefined
  const other = isNetworkValid ? parseAddress(buy ?? '') : undefined
  const bought = other === sold ? undefined : other
  const pair = { ...(sold && { sell: sold }), ...(bought && { buy: bought }) }
  const isWhole = network !== undefined && pairFromParams(network, pair).isWhole
  const sellAmount = isWhole && Number(plainAmount(amount)) > 0 ? amount : undefined
  const params = {
    ...(named && { chain: named.name }),
    ...pair,
    ...(sellAmount !== undefined && { amount: sellAmount }),
  }
  const hasTheme = /^(?:light|dark|auto)$/.test(theme ?? '')
  const accepted = new Set([...Object.keys(params), 'ref', ...(hasTheme ? ['theme'] : [])])
  return { params, ignored: entries.flatMap(([name]) => (accepted.has(name) ? [] : name)) }
}
