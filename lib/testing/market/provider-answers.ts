import { type Address, parseAddress } from '@/lib/core/address'
import type { ProviderAnswer } from './provider-server'

/** A provider's healthy answers, and the matching answers of our endpoint. */
export type PublishedProvider = {
  /** The provider's name in errors. */
  readonly name: string
  /** The prefix of its environment variables. */
  readonly variable: string
  readonly endpoint: 'usdPrice' | 'topHolders'
  /** Its answer about tokens, some of them unknown to it. */
  readonly answer: (knows: (token: Address) => boolean) => ProviderAnswer
  /** Our answer for a token that it knows. */
  readonly body: unknown
  /** Our answer for a token that it does not know. */
  readonly unknown: { readonly message: string }
}

const account: Address = `0x${'ab'.repeat(20)}`
// More digits than a double holds exactly.
const balance = '1000000000000000000000000001'

type Bodies = Pick<PublishedProvider, 'name' | 'variable' | 'endpoint'> & {
  readonly known: (token: Address) => unknown
  readonly unlisted: { readonly status: number; readonly body: unknown }
}

function provider({ known, unlisted, ...rest }: Bodies): PublishedProvider {
  const isPrice = rest.endpoint === 'usdPrice'
  return {
    ...rest,
    answer: (knows) => (target) => {
      const token = parseAddress(/(?<=[/=])0x[0-9a-f]{40}/.exec(target)?.[0] ?? '')
      return token && knows(token) ? { status: 200, body: known(token) } : unlisted
    },
    body: isPrice ? { price: 0.75 } : [{ address: account, balance }],
    unknown: { message: isPrice ? 'price not found' : 'holders not found' },
  }
}

/** Every provider with a client; one token has a price of 0.75 USD or a single holder. */
export const publishedProviders: readonly PublishedProvider[] = [
  provider({
    name: 'CoinGecko',
    variable: 'COINGECKO',
    endpoint: 'usdPrice',
    known: (token) => ({ [token]: { usd: 0.75, last_updated_at: 1_700_000_000 } }),
    unlisted: { status: 200, body: {} },
  }),
  provider({
    name: 'Moralis',
    variable: 'MORALIS',
    endpoint: 'topHolders',
    known: () => ({ cursor: null, result: [{ owner_address: account, balance }] }),
    unlisted: { status: 404, body: { message: 'not found' } },
  }),
  provider({
    name: 'Ethplorer',
    variable: 'ETHPLORER',
    endpoint: 'topHolders',
    known: () => ({ holders: [{ address: account, rawBalance: balance }] }),
    unlisted: { status: 400, body: { error: { code: 150, message: 'not a token contract' } } },
  }),
  provider({
    name: 'GoldRush',
    variable: 'GOLDRUSH',
    endpoint: 'topHolders',
    known: () => ({ data: { items: [{ address: account, balance }] }, error: false }),
    unlisted: { status: 200, body: { data: { items: [] }, error: false } },
  }),
]
