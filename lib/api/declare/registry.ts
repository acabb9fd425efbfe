import { streamAccountEvents } from '@/lib/api/accounts/account-events'
import { listFillsOfAccount, readTotalsOfAccount } from '@/lib/api/accounts/account-fills'
import { readBalances, readHeldBalances, streamBalances } from '@/lib/api/accounts/balances'
import { listAccountNotifications } from '@/lib/api/accounts/notifications'
import { createAffiliate, readAffiliate, readAffiliateCode } from '@/lib/api/affiliate/affiliate'
import {
  listDaysOfAffiliate,
  listPayoutsOfWallet,
  listTradersOfAffiliate,
} from '@/lib/api/affiliate/affiliate-lists'
import { readAffiliateStats, readTraderStats } from '@/lib/api/affiliate/affiliate-stats'
import { listTraderActivity } from '@/lib/api/affiliate/trader-activity'
import { readAnnouncements } from '@/lib/api/content/announcements'
import {
  changeContentAffiliate,
  freeContentAffiliate,
  listContentAffiliates,
  readContentAffiliate,
} from '@/lib/api/content/content-affiliates'
import {
  createContentAnnouncement,
  listContentAnnouncements,
  withdrawContentAnnouncement,
} from '@/lib/api/content/content-announcements'
import { documentationEndpoint } from '@/lib/api/docs/openapi'
import { getHealth, getTokenList } from '@/lib/api/docs/operations'
import { getSettings, relay } from '@/lib/api/docs/pages'
import { getNetworkReadiness, getReadiness, readReady } from '@/lib/api/health/readiness-endpoints'
import { readVersion } from '@/lib/api/health/version'
import { getCandles } from '@/lib/api/market/candles'
import { askFaucet } from '@/lib/api/market/faucet'
import { getTopHolders } from '@/lib/api/market/holders'
import { getAverageAprs, listPoolsByAddress, listPoolsOfToken } from '@/lib/api/market/pools'
import { getSlippageTolerance } from '@/lib/api/market/slippage'
import { getTokenDetails, listDetailsOfTokens } from '@/lib/api/market/token-details'
import { listMarketsOfTokens } from '@/lib/api/market/token-markets'
import { getUsdPrice, readNativePrice, readTokenMetadata } from '@/lib/api/market/tokens'
import { getVolatilityDetails } from '@/lib/api/market/volatility-details'
import { readAppData, storeAppData, uploadAppData } from '@/lib/api/order-book/app-data'
import { readAuctionList } from '@/lib/api/order-book/auction-list'
import {
  readCompetition,
  readCompetitionByTransaction,
  readCompetitionByTransactionV2,
  readCompetitionV2,
  readLatestCompetition,
  readLatestCompetitionV2,
} from '@/lib/api/order-book/auctions'
import { deleteOrder, deleteOrders } from '@/lib/api/order-book/cancellations'
import { readAuction } from '@/lib/api/order-book/current-auction'
import {
  readAccountOrders,
  readOrdersByUids,
  readTransactionOrders,
} from '@/lib/api/order-book/order-lists'
import { readOrderStatus } from '@/lib/api/order-book/order-status'
import { createOrder, readOrder } from '@/lib/api/order-book/orders'
import { createQuote, readQuoteStream } from '@/lib/api/order-book/quotes'
import { readAccountSchedules, readSchedule } from '@/lib/api/order-book/schedules'
import { simulateTransactions } from '@/lib/api/order-book/simulation'
import { readTotalSurplus } from '@/lib/api/order-book/surplus'
import { listTradesAtOnce, listTradesByPage } from '@/lib/api/order-book/trades'
import { deleteSession, listSessions } from '@/lib/api/session/account-sessions'
import { deleteAccountData, exportAccountData } from '@/lib/api/session/channel-data'
import { readChannels } from '@/lib/api/session/channels'
import { listDeliveries, retryAccountDelivery } from '@/lib/api/session/deliveries'
import { getInbox, markInbox } from '@/lib/api/session/inbox'
import { confirmMailAddress, unsubscribeFromMail } from '@/lib/api/session/mail-links'
import {
  addAccountPriceAlert,
  armAccountPriceAlert,
  deleteAccountPriceAlert,
  listAccountPriceAlerts,
} from '@/lib/api/session/price-alerts'
import { renewPushSubscription } from '@/lib/api/session/push-renewal'
import {
  readCsrfToken,
  readNonce,
  readSession,
  signInAccount,
  signOutAccounts,
} from '@/lib/api/session/sign-in'
import {
  changeAccountSubscription,
  deleteAccountSubscription,
  rotateWebhookSecret,
  testSubscription,
} from '@/lib/api/session/subscription-changes'
import { addSubscription, listAccountSubscriptions } from '@/lib/api/session/subscriptions'
import type { Endpoint } from './endpoint'

