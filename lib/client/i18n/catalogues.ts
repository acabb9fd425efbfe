import type { Locale } from '@/lib/core/format/locale'
import deAccount from '@/messages/de/account.json'
import deAffiliate from '@/messages/de/affiliate.json'
import deAlerts from '@/messages/de/alerts.json'
import deAuctions from '@/messages/de/auctions.json'
import deChannels from '@/messages/de/channels.json'
import deDocs from '@/messages/de/docs.json'
import deEmbed from '@/messages/de/embed.json'
import deErrors from '@/messages/de/errors.json'
import deLimit from '@/messages/de/limit.json'
import deNotifications from '@/messages/de/notifications.json'
import deOffline from '@/messages/de/offline.json'
import deOrders from '@/messages/de/orders.json'
import dePortfolio from '@/messages/de/portfolio.json'
import deReferral from '@/messages/de/referral.json'
import deSchedule from '@/messages/de/schedule.json'
import deSearch from '@/messages/de/search.json'
import deShell from '@/messages/de/shell.json'
import deStatus from '@/messages/de/status.json'
import deSwap from '@/messages/de/swap.json'
import deTokens from '@/messages/de/tokens.json'
import deTx from '@/messages/de/tx.json'
import deUi from '@/messages/de/ui.json'
import deWallet from '@/messages/de/wallet.json'
import enAccount from '@/messages/en/account.json'
import enAffiliate from '@/messages/en/affiliate.json'
import enAlerts from '@/messages/en/alerts.json'
import enAuctions from '@/messages/en/auctions.json'
import enChannels from '@/messages/en/channels.json'
import enDocs from '@/messages/en/docs.json'
import enEmbed from '@/messages/en/embed.json'
import enErrors from '@/messages/en/errors.json'
import enLimit from '@/messages/en/limit.json'
import enNotifications from '@/messages/en/notifications.json'
import enOffline from '@/messages/en/offline.json'
import enOrders from '@/messages/en/orders.json'
import enPortfolio from '@/messages/en/portfolio.json'
import enReferral from '@/messages/en/referral.json'
import enSchedule from '@/messages/en/schedule.json'
import enSearch from '@/messages/en/search.json'
import enShell from '@/messages/en/shell.json'
import enStatus from '@/messages/en/status.json'
import enSwap from '@/messages/en/swap.json'
import enTokens from '@/messages/en/tokens.json'
import enTx from '@/messages/en/tx.json'
import enUi from '@/messages/en/ui.json'
import enWallet from '@/messages/en/wallet.json'

const en = {
  account: enAccount,
  affiliate: enAffiliate,
  alerts: enAlerts,
  auctions: enAuctions,
  channels: enChannels,
  docs: enDocs,
  embed: enEmbed,
  errors: enErrors,
  limit: enLimit,
  notifications: enNotifications,
  offline: enOffline,
  orders: enOrders,
  portfolio: enPortfolio,
  referral: enReferral,
  schedule: enSchedule,
  search: enSearch,
  shell: enShell,
  status: enStatus,
  swap: enSwap,
  tokens: enTokens,
  tx: enTx,
  ui: enUi,
  wallet: enWallet,
}

/** The English texts by section and name; the other languages have the same keys. */
export type Catalogue = typeof en

/** A section of the catalogue: one file per language, `messages/<language>/<section>.json`. */
export type Section = keyof Catalogue

const de: Catalogue = {
  account: deAccount,
  affiliate: deAffiliate,
  alerts: deAlerts,
  auctions: deAuctions,
  channels: deChannels,
  docs: deDocs,
  embed: deEmbed,
  errors: deErrors,
  limit: deLimit,
  notifications: deNotifications,
  offline: deOffline,
  orders: deOrders,
  portfolio: dePortfolio,
  referral: deReferral,
  schedule: deSchedule,
  search: deSearch,
  shell: deShell,
  status: deStatus,
  swap: deSwap,
  tokens: deTokens,
  tx: deTx,
  ui: deUi,
  wallet: deWallet,
}

/**
 * All texts of all languages, for the server and for tests. A browser receives only the sections of its page, and
 * builds contain the texts in compiled form (ICU MessageFormat).
 */
export const catalogues: Readonly<Record<Locale, Catalogue>> = { en, de }
