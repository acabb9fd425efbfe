import { z } from 'zod'
import { affiliateTerms, termsExample, viewProgramme } from '@/lib/api/affiliate/affiliate-fields'
import { defineEndpoint, type RequestMeta } from '@/lib/api/declare/endpoint'
import { messageRefusal } from '@/lib/api/declare/example'
import { addressText } from '@/lib/api/declare/fields'
import { countUse, relayRpc } from '@/lib/chain/relay-rpc'
import type { Config } from '@/lib/config'
import type { Context } from '@/lib/context'
import { ServiceError } from '@/lib/core/errors'
import { getNetwork } from '@/lib/core/networks'
import type { Network } from '@/lib/core/networks/network'
import { maxRelayedCalls } from '@/lib/core/relay'

const settings = z
  .object({
    networks: z
      .array(
        z.object({
          chainId: z.int().describe('Chain ID'),
          name: z.string().describe('Name in paths'),
          title: z.string().describe('Name for people'),
          nativeSymbol: z.string().describe('Symbol of the native token'),
          wrappedNative: addressText.describe('Token that wraps the native one'),
          usdToken: addressText.describe('Token that US dollars are counted in'),
          nativeOrders: addressText
            .optional()
            .describe('Contract through which the native token is sold'),
          blockSeconds: z.number().describe('Seconds from block to block'),
          embedded: z.boolean().describe('Whether this instance runs the network itself'),
          realMoney: z
            .boolean()
            .describe('Whether a signature given here would be valid where tokens are worth money'),
          rpcUrl: z.string().optional().describe('Where a wallet reaches an embedded network'),
        }),
      )
      .describe('Networks of this instance'),
    defaultChainId: z.int().describe('Network of paths without one'),
    settlementContract: addressText.describe('Contract that orders are signed for'),
    vaultRelayerContract: addressText.describe('Contract to approve for the sell token'),
    affiliateName: z.string().describe('Name of the domain that affiliate codes are signed for'),
    affiliateTerms: affiliateTerms.describe('What new affiliates are promised'),
    wallets: z
      .object({
        walletConnect: z
          .object({
            projectId: z.string().describe('Project ID of this instance at the relay'),
            relayUrl: z.string().describe('Relay between pages and wallets'),
          })
          .optional()
          .describe('Left out where the pages do not offer WalletConnect'),
        safeAppOrigins: z
          .array(z.string())
          .describe('Origins that may show the pages as a Safe app'),
      })
      .describe('Ways to connect a wallet beyond those of the browser itself'),
    affiliateEpochDays: z.int().describe('Days over which rewards are added up to a payout'),
  })
  .meta({ id: 'Settings' })

/** Settings of this instance for pages and clients. */
export type Settings = z.output<typeof settings>

/** GET /settings.json: the networks and contracts of this instance. */
export const getSettings = defineEndpoint({
  name: 'getSettings',
  method: 'GET',
  path: '/settings.json',
  summary: 'Networks and contracts of this instance',
  tag: 'Operations',
  cacheControl: 'public, max-age=60',
  response: settings,
  examples: [
    {
      summary: 'An instance that serves the embedded mainnet',
      varies: true,
      response: {
        networks: [
          {
            chainId: 1,
            name: 'mainnet',
            title: 'Ethereum',
            nativeSymbol: 'ETH',
            wrappedNative: '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2',
            usdToken: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
            nativeOrders: '0xba3cb449bd2b4adddbc894d8697f5170800eadec',
            blockSeconds: 12,
            embedded: true,
            realMoney: true,
            rpcUrl: 'http://127.0.0.1:8545',
          },
        ],
        defaultChainId: 1,
        settlementContract: '0x9008d19f58aabd9ed0d60971565aa8510560ab41',
        vaultRelayerContract: '0xc92e8bdf79f0507f65a392b0ab4667716bfe0110',
        affiliateName: 'Coincide Affiliate',
        affiliateTerms: termsExample,
        wallets: { safeAppOrigins: [] },
        affiliateEpochDays: 7,
      },
    },
  ],
  run: async ({ config }) => describeInstance(config),
})

