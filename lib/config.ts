import type { Address } from './core/address'
import type { ProgrammeTerms } from './core/affiliate-programme'
import type { Hex } from './core/bytes'
import { findNetwork } from './core/networks'
import {
  type ChannelSettings,
  parseChannels,
  parseEncryptionKeys,
} from './core/settings/channel-settings'
import {
  parseNativeOrders,
  parseOrderContracts,
  parseTrampoline,
} from './core/settings/contract-settings'
import { type LogoSettings, parseLogos } from './core/settings/logo-settings'
import { type NetworkCaps, parseNetworkCaps } from './core/settings/network-caps'
import {
  parsePrivateBlocks,
  parsePublicFallback,
  parseSettleModes,
  type SettleMode,
} from './core/settings/network-settings'
import { parseRelayUrls, parseRpcUrls } from './core/settings/rpc-urls'
import { findSecrets } from './core/settings/secrets'
import { settingSchema } from './core/settings/setting-schema'
import { parsePrivateKey, parseSolvers, type SolverSettings } from './core/settings/signer-settings'
import { parseSolverEngines, type SolverEngine } from './core/settings/solver-engines'
import { parsePrivateEndpoints } from './core/settings/submission-settings'
import { parseTraceSettings, type TraceSettings } from './core/settings/trace-settings'
import { parseTrackedTokens, type TrackedToken } from './core/settings/tracked-tokens'
import { parseWallets, type WalletSettings } from './core/settings/wallet-settings'
import type { ServiceRole } from './db/roles'

/** Settings by network. */
type NetworkSettings = NetworkCaps & SolverSettings

