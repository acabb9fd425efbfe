import { z } from 'zod'
import { relayRpc } from '@/lib/chain/relay-rpc'
import type { Config } from '@/lib/config'
import { getNetwork } from '@/lib/core/networks'
import { defineEndpoint } from './endpoint'
import { addressText } from './fields'

const settings = z
  .object({
    networks: z.array(
      z.object({
        chainId: z.int(),
        name: z.string(),
        title: z.string(),
        nativeSymbol: z.string(),
        wrappedNative: addressText,
        usdToken: addressText,
        blockSeconds: z.number(),
        embedded: z.boolean(),
        /** Whether a signature given here would be valid where tokens are worth money. */
        realMoney: z.boolean(),
        /** Where a wallet reaches an embedded network. */
        rpcUrl: z.string().optional(),
      }),
    ),
    defaultChainId: z.int(),
    settlementContract: addressText,
    vaultRelayerContract: addressText,
    affiliateName: z.string(),
  })
  .meta({ id: 'Settings' })

/** What pages and clients need to know of this instance. */
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
  run: async ({ config }) => describeInstance(config),
})

/** The networks and contracts that this instance serves, for its pages and clients. */
export function describeInstance(config: Config): Settings {
  return {
    networks: config.chainIds.map((chainId) => {
      const network = getNetwork(chainId)
      const embedded = config.embeddedChainIds.includes(chainId)
      const rpcUrl = config.rpcUrls.get(chainId)
      return {
        chainId,
        name: network.name,
        title: network.title,
        nativeSymbol: network.nativeSymbol,
        wrappedNative: network.wrappedNative,
        usdToken: network.usdToken,
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
  }
}

const rpcCall = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.int(), z.string().max(64)]),
  method: z.string().max(64),
  params: z.array(z.unknown()).max(8).default([]),
})

/** POST /{chainId}/rpc: JSON-RPC of the network for pages, calls that read or send signed transactions. */
export const relay = defineEndpoint({
  name: 'relay',
  method: 'POST',
  path: '/{chainId}/rpc',
  summary: 'JSON-RPC of the network: calls that read, and signed transactions',
  tag: 'Operations',
  limit: 'reads',
  body: z.union([rpcCall, z.array(rpcCall).min(1).max(50)]),
  bodyLimit: 128 * 1024,
  response: z.unknown(),
  run: async (ctx, { body, network, meta }) => {
    const calls = Array.isArray(body) ? body : [body]
    const answers = await relayRpc(ctx, { chainId: network.chainId, calls, signal: meta.signal })
    return Array.isArray(body) ? answers : answers[0]
  },
})
