import { emptyAppDataHash, parseAppData } from '@/lib/app-data/app-data-document'
import { listAppDataTexts, touchAppData } from '@/lib/app-data/app-data-store'
import { type AppDataMetadata, noMetadata } from '@/lib/app-data/metadata'
import { type OnchainPlacement, wrapInteractions } from '@/lib/chain-events/onchain-placement'
import { type Address, zeroAddress } from '@/lib/core/address'
import { isRebasing } from '@/lib/core/assets'
import type { Hex } from '@/lib/core/bytes'
import { isServiceError } from '@/lib/core/errors'
import { getNetwork } from '@/lib/core/networks'
import type { Transaction } from '@/lib/db/database'
import type { NewOrder } from '@/lib/orders/order-record'
import { type AppDataPolicy, appDataTerms } from '@/lib/orders/placement/app-data-terms'
import { saveOnchainOrders } from '@/lib/orders/placement/order-insertion-store'
import { attachQuotes } from '@/lib/orders/placement/order-quote-store'
import { listBannedAmong } from '@/lib/quotes/banned-account-store'
import { listUnfaithfulAmong } from '@/lib/tokens/holders/tracked-token-store'
import { listDeniedAddresses } from '@/lib/tokens/policy/denied-token-store'
import { findTokens } from '@/lib/tokens/token-store'
import { findPlacementError, type PlacementKnowledge } from './placement-error'

/** The contracts, network and policy that placements are evaluated against. */
export type PlacementSite = AppDataPolicy & {
  readonly chainId: number
  readonly settlementContract: Address
  readonly wrappedNative: Address
}

/**
 * Stores orders placed on chain, unservable ones with the reason, in a fixed number of queries. Call it in the
 * transaction that stores the events, with the orders locked, and refresh the orders afterwards.
 */
export async function placeOnchainOrders(
  tx: Transaction,
  site: PlacementSite,
  placements: readonly OnchainPlacement[],
): Promise<void> {
  if (placements.length === 0) return
  const [{ documents, refusedMembers }, knowledge] = await Promise.all([
    readDocuments(tx, placements),
    gatherKnowledge(tx, site, placements),
  ])
  const orders = placements.map((placement) => {
    const metadata = documents.get(placement.order.appData)
    const order = toNewOrder(placement, metadata ?? noMetadata, site)
    const member = refusedMembers.get(order.appData)
    return {
      ...order,
      placementError: findPlacementError({ placement, order, metadata }, knowledge),
      exclusion: member === undefined ? undefined : ({ code: 'appDataRefused', member } as const),
    }
  })
  await saveOnchainOrders(tx, orders)
  await attachQuotes(
    tx,
    orders.map(({ uid, appData }) => ({ uid, slippageBips: documents.get(appData)?.slippageBips })),
  )
}

/** Parsed app data documents, by hash. */
type ReadDocuments = {
  /** Documents that an off-chain order could be submitted with. */
  readonly documents: ReadonlyMap<Hex, AppDataMetadata>
  /** For rejected documents, the member that requires an unsupported feature. */
  readonly refusedMembers: ReadonlyMap<Hex, string>
}

async function readDocuments(
  tx: Transaction,
  placements: readonly OnchainPlacement[],
): Promise<ReadDocuments> {
  const hashes = placements.map(({ order }) => order.appData)
  await touchAppData(tx, hashes)
  const texts = await listAppDataTexts(tx, hashes)
  const documents = new Map<Hex, AppDataMetadata>([[emptyAppDataHash, noMetadata]])
  const refusedMembers = new Map<Hex, string>()
  for (const [hash, text] of texts) {
    try {
      documents.set(hash, parseAppData(text).metadata)
    } catch (error) {
      if (!isServiceError(error)) throw error
      if (error.data?.member) refusedMembers.set(hash, error.data.member)
    }
  }
  return { documents, refusedMembers }
}

async function gatherKnowledge(
  tx: Transaction,
  { chainId, wrappedNative }: PlacementSite,
  placements: readonly OnchainPlacement[],
): Promise<PlacementKnowledge> {
  const accounts = placements.flatMap(({ sender, order }) => [sender, order.owner, order.receiver])
  const traded = new Set(placements.flatMap(({ order }) => [order.sellToken, order.buyToken]))
  const unlisted = [...traded].filter((token) => !getNetwork(chainId).baseTokens.includes(token))
  const [banned, denied, tokens, unfaithful] = await Promise.all([
    listBannedAmong(tx, accounts),
    listDeniedAddresses(tx, chainId),
    findTokens(tx, chainId, [...traded]),
    listUnfaithfulAmong(tx, chainId, unlisted),
  ])
  const bannedAccounts = new Set(banned)
  const unsupported = tokens.flatMap((token) => (token.unsupported ? [token.address] : []))
  const refused = new Set([...denied, ...unsupported, ...unfaithful])
  return {
    wrappedNative,
    isBanned: (account) => account !== zeroAddress && bannedAccounts.has(account),
    isUnsupported: (token) => refused.has(token) || isRebasing(chainId, token),
  }
}

function toNewOrder(
  placement: OnchainPlacement,
  metadata: AppDataMetadata,
  site: PlacementSite,
): NewOrder {
  const { orderUid, order, sender, terms, timestamp } = placement
  const { chainId, settlementContract, wrappedNative } = site
  // The owner of such an order is a contract that serves many accounts, which would share its schedules.
  const { interactions, schedule: _, ...kept } = appDataTerms(order, metadata, site)
  return {
    ...order,
    ...kept,
    schedule: undefined,
    uid: orderUid,
    chainId,
    settlementContract,
    trueValidTo: Math.min(order.validTo, terms?.userValidTo ?? order.validTo),
    interactions: {
      pre: [...wrapInteractions(placement, wrappedNative), ...interactions.pre],
      post: interactions.post,
    },
    onchainSender: sender,
    placementError: undefined,
    quoteId: terms?.quoteId,
    createdAt: new Date(timestamp * 1000),
  }
}