/** The operator's configuration; created once per process by {@link parseConfig}. */
export type Config = NetworkSettings & {
  readonly databaseUrl: string | undefined
  /** The database as its owner logs in, who may create roles. */
  readonly ownerDatabaseUrl: string | undefined
  /** Databases by role, as each process of the role logs in; undefined: `DATABASE_URL`. */
  readonly roleDatabaseUrls: Readonly<Record<ServiceRole, string | undefined>>
  /** Maximum pooled connections of a process, and those that a worker's delivery queue has besides. */
  readonly databaseConnections: { readonly process: number; readonly deliveries: number }
  /** Networks that this instance serves: those with an RPC endpoint, in the order of the network table. */
  readonly chainIds: readonly number[]
  /** Endpoints of each network's nodes, the preferred one first. */
  readonly rpcUrls: ReadonlyMap<number, readonly string[]>
  /** Networks that run on this machine only; their pages offer the demo wallet and the faucet. */
  readonly embeddedChainIds: readonly number[]
  readonly defaultChainId: number
  readonly settlementContract: Address
  readonly vaultRelayerContract: Address
  /** Trampoline of a custom deployment; undefined: each network's public one. */
  readonly hooksTrampoline: Address | undefined
  /** Contracts whose `OrderPlacement` events place orders, by network. */
  readonly onchainOrderContracts: ReadonlyMap<number, readonly Address[]>
  /** The contract among `onchainOrderContracts` through which the pages sell the native token, by network. */
  readonly nativeOrderContracts: ReadonlyMap<number, Address>
  /** Key that deploys contracts; only the command that does needs it. */
  readonly deployerKey: Hex | undefined
  /** Endpoints that keep settlements secret until they are mined, by network; may contain keys, so never log them. */
  readonly privateEndpoints: ReadonlyMap<number, readonly URL[]>
  /** Blocks for which a settlement is offered to them before it is cancelled, by network. */
  readonly privateBlocks: ReadonlyMap<number, bigint>
  /** Networks on which it goes to the public node instead after that. */
  readonly publicFallback: ReadonlySet<number>
  /** Whether settlements are sent, by network. */
  readonly settleModes: ReadonlyMap<number, SettleMode>
  /** Maximum by which a hop of a settlement may pay less than simulated, in bps; 0: none. */
  readonly slippageBps: number
  /** Maximum gas of an order's ERC-1271 signature check at placement. */
  readonly maxSignatureGas: bigint
  /** Maximum gas of a token transfer. */
  readonly maxTransferGas: bigint
  readonly affiliateName: string
  readonly cmsEnabled: boolean
  readonly cmsApiKey: string | undefined
  readonly volatilityDetailsEnabled: boolean
  readonly stagingUrl: string | undefined
  readonly publicUrl: string | undefined
  readonly trustedProxies: number
  /** Seconds for which a web process keeps serving after SIGTERM, unready, until proxies send it nothing more. */
  readonly drainSeconds: number
  readonly rateLimits: { readonly quotes: number; readonly writes: number; readonly reads: number }
  /** The JSON-RPC relay for pages. */
  readonly relay: {
    /** The networks that it serves. */
    readonly mode: 'all' | 'embedded' | 'off'
    /** Nodes for the relay alone, by network; default the service's own. */
    readonly urls: ReadonlyMap<number, string>
    /** Maximum reads per second and network that a web process relays for all callers; 0: unlimited. */
    readonly unitsPerSecond: number
  }
  /** Volume fee that quotes deduct and settlements collect, in bps; 0: none. */
  readonly volumeFeeBps: number
  /** Recipient of the volume fee; undefined: it stays in the settlement contract. */
  readonly feeRecipient: Address | undefined
  readonly auctionIntervalSeconds: number
  /** Days after which an auction is reduced to what it settled, and the signed bytes of its transactions are deleted. */
  readonly auctionDetailDays: number
  /** Days after which ended deliveries are deleted. */
  readonly deliveryDays: number
  /** Days after which notifications are deleted with their deliveries; older events notify nobody. */
  readonly notificationDays: number
  /** Headroom in bps that quotes add to the gas price, since gas may cost more at settlement than when quoted. */
  readonly gasPriceBufferBps: number
  /** External solver engines that compete in every auction. */
  readonly solverEngines: readonly SolverEngine[]
  /** Maximum open out-of-market orders of one owner per network; 0: unlimited. */
  readonly maxOpenLimitOrders: number
  /** Maximum share of an order's volume that its partner fees may take together, in bps. */
  readonly maxPartnerFeeBps: number
  /** Redis for the response cache that web processes share; undefined: PostgreSQL. */
  readonly redisUrl: string | undefined
  /** Tokens whose holders are indexed, by network. Embedded networks also index every known token. */
  readonly trackedTokens: ReadonlyMap<number, readonly TrackedToken[]>
  /** The configured market data providers. */
  readonly providers: Providers
  /** Terms for newly registered affiliate codes. */
  readonly affiliateProgramme: ProgrammeTerms
  /** Length of a payout epoch in days: rewards are totalled and turned into payouts at its end. */
  readonly affiliateEpochDays: number
  /** Signs session cookies; undefined: sign-in is off. */
  readonly sessionSecret: string | undefined
  /** Origin of the pages for sign-in, such as `https://trade.example.org`; undefined: this machine only. */
  readonly signInOrigin: string | undefined
  /** 32-byte keys that encrypt channel endpoints and secrets: the first encrypts, all of them decrypt. */
  readonly encryptionKeys: readonly Hex[]
  /** Channels beyond the inbox; webhooks need only an encryption key. */
  readonly channels: ChannelSettings
  /** Maximum endpoints that one worker sends to concurrently. */
  readonly deliveryConcurrency: number
  /** Ways to connect a wallet other than browser wallets. */
  readonly wallets: WalletSettings
  /** Where the logos of listed tokens come from. */
  readonly logos: LogoSettings
  /** Where the metrics of each process are served; without a port they are not. */
  readonly metrics: {
    readonly host: string
    readonly webPort: number | undefined
    readonly workerPort: number | undefined
  }
  /** Where traces are sent; undefined: nothing is traced. */
  readonly tracing: TraceSettings | undefined
  readonly logLevel: string
  /** Keys, tokens, passwords and the parts of URLs that contain them, to keep them out of logs. */
  readonly secrets: readonly string[]
}

/** A market data provider: base URL and API key. */
export type Provider = { readonly url: string; readonly key: string }

/** Market data providers with a client. */
export type Providers = {
  readonly coingecko: Provider | undefined
  readonly moralis: Provider | undefined
  readonly ethplorer: Provider | undefined
  readonly goldrush: Provider | undefined
}

const networkNames =
  /^(?:(?:RPC|SUBMIT|RELAY|SIGNER)_URL|SOLVER_PRIVATE_KEY|SOLVER_ADDRESS)_[0-9]+$/

/** Whether {@link parseConfig} reads a variable of this name. */
export function isSetting(name: string): boolean {
  return name in settingSchema.shape || networkNames.test(name)
}

