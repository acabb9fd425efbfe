import { keccak256, stringToHex } from 'viem'
import type { Config } from 'wagmi'
import { getBytecode } from 'wagmi/actions'
import type { Settings } from '@/lib/api/docs/pages'
import { type Submission, storeAppData } from '@/lib/client/api'
import { type AppDataHook, withPreHook } from '@/lib/client/app-data-hook'
import { ensureOrder } from '@/lib/client/ensure-order'
import { prepareOrder } from '@/lib/client/prepare-order'
import { checkWallet, signOrder, signOrderByContract } from '@/lib/client/sign-order'
import { accountKind } from '@/lib/client/wallet/account-code'
import { walletSigner } from '@/lib/client/wallet/wallet-signer'
import { type Address, toAddress } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { hashOrder, type Order, orderDomain, orderUid, type SigningScheme } from '@/lib/core/order'
import type { OrderOffer } from './quote-offer'
import type { Token } from './tokens'

/**
 * How an owner authorises an order: by key, by an ERC-1271 signature, by a presignature after placement, or by paying
 * the native sell token.
 */
export type ConsentWay = 'key' | 'message' | 'transaction' | 'native'

/** An order of the swap form to sign and submit. */
export type SwapInput = {
  readonly network: Settings['networks'][number]
  readonly settlementContract: Address
  readonly from: Address
  readonly offer: OrderOffer
  readonly way: ConsentWay
  /** The order's permit, if the quote was requested with one. */
  readonly permit?: AppDataHook | undefined
  /** Called when the wallet has signed. */
  readonly onSigned: () => void
  /** Called before each retry, with the wait in seconds. */
  readonly onRetry: (seconds: number) => void
  readonly signal: AbortSignal
}

/** The sent transaction that pays for a native sell order. */
export type SentSale = {
  readonly hash: Hex
  /** Whether a contract wallet sent it, whose id may not be a hash, and whose owners may take hours. */
  readonly isContract: boolean
  /** The order's deadline at the contract that owns it, in Unix seconds. */
  readonly validTo: number
}

/** An order that the service has accepted, or will accept once its payment is mined. */
export type PlacedSwap = {
  readonly uid: Hex
  readonly order: Order
  readonly signingScheme: SigningScheme
  readonly sale?: SentSale
}

/** An order placed on this page, with its slip's data. */
export type SwapOrder = {
  readonly uid: Hex
  readonly order: Order
  readonly network: Settings['networks'][number]
  readonly sellToken: Token
  readonly buyToken: Token
  readonly owner: Address
  readonly signingScheme: SigningScheme
  /** The quoted amount of the token that is not fixed; omitted without a quote. */
  readonly quotedAmount?: bigint | undefined
  /** The paying transaction of a native sale: the service knows the order once it is mined. */
  readonly sale?: SentSale
}

/**
 * Has the wallet sign the order, unless it is authorised on-chain, and submits it; a busy service is retried with the
 * same signature, as {@link ensureOrder} does.
 * @throws {SigningError | ApiError} and the wallet's error.
 */
export function placeSwap(config: Config, input: SwapInput): Promise<PlacedSwap> {
  return input.way === 'native' ? placeNativeSwap(config, input) : placeSigned(config, input)
}

async function placeSigned(config: Config, input: SwapInput): Promise<PlacedSwap> {
  const { network, from, offer, settlementContract, signal } = input
  const { answer } = offer
  const document = documentOf(input)
  const appDataHash = document.appDataHash as Hex
  const order = prepareOrder(answer, { slippageBps: offer.slippageBps, appDataHash })
  const { chainId } = network
  const consent = await consentTo(config, input, order)
  // After a newer request or a cancellation, an older signature must not be used.
  signal.throwIfAborted()
  input.onSigned()
  const submission = {
    order,
    from,
    ...consent,
    quoteId: answer.id,
    appData: document.appData,
  }
  const options = { signal, tries: 8, onRetry: input.onRetry }
  const digest = hashOrder(orderDomain(chainId, settlementContract), order)
  const uid = orderUid(digest, from, order.validTo)
  await ensureOrder(network.name, { uid, submission }, options)
  return { uid, order, signingScheme: consent.signingScheme }
}

/** Uploads the app data document, which the chain does not hold, and has the wallet place the order on-chain. */
async function placeNativeSwap(config: Config, input: SwapInput): Promise<PlacedSwap> {
  const { network, from, offer, settlementContract, signal } = input
  const { answer } = offer
  const { nativeOrders, chainId, name } = network
  if (!nativeOrders) throw new Error('No contract of this network sells the native token.')
  const appDataHash = answer.quote.appDataHash as Hex
  const prepared = prepareOrder(answer, { slippageBps: offer.slippageBps, appDataHash })
  await storeAppData(name, answer.quote, { signal, tries: 8, onRetry: input.onRetry })
  const { buildOwnedSale, sendSale } = await import('@/lib/client/wallet/native-order')
  const sale = {
    ...{ chainId, settlementContract, sender: from, order: prepared, quoteId: answer.id },
    nativeOrders: toAddress(nativeOrders),
  }
  const [owned, code] = await Promise.all([
    buildOwnedSale(config, sale),
    getBytecode(config, { chainId, address: from }),
    checkWallet(walletSigner(config, chainId), { from, chainId, settlementContract }),
  ])
  signal.throwIfAborted()
  const hash = await sendSale(config, sale, owned)
  input.onSigned()
  const isContract = accountKind(code) === 'contract'
  const sent = { hash, isContract, validTo: prepared.validTo }
  return { ...owned, signingScheme: 'eip1271', sale: sent }
}

/** The order's app data as quoted, with the signed permit in place of the placeholder. */
function documentOf({ offer, permit }: SwapInput) {
  const { appData, appDataHash } = offer.answer.quote
  if (!permit) return { appData, appDataHash }
  const permitted = withPreHook(appData, permit)
  return { appData: permitted, appDataHash: keccak256(stringToHex(permitted)) }
}

/** A presign order is placed unsigned; its owner signs on-chain. */
async function consentTo(
  config: Config,
  { way, from, network, settlementContract }: SwapInput,
  order: Order,
): Promise<Pick<Submission, 'signature' | 'signingScheme'>> {
  if (way === 'transaction') return { signature: '0x', signingScheme: 'presign' }
  const { chainId } = network
  const signer = walletSigner(config, chainId)
  const toSign = { order, from, chainId, settlementContract }
  return way === 'key'
    ? { signature: await signOrder(signer, toSign), signingScheme: 'eip712' }
    : { signature: await signOrderByContract(signer, toSign), signingScheme: 'eip1271' }
}
