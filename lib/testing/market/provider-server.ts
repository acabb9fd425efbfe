import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Address, parseAddress } from '@/lib/core/address'
import { startLocalServer } from '@/lib/testing/local-server'

/** The fault mode of a provider stand-in. */
export type FailureMode =
  | 'well'
  | 'wrong key'
  | 'slow'
  | 'too many requests'
  | 'fault'
  | 'html'
  | 'html 404'
  | 'cut'
  | 'another form'
  | 'huge'

/** The modes in which a provider gives no usable answer. */
export const outages: readonly FailureMode[] = [
  'wrong key',
  'slow',
  'too many requests',
  'fault',
  'html',
  'html 404',
  'cut',
  'another form',
  'huge',
]

/** A received request: target, and headers by lower-case name. */
export type ProviderCall = { readonly target: string; readonly headers: IncomingMessage['headers'] }

/** A minimal HTTP server in place of an external provider. */
export type ProviderServer = {
  readonly url: string
  readonly calls: readonly ProviderCall[]
  readonly setFailureMode: (failureMode: FailureMode) => void
  readonly forgetCalls: () => void
  readonly stop: () => Promise<void>
}

/** The provider's healthy answer to a path with its query. */
export type ProviderAnswer = (target: string) => { readonly status: number; readonly body: unknown }

/** Starts a provider stand-in on a free port. */
export async function startProvider(answer: ProviderAnswer): Promise<ProviderServer> {
  let failureMode: FailureMode = 'well'
  const calls: ProviderCall[] = []
  const { url, close } = await startLocalServer((request, response) => {
    const target = request.url ?? ''
    calls.push({ target, headers: request.headers })
    respondIn(failureMode, response, () => answer(target))
  })
  return {
    url,
    calls,
    setFailureMode: (next) => {
      failureMode = next
    },
    forgetCalls: () => {
      calls.length = 0
    },
    stop: close,
  }
}

function respondIn(
  failureMode: FailureMode,
  response: ServerResponse,
  answer: () => ReturnType<ProviderAnswer>,
): void {
  const send = (status: number, body: string, headers: Record<string, string> = {}) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
  switch (failureMode) {
    case 'well': {
      const { status, body } = answer()
      return void send(status, JSON.stringify(body))
    }
    case 'wrong key':
      return void send(401, '{"message":"invalid api key"}')
    case 'slow':
      return
    case 'too many requests':
      return void send(429, '{"message":"too many requests"}', { 'retry-after': '7' })
    case 'fault':
      return void send(500, '{"message":"secret stack trace"}')
    case 'html':
    case 'html 404':
      return void send(
        failureMode === 'html' ? 200 : 404,
        '<!doctype html><title>Maintenance</title>',
        {
          'content-type': 'text/html',
        },
      )
    case 'cut': {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
      response.write('{"resu')
      return void setTimeout(() => response.destroy(), 20)
    }
    case 'another form':
      return void send(200, '{"unexpected":true,"prices":[["now","high"]],"usd":{"usd":"1"}}')
    case 'huge':
      return void send(200, `[${'"0",'.repeat(1_000_000)}"0"]`)
  }
}

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