/**
 * Reads the configuration from environment variables (`.env.example` lists them all). A process of a role uses that role's
 * database URL, such as `WEB_DATABASE_URL`, if it is set.
 *
 * @throws {Error} naming every invalid variable.
 */
export function parseConfig(
  environment: Readonly<Record<string, string | undefined>>,
  role?: ServiceRole,
): Config {
  // An empty variable is unset: `PORT=` in .env means the default, not zero.
  const isSet = ([, value]: [string, unknown]) => value !== ''
  const result = settingSchema.safeParse(
    Object.fromEntries(Object.entries(environment).filter(isSet)),
  )
  if (!result.success) {
    const lines = result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
    throw new Error(`The configuration is wrong:\n${lines.join('\n')}`)
  }
  const env = result.data
  const roleUrls = {
    web: env.WEB_DATABASE_URL,
    worker: env.WORKER_DATABASE_URL,
    operator: env.OPERATOR_DATABASE_URL,
  }
  const rpcUrls = parseRpcUrls(environment)
  const chainIds = [...rpcUrls.keys()]
  const orderContracts = parseOrderContracts(env.ONCHAIN_ORDER_CONTRACTS, env.SETTLEMENT_CONTRACT)
  return {
    databaseUrl: (role && roleUrls[role]) ?? env.DATABASE_URL,
    ownerDatabaseUrl: env.DATABASE_URL,
    roleDatabaseUrls: roleUrls,
    databaseConnections: {
      process: env.DATABASE_CONNECTIONS,
      deliveries: env.DELIVERY_DATABASE_CONNECTIONS,
    },
    chainIds,
    rpcUrls,
    embeddedChainIds: parseChainIds(env.EMBEDDED_CHAIN_IDS),
    defaultChainId: parseDefaultNetwork(env.DEFAULT_NETWORK) ?? chainIds[0] ?? 1,
    settlementContract: env.SETTLEMENT_CONTRACT,
    vaultRelayerContract: env.VAULT_RELAYER_CONTRACT,
    hooksTrampoline: parseTrampoline(env.HOOKS_TRAMPOLINE, env.SETTLEMENT_CONTRACT),
    onchainOrderContracts: orderContracts,
    nativeOrderContracts: parseNativeOrders(env.NATIVE_ORDER_CONTRACTS, orderContracts),
    ...parseSolvers(environment, {
      key: optionalKey('SOLVER_PRIVATE_KEY', env.SOLVER_PRIVATE_KEY),
      address: env.SOLVER_ADDRESS,
      chainIds,
    }),
    deployerKey: optionalKey('DEPLOYER_PRIVATE_KEY', env.DEPLOYER_PRIVATE_KEY),
    privateEndpoints: parsePrivateEndpoints(environment),
    privateBlocks: parsePrivateBlocks(env.PRIVATE_BLOCKS),
    publicFallback: parsePublicFallback(env.PUBLIC_FALLBACK),
    settleModes: parseSettleModes(env.SETTLE, parseChainIds(env.EMBEDDED_CHAIN_IDS)),
    ...parseNetworkCaps(env),
    slippageBps: env.SLIPPAGE_BPS,
    maxSignatureGas: BigInt(env.MAX_SIGNATURE_GAS),
    maxTransferGas: BigInt(env.MAX_TRANSFER_GAS),
    affiliateName: `${env.AFFILIATE_NAME} Affiliate`,
    cmsEnabled: env.CMS_ENABLED,
    cmsApiKey: env.CMS_API_KEY,
    volatilityDetailsEnabled: env.VOLATILITY_DETAILS_ENABLED,
    stagingUrl: env.STAGING_URL,
    publicUrl: env.PUBLIC_URL,
    trustedProxies: env.TRUSTED_PROXIES,
    drainSeconds: env.DRAIN_SECONDS,
    rateLimits: {
      quotes: env.QUOTES_PER_SECOND,
      writes: env.WRITES_PER_SECOND,
      reads: env.READS_PER_SECOND,
    },
    relay: {
      mode: env.RELAY,
      urls: parseRelayUrls(environment),
      unitsPerSecond: env.RELAY_UNITS_PER_SECOND,
    },
    volumeFeeBps: env.VOLUME_FEE_BPS,
    feeRecipient: env.VOLUME_FEE_RECIPIENT,
    auctionIntervalSeconds: env.AUCTION_INTERVAL_SECONDS,
    auctionDetailDays: env.AUCTION_DETAIL_DAYS,
    deliveryDays: env.DELIVERY_DAYS,
    notificationDays: env.NOTIFICATION_DAYS,
    gasPriceBufferBps: env.GAS_PRICE_BUFFER_BPS,
    solverEngines: parseSolverEngines(env.SOLVER_ENGINES),
    maxOpenLimitOrders: env.MAX_OPEN_LIMIT_ORDERS,
    maxPartnerFeeBps: env.MAX_PARTNER_FEE_BPS,
    redisUrl: env.REDIS_URL,
    trackedTokens: parseTrackedTokens(env.HOLDER_INDEX_TOKENS),
    logos: parseLogos({
      lists: env.TOKEN_LISTS,
      ipfsGateway: env.IPFS_GATEWAY,
      privateHosts: env.LOGO_ALLOWED_HOSTS,
    }),
    providers: {
      coingecko: provider(env.COINGECKO_URL, env.COINGECKO_API_KEY),
      moralis: provider(env.MORALIS_URL, env.MORALIS_API_KEY),
      ethplorer: provider(env.ETHPLORER_URL, env.ETHPLORER_API_KEY),
      goldrush: provider(env.GOLDRUSH_URL, env.GOLDRUSH_API_KEY),
    },
    affiliateProgramme: {
      rewardAmount: env.AFFILIATE_REWARD_USD,
      triggerVolume: env.AFFILIATE_TRIGGER_VOLUME_USD,
      volumeCap: env.AFFILIATE_VOLUME_CAP_USD,
      timeCapDays: env.AFFILIATE_TIME_CAP_DAYS,
      ...parseSplit(env.AFFILIATE_SPLIT),
    },
    affiliateEpochDays: env.AFFILIATE_EPOCH_DAYS,
    sessionSecret: env.NEXTAUTH_SECRET,
    signInOrigin: parseOrigin(env.NEXTAUTH_URL ?? env.PUBLIC_URL),
    encryptionKeys: parseEncryptionKeys(env.ENCRYPTION_KEY),
    channels: parseChannels({
      telegramToken: env.TELEGRAM_BOT_TOKEN,
      telegramUrl: env.TELEGRAM_URL,
      vapidPublicKey: env.VAPID_PUBLIC_KEY,
      vapidPrivateKey: env.VAPID_PRIVATE_KEY,
      vapidSubject: env.VAPID_SUBJECT,
      smtpUrl: env.SMTP_URL,
      mailFrom: env.MAIL_FROM,
      privateWebhookHosts: env.WEBHOOK_ALLOWED_HOSTS,
    }),
    deliveryConcurrency: env.DELIVERY_CONCURRENCY,
    wallets: parseWallets({
      projectId: env.WALLETCONNECT_PROJECT_ID,
      relayUrl: env.WALLETCONNECT_RELAY_URL,
      safeAppOrigins: env.SAFE_APP_ORIGINS,
      embedOrigins: env.EMBED_ORIGINS,
    }),
    metrics: {
      host: env.METRICS_HOST,
      webPort: env.WEB_METRICS_PORT,
      workerPort: env.WORKER_METRICS_PORT,
    },
    tracing: parseTraceSettings(env),
    logLevel: env.LOG_LEVEL,
    secrets: findSecrets(environment),
  }
}

const provider = (url: string, key: string | undefined): Provider | undefined =>
  key === undefined ? undefined : { url, key }

function parseSplit([affiliatePercent = 0, traderPercent = 0, daoPercent = 0]: number[]) {
  return { affiliatePercent, traderPercent, daoPercent }
}

function parseChainIds(text: string | undefined): number[] {
  if (!text) return []
  return text.split(',').map((part) => {
    const network = findNetwork(part.trim())
    if (!network) throw new Error(`EMBEDDED_CHAIN_IDS: unknown network ${part.trim()}`)
    return network.chainId
  })
}

function parseDefaultNetwork(text: string | undefined): number | undefined {
  if (!text) return undefined
  const network = findNetwork(text)
  if (!network) throw new Error(`DEFAULT_NETWORK: unknown network ${text}`)
  return network.chainId
}

function parseOrigin(text: string | undefined): string | undefined {
  if (!text) return undefined
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url && /^https?:$/.test(url.protocol)) return url.origin
  throw new Error('NEXTAUTH_URL, PUBLIC_URL: must be an http or https address')
}

function optionalKey(name: string, text: string | undefined): Hex | undefined {
  return text ? parsePrivateKey(name, text) : undefined
}
