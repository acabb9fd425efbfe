import { streamAccountEvents } from './account-events'
import { deleteSession, listSessions } from './account-sessions'
import { createAffiliate, readAffiliate, readAffiliateCode } from './affiliate'
import { listDaysOfAffiliate } from './affiliate-days'
import { listPayoutsOfWallet } from './affiliate-payouts'
import { readAffiliateStats, readTraderStats } from './affiliate-stats'
import { listTradersOfAffiliate } from './affiliate-traders'
import { readAnnouncements } from './announcements'
import { readAppData, storeAppData, uploadAppData } from './app-data'
import { readAuctionList } from './auction-list'
import {
  readCompetition,
  readCompetitionByTransaction,
  readCompetitionByTransactionV2,
  readCompetitionV2,
  readLatestCompetition,
  readLatestCompetitionV2,
} from './auctions'
import { readBalances, readHeldBalances, streamBalances } from './balances'
import { deleteOrder, deleteOrders } from './cancellations'
import { getCandles } from './candles'
import { deleteAccountData, exportAccountData } from './channel-data'
import { readChannels } from './channels'
import {
  changeContentAffiliate,
  freeContentAffiliate,
  listContentAffiliates,
  readContentAffiliate,
} from './content-affiliates'
import {
  createContentAnnouncement,
  listContentAnnouncements,
  withdrawContentAnnouncement,
} from './content-announcements'
import { readAuction } from './current-auction'
import { listDeliveries, retryAccountDelivery } from './deliveries'
import type { Endpoint } from './endpoint'
import { askFaucet } from './faucet'
import { getTopHolders } from './holders'
import { getInbox } from './inbox'
import { markInbox } from './inbox-marking'
import { confirmMailAddress, unsubscribeFromMail } from './mail-links'
import { getUsdPrice } from './market'
import { readNonce } from './nonce'
import { listAccountNotifications } from './notifications'
import { documentationEndpoint } from './openapi'
import { getHealth, getReadiness, getTokenList, readReady } from './operations'
import { readAccountOrders, readOrdersByUids, readTransactionOrders } from './order-lists'
import { readOrderStatus } from './order-status'
import { createOrder, readOrder } from './orders'
import { getSettings, relay } from './pages'
import { getAverageAprs, listPoolsByAddress, listPoolsOfToken } from './pools'
import { renewPushSubscription } from './push-renewal'
import { createQuote, readQuoteStream } from './quotes'
import { readCsrfToken, readSession, signInAccount, signOutAccounts } from './sign-in'
import { simulateTransactions } from './simulation'
import { getSlippageTolerance } from './slippage'
import {
  changeAccountSubscription,
  deleteAccountSubscription,
  rotateWebhookSecret,
  testSubscription,
} from './subscription-changes'
import { addSubscription, listAccountSubscriptions } from './subscriptions'
import { readTotalSurplus } from './surplus'
import { getTokenDetails, listDetailsOfTokens } from './token-details'
import { readNativePrice, readTokenMetadata } from './tokens'
import { listTraderActivity } from './trader-activity'
import { listTradesAtOnce, listTradesByPage } from './trades'
import { readVersion } from './version'
import { getVolatilityDetails } from './volatility-details'

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
  listPoolsOfToken,
  listPoolsByAddress,
  getAverageAprs,
  readBalances,
  readHeldBalances,
  streamBalances,
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
] as const satisfies readonly Endpoint[]

/** Every endpoint by its declared types, for the typed client. */
export type DescribedEndpoint = (typeof described)[number]

/** GET /openapi.json. */
export const getOpenapi = documentationEndpoint(described)

/** The endpoints that the reference page describes. */
export const documentedEndpoints: readonly Endpoint[] = [...described, getOpenapi]

/** Every endpoint of the service; what is not in this list is not served. */
export const endpoints: readonly Endpoint[] = [...documentedEndpoints, getVolatilityDetails]
