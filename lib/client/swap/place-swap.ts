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

/**
 * How an owner consents: by the key, by what the contract takes, or by a transaction: once the order is placed, or by
 * paying the native token that it sells.
 */
export type ConsentWay = 'key' | 'message' | 'transaction' | 'native'

/** An order of the swap form that is to be signed and submitted. */
export type SwapInput = {
  readonly network: Settings['networks'][number]
  readonly settlementContract: Address
  readonly from: Address
  readonly offer: OrderOffer
  readonly way: ConsentWay
  /** A permit that the order brings along, where the offer was asked for with one. */
  readonly permit?: AppDataHook | undefined
  /** Told when the wallet has signed. */
  readonly onSigned: () => void
  /** Told before each new try, in seconds. */
  readonly onRetry: (seconds: number) => void
  readonly signal: AbortSignal
}

/** A transaction that pays the native token for an order, as the wallet has sent it. */
export type SentSale = {
  readonly hash: Hex
  /** Whether a contract wallet has it, which may know it by a name of its own, and whose owners may take hours. */
  readonly isContract: boolean
  /** Until when the contract that owns the order takes it, in Unix seconds. */
  readonly validTo: number
}

/** An order that the service has accepted, or will once what pays for it is on the chain. */
export type PlacedSwap = {
  readonly uid: Hex
  readonly order: Order
  readonly signingScheme: SigningScheme
  readonly sale?: SentSale
}

/**
 * Has the wallet sign the order, unless that is done on the chain, and submits it; a busy service is asked again with
 * the same signature, as {@link ensureOrder} does.
 *
 * @throws {SigningError | ApiError} and whatever the wallet throws.
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
  // Whoever was asked again meanwhile, or gave up, does not want an older signature to be used.
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

/** Gives the service the document, which the chain does not hold, and has the wallet place the order there. */
async function placeNativeSwap(config: Config, input: SwapInput): Promise<PlacedSwap> {
  const { network, from, offer, settlementContract, signal } = input
  const { answer } = offer
  const { nativeOrders, chainId, name } = network
  if (!nativeOrders) throw new Error('No contract of this network sells the native token.')
  const appDataHash = answer.quote.appDataHash as Hex
  const prepared = prepareOrder(answer, { slippageBps: offer.slippageBps, appDataHash })
  await storeAppData(name, answer.quote, { signal, tries: 8, onRetry: input.onRetry })
  const { ownSale, sendSale } = await import('@/lib/client/wallet/native-order')
  const sale = {
    ...{ chainId, settlementContract, sender: from, order: prepared, quoteId: answer.id },
    nativeOrders: toAddress(nativeOrders),
  }
  const [owned, code] = await Promise.all([
    ownSale(config, sale),
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

/** What the order carries: what was priced, with the permit in the place of the one that was expected. */
function documentOf({ offer, permit }: SwapInput) {
  const { appData, appDataHash } = offer.answer.quote
  if (!permit) return { appData, appDataHash }
  const permitted = withPreHook(appData, permit)
  return { appData: permitted, appDataHash: keccak256(stringToHex(permitted)) }
}

/** A presign order is placed without a signature; its owner gives that on the chain. */
async function consentTo(
  config: Config,
  { way, from, network, settlementContract }: SwapInput,
  order: Order,
): Promise<Pick<Submission, 'signature' | 'signingScheme'>> {
  if (way === 'transaction') return { signature: '0x', signingScheme: 'presign' }
  const { chainId } = network
  const signer = walletSigner(config, chainId)
  const asked = { order, from, chainId, settlementContract }
  return way === 'key'
    ? { signature: await signOrder(signer, asked), signingScheme: 'eip712' }
    : { signature: await signOrderByContract(signer, asked), signingScheme: 'eip1271' }
}
