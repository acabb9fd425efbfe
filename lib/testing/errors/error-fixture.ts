import type { Server } from 'node:http'
import { endpoints } from '@/lib/api/declare/registry'
import type { ErrorCode } from '@/lib/core/errors'
import { defaultVaultRelayer } from '@/lib/core/networks'
import { approve } from '@/lib/testing/chain/chain-actions'
import { listen } from '@/lib/testing/http/probes'
import type { OrderFixture, Terms } from '@/lib/testing/orders/order-fixture'
import type { signTestOrder } from '@/lib/testing/orders/sign-test-order'
import { createTestContext } from '@/lib/testing/test-context'

/** Web processes, named by their fault. */
export type Site =
  | 'sound'
  | 'without chain'
  | 'without database'
  | 'database unset'
  | 'limited'
  | 'switched off'
  | 'foreign'

/** A request; its body is JSON unless `text` gives the raw body. */
export type Sent = {
  readonly method: string
  readonly path: string
  readonly body?: unknown
  readonly text?: string
  readonly headers?: Readonly<Record<string, string>>
  /** The receiving web process; by default the sound one. */
  readonly site?: Site
  /** How many times it is sent; the last answer counts. */
  readonly times?: number
}

/** The received answer. */
export type Received = {
  readonly status: number
  readonly headers: Headers
  readonly body: unknown
}

type Signing = Partial<Parameters<typeof signTestOrder>[1]>

/** An order fixture with every kind of web process. */
export type ErrorFixture = OrderFixture & {
  readonly send: (sent: Sent) => Promise<Received>
  readonly portOf: (site: Site) => number
  /** The body of a valid submission with changes; terms are signed, other changes are not. */
  readonly submission: (
    change?: Readonly<Record<string, unknown>>,
    signed?: { readonly terms?: Partial<Terms>; readonly by?: Signing },
  ) => Promise<Record<string, unknown>>
  readonly close: () => Promise<void>
}

const unlimited = {
  QUOTES_PER_SECOND: '0',
  WRITES_PER_SECOND: '0',
  READS_PER_SECOND: '0',
  MAX_OPEN_LIMIT_ORDERS: '0',
  CMS_API_KEY: 'errors',
}
const deadRpc = 'http://127.0.0.1:1'

/** Opens the fixture on an order fixture. */
export async function openErrorFixture(orders: OrderFixture): Promise<ErrorFixture> {
  const { createContext, network } = orders
  const on = (rpcUrl: string, environment: Record<string, string>) =>
    createContext(rpcUrl, { ...unlimited, ...environment })
  const contexts = {
    sound: on(network.rpcUrl, {}),
    'without chain': on(deadRpc, {}),
    'without database': createTestContext({
      rpcUrls: new Map([[1, network.rpcUrl]]),
      url: 'postgresql://127.0.0.1:1/none',
      environment: unlimited,
    }),
    'database unset': createTestContext({
      rpcUrls: new Map([[1, network.rpcUrl]]),
      environment: unlimited,
    }),
    limited: createContext(network.rpcUrl, { ...unlimited, ...usualLimits }),
    'switched off': on(network.rpcUrl, { CMS_ENABLED: 'false' }),
    // A relayer that the Balancer vault has not authorized.
    foreign: on(network.rpcUrl, { VAULT_RELAYER_CONTRACT: network.accounts[2]?.address ?? '0x' }),
  }
  const servers: Server[] = []
  const ports = new Map<Site, number>()
  for (const [site, ctx] of Object.entries(contexts)) {
    const { server, port } = await listen(ctx, {
      endpoints,
      bodyTimeoutMs: 200,
      checkResponses: false,
    })
    servers.push(server)
    ports.set(site as Site, port)
  }
  const portOf = (site: Site) => ports.get(site) ?? 0
  const submission: ErrorFixture['submission'] = async (
    change = {},
    { terms = {}, by = {} } = {},
  ) => ({
    ...bodyOf(await orders.sign(terms, by)),
    ...change,
  })
  return {
    ...orders,
    portOf,
    submission,
    send: async (sent) => {
      let received = await sendOnce(portOf(sent.site ?? 'sound'), sent)
      for (let time = 1; time < (sent.times ?? 1); time++) {
        received = await sendOnce(portOf(sent.site ?? 'sound'), sent)
      }
      return received
    },
    close: async () => {
      for (const server of servers) {
        server.close()
        server.closeAllConnections()
      }
    },
  }
}

const usualLimits = {
  QUOTES_PER_SECOND: '10',
  WRITES_PER_SECOND: '5',
  READS_PER_SECOND: '100',
  MAX_OPEN_LIMIT_ORDERS: '2',
}

async function sendOnce(port: number, sent: Sent): Promise<Received> {
  const { method, path, text, headers = {} } = sent
  const body = text ?? (sent.body === undefined ? undefined : JSON.stringify(sent.body))
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body }),
  })
  const received = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    body: received === '' ? undefined : JSON.parse(received),
  }
}

/** Returns a submission in the client's wire form. */
function bodyOf(input: Awaited<ReturnType<OrderFixture['sign']>>): Record<string, unknown> {
  const { order, appData, from, signingScheme, signature } = input
  return {
    ...order,
    sellAmount: String(order.sellAmount),
    buyAmount: String(order.buyAmount),
    feeAmount: String(order.feeAmount),
    appData,
    from,
    signingScheme,
    signature,
  }
}

/** Approves an amount of a token to the vault relayer from one of the test accounts. */
export async function allow(
  fixture: ErrorFixture,
  { account, amount, symbol = 'WETH' }: { account: number; amount: bigint; symbol?: string },
): Promise<void> {
  const { rpcUrl, tokens, accounts } = fixture.network
  const owner = accounts[account]?.address ?? '0x'
  await approve(rpcUrl, {
    token: tokens[symbol] ?? '0x',
    owner,
    spender: defaultVaultRelayer,
    amount,
  })
}

/** One way to cause an error, and its expected answer. */
export type ErrorCase = {
  readonly code: ErrorCode
  /** The cause, in the words of the spec. */
  readonly name: string
  /** The correction that the description asks of the caller. */
  readonly description: RegExp
  /** Sets up the preconditions and returns the request to send. */
  readonly request: (fixture: ErrorFixture) => Sent | Promise<Sent>
  /** `{message}` in place of `{errorType, description}`. */
  readonly format?: 'message'
  /** Further headers of the answer. */
  readonly headers?: Readonly<Record<string, RegExp>>
  /** Members of `data`, next to the description. */
  readonly data?: Readonly<Record<string, RegExp>>
}
