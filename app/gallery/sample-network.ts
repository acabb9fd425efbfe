import type { Settings } from '@/lib/api/docs/pages'
import type { ListedToken } from '@/lib/client/api'
import type { Token } from '@/lib/client/swap/tokens'
import { demoAddresses } from '@/lib/client/wallet/connectors/demo-accounts'
import { type Address, toAddress } from '@/lib/core/address'

/** The connected account of the gallery. */
export const owner: Address = toAddress(demoAddresses[0] ?? `0x${'aa'.repeat(20)}`)

/** The sell token. */
export const weth: Token = {
  address: '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2',
  symbol: 'WETH',
  name: 'Wrapped Ether',
  decimals: 18,
}

/** The buy token. */
export const usdc: Token = {
  address: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
  symbol: 'USDC',
  name: 'USD Coin',
  decimals: 6,
}

/** An unlisted token. */
export const unlistedToken: Address = `0x${'5a'.repeat(20)}`

/** The token list. */
export const listed: readonly ListedToken[] = [weth, usdc].map((token) => ({
  ...token,
  chainId: 1,
}))

const mainnet: Settings['networks'][number] = {
  ...{ chainId: 1, name: 'mainnet', title: 'Ethereum', nativeSymbol: 'ETH' },
  ...{ wrappedNative: weth.address, usdToken: usdc.address, blockSeconds: 12 },
  ...{ embedded: true, realMoney: true, rpcUrl: 'http://127.0.0.1:8545' },
}

/** An instance with an embedded network. */
export const settings: Settings = {
  networks: [mainnet],
  defaultChainId: 1,
  settlementContract: '0x9008d19f58aabd9ed0d60971565aa8510560ab41',
  vaultRelayerContract: '0xc92e8bdf79f0507f65a392b0ab4667716bfe0110',
  affiliateName: 'Coincide Affiliate',
  affiliateTerms: {
    ...{ rewardAmount: 20, triggerVolume: 50_000, timeCapDays: 90, volumeCap: 5_000_000 },
    ...{ revenueSplitAffiliatePct: 50, revenueSplitTraderPct: 40, revenueSplitDaoPct: 10 },
  },
  wallets: { safeAppOrigins: [] },
  affiliateEpochDays: 7,
}

/** The current network of the gallery. */
export const network = mainnet