const described = [
  createQuote,
  readQuoteStream,
  createOrder,
  readOrder,
  readOrderStatus,
  readOrdersByUids,
  deleteOrder,
  deleteOrders,
  readAccountOrders,
  readTransactionOrders,
  readAccountSchedules,
  readSchedule,
  listTradesAtOnce,
  listTradesByPage,
  readAuction,
  readCompetition,
  readLatestCompetition,
  readCompetitionByTransaction,
  readCompetitionV2,
  readLatestCompetitionV2,
  readCompetitionByTransactionV2,
  readAuctionList,
  uploadAppData,
  storeAppData,
  readAppData,
  readNativePrice,
  readTokenMetadata,
  readTotalSurplus,
  readVersion,
  readReady,
  listAccountNotifications,
  streamAccountEvents,
  createAffiliate,
  readAffiliate,
  readAffiliateCode,
  readAffiliateStats,
  listDaysOfAffiliate,
  listTradersOfAffiliate,
  readTraderStats,
  listTraderActivity,
  listPayoutsOfWallet,
  getUsdPrice,
  getSlippageTolerance,
  getCandles,
  simulateTransactions,
  getTokenDetails,
  listDetailsOfTokens,
  listMarketsOfTokens,
  listPoolsOfToken,
  listPoolsByAddress,
  getAverageAprs,
  readBalances,
  readHeldBalances,
  streamBalances,
  listFillsOfAccount,
  readTotalsOfAccount,
  getTopHolders,
  readNonce,
  readCsrfToken,
  readSession,
  signInAccount,
  signOutAccounts,
  listSessions,
  deleteSession,
  getInbox,
  markInbox,
  listAccountPriceAlerts,
  addAccountPriceAlert,
  armAccountPriceAlert,
  deleteAccountPriceAlert,
  readAnnouncements,
  readChannels,
  listAccountSubscriptions,
  addSubscription,
  changeAccountSubscription,
  deleteAccountSubscription,
  testSubscription,
  rotateWebhookSecret,
  listDeliveries,
  retryAccountDelivery,
  exportAccountData,
  deleteAccountData,
  confirmMailAddress,
  unsubscribeFromMail,
  renewPushSubscription,
  listContentAffiliates,
  readContentAffiliate,
  changeContentAffiliate,
  freeContentAffiliate,
  listContentAnnouncements,
  createContentAnnouncement,
  withdrawContentAnnouncement,
  getTokenList,
  getSettings,
  relay,
  askFaucet,
  getHealth,
  getReadiness,
  getNetworkReadiness,
] as const satisfies readonly Endpoint[]

/** Union of all endpoints' declared types, for the typed client. */
export type DescribedEndpoint = (typeof described)[number]

/** GET /openapi.json. */
export const getOpenapi = documentationEndpoint(described)

/** Endpoints in the reference documentation. */
export const documentedEndpoints: readonly Endpoint[] = [...described, getOpenapi]

/** All endpoints of the service; only these are served. */
export const endpoints: readonly Endpoint[] = [...documentedEndpoints, getVolatilityDetails]