/** Returns the {@link Settings} of this instance. */
export function describeInstance(config: Config): Settings {
  const { walletConnect, safeAppOrigins } = config.wallets
  return {
    networks: config.chainIds.map((chainId) => {
      const network = getNetwork(chainId)
      const embedded = config.embeddedChainIds.includes(chainId)
      const [rpcUrl] = config.rpcUrls.get(chainId) ?? []
      const nativeOrders = config.nativeOrderContracts.get(chainId)
      return {
        chainId,
        name: network.name,
        title: network.title,
        nativeSymbol: network.nativeSymbol,
        wrappedNative: network.wrappedNative,
        usdToken: network.usdToken,
        ...(nativeOrders ? { nativeOrders } : {}),
        blockSeconds: network.blockSeconds,
        embedded,
        realMoney: network.realMoney,
        ...(embedded && rpcUrl ? { rpcUrl } : {}),
      }
    }),
    defaultChainId: config.defaultChainId,
    settlementContract: config.settlementContract,
    vaultRelayerContract: config.vaultRelayerContract,
    affiliateName: config.affiliateName,
    affiliateTerms: viewProgramme(config.affiliateProgramme),
    wallets: {
      ...(walletConnect && { walletConnect }),
      safeAppOrigins: [...safeAppOrigins],
    },
    affiliateEpochDays: config.affiliateEpochDays,
  }
}

const rpcCall = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.int(), z.string().max(64)]).describe('Comes back with the answer'),
  method: z.string().max(64).describe('A JSON-RPC method that reads, or eth_sendRawTransaction'),
  params: z.array(z.unknown()).max(8).default([]).describe("The method's parameters"),
})

type RelayBody = z.output<typeof rpcCall> | z.output<typeof rpcCall>[]

const toCalls = (body: RelayBody) => (Array.isArray(body) ? body : [body])

/**
 * Wallets may call an embedded network, which costs nothing. Other nodes charge for calls, so only our own pages may.
 *
 * @throws {ServiceError} ServiceUnavailable where `RELAY` is off, Forbidden for callers other than our pages.
 */
function assertRelayed(
  { config }: Context,
  { chainId }: Network,
  { isOwnPage }: RequestMeta,
): void {
  const { relay, embeddedChainIds } = config
  const isEmbedded = embeddedChainIds.includes(chainId)
  if (relay.mode === 'off' || (relay.mode === 'embedded' && !isEmbedded)) {
    throw new ServiceError('ServiceUnavailable', 'service unavailable')
  }
  if (!isEmbedded && !isOwnPage) {
    throw new ServiceError('Forbidden', 'only pages of this service may call this network')
  }
}

/**
 * POST /{chainId}/rpc: JSON-RPC of the network for pages; reads and signed transactions only. A call counts as one read, or
 * five if it executes code; a transaction counts as a write too.
 */
export const relay = defineEndpoint({
  name: 'relay',
  method: 'POST',
  path: '/{chainId}/rpc',
  summary: 'JSON-RPC of the network: calls that read, and signed transactions',
  tag: 'Operations',
  limit: 'reads',
  uses: (body) => countUse(toCalls(body)),
  body: z.union([rpcCall, z.array(rpcCall).min(1).max(maxRelayedCalls)]),
  bodyLimit: 128 * 1024,
  response: z.unknown(),
  examples: [
    {
      summary: "The network's chain id",
      body: { jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] },
      response: { jsonrpc: '2.0', id: 1, result: '0x1' },
    },
    messageRefusal({
      code: 'BadRequest',
      summary: 'No method',
      body: { jsonrpc: '2.0', id: 1 },
      description: 'method is missing',
    }),
  ],
  throws: ['Forbidden', 'ServiceUnavailable'],
  run: async (ctx, { body, network, meta }) => {
    const calls = toCalls(body)
    assertRelayed(ctx, network, meta)
    const answers = await relayRpc(ctx, { chainId: network.chainId, calls, signal: meta.signal })
    return Array.isArray(body) ? answers : answers[0]
  },
})
