'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useReducer } from 'react'
import { useSettings } from '@/components/app/settings'
import { useFormLink } from '@/components/app/use-form-link'
import { useOnline } from '@/components/app/use-online'
import { useReferral } from '@/components/referral/use-referral'
import { type OrderPermit, usePermit } from '@/components/swap/consent/use-permit'
import {
  type DeadlineChoice,
  type SlippageChoice,
  useDeadline,
  useSlippage,
} from '@/components/swap/settings/use-form-settings'
import { type Recipient, useRecipient } from '@/components/swap/settings/use-recipient'
import type { BalanceOf } from '@/components/swap/tokens/use-balances'
import { useRefusalMemory } from '@/components/swap/tokens/use-stored-tokens'
import { type Tokens, useTokens } from '@/components/swap/tokens/use-tokens'
import { useWallet } from '@/components/wallet/use-wallet'
import { useWalletReadiness } from '@/components/wallet/use-wallet-readiness'
import { type ParsedAmount, parseAmountText } from '@/lib/client/amount-text'
import { carriedCode, type Referral } from '@/lib/client/referral/referral'
import {
  type OfferTerms,
  offerTerms,
  placeholderOwner,
  type QuoteKey,
  quoteKeyId,
} from '@/lib/client/swap/quote-offer'
import { describeQuoteProblem, type QuoteProblem } from '@/lib/client/swap/quote-problem'
import type { QuoteView } from '@/lib/client/swap/quote-state'
import {
  amountFact,
  decideSwapAction,
  type SwapAction,
  type SwapFacts,
  swapActionText,
} from '@/lib/client/swap/swap-action'
import {
  editSwap,
  isExchange,
  type PairKind,
  pairKind,
  type SwapEdit,
  type SwapForm,
  type SwapParams,
  startSwap,
  swapLink,
} from '@/lib/client/swap/swap-form'
import type { Token } from '@/lib/client/swap/tokens'
import { type Address, nativeToken, toAddress } from '@/lib/core/address'
import type { SharedParams } from './kind-tabs'
import { usePair } from './use-pair'
import { useQuote } from './use-quote'

/** The view state of the swap form. */
export type Swap = {
  readonly form: SwapForm
  /** What the other kinds of orders take over. */
  readonly shared: SharedParams
  readonly edit: (edit: SwapEdit) => void
  readonly tokens: Tokens
  readonly sellToken: Token | undefined
  readonly buyToken: Token | undefined
  readonly pair: PairKind
  readonly typed: ParsedAmount
  readonly balanceOf: BalanceOf
  readonly quote: QuoteView
  /** Identifies the parameters of the quote. */
  readonly keyId: string
  /** Refreshes the quote. */
  readonly retry: () => void
  readonly terms: OfferTerms | undefined
  readonly problem: QuoteProblem | undefined
  readonly slippage: SlippageChoice
  readonly deadline: DeadlineChoice
  readonly recipient: Recipient
  /** The permit included in the order, if any. */
  readonly permit: OrderPermit
  readonly referral: Referral
  readonly action: SwapAction
  /** The label of the main button. */
  readonly label: string
}

/** Manages the swap form's state, initialised from the address. */
export function useSwap(params: SwapParams): Swap {
  const t = useTranslations('swap')
  const { network } = useSettings()
  const locale = useLocale()
  const [form, edit] = useReducer(editSwap, network, (shown) => startSwap(shown, params, locale))
  const link = swapLink(form, { network: network.name, locale })
  useFormLink(link)
  const { account } = useWallet()
  const { referral, isChecking } = useReferral()
  const tokens = useTokens()
  const { sellToken, buyToken, tokenMissing, balanceOf } = usePair(form, tokens)
  const typedToken = form.kind === 'sell' ? sellToken : buyToken
  const typed = parseAmountText(form.text, typedToken?.decimals ?? 18, locale)
  const wrappedNative = toAddress(network.wrappedNative)
  const pair = pairKind(form, { wrappedNative, sellsNative: network.nativeOrders !== undefined })
  // The address may name an unlisted token; without its decimals, amounts would be misread.
  const isQuotable = pair === 'order' && sellToken !== undefined && buyToken !== undefined
  const deadline = deadlineOf(form, useDeadline())
  const recipient = useRecipient(tokens)
  const permit = usePermit({
    token: form.sellToken,
    owner: account,
    minAmount: minSold(form, typed),
  })
  const pairing = { tokens, sellToken, buyToken, pair, balanceOf }
  const parts = { form, edit, ...pairing, typed, recipient, permit }
  const includesPermit = permit.isPlanned
  const key = isQuotable
    ? quoteKey({ ...parts, account, referral, deadline, includesPermit, wrappedNative })
    : undefined
  const { quote, retry } = useQuote({ key, isTyping: form.isTyping })
  useRefusalMemory(quote.failure)
  const keyId = key ? quoteKeyId(key) : ''
  const slippage = useSlippage(quote.offer, deadline.seconds)
  const terms = quote.offer && pair === 'order' ? offerTerms(quote.offer, slippage.bps) : undefined
  const sellSymbol = sellToken?.symbol ?? ''
  const problem = quote.failure && describeQuoteProblem({ t, locale }, quote.failure, sellToken)
  const action = useSwapAction({ ...parts, tokenMissing, quote, slippage, terms, isChecking })
  const { title: networkTitle, nativeSymbol } = network
  const names = { sellSymbol, networkTitle, nativeSymbol, quoteProblem: problem?.short }
  const label = swapActionText(t, action.state, names)
  const { chain, sell, buy } = link
  const shared = { chain, sell, buy, amount: form.kind === 'sell' ? link.amount : '' }
  const shown = { quote, terms, problem, keyId, retry, shared }
  return { ...parts, ...shown, slippage, deadline, referral, action, label }
}

/** An on-chain order takes longer to be indexed, and is refunded only after the deadline. */
const minNativeSeconds = 600

const deadlineOf = ({ sellToken }: SwapForm, chosen: DeadlineChoice): DeadlineChoice =>
  sellToken === nativeToken
    ? { ...chosen, seconds: Math.max(chosen.seconds, minNativeSeconds) }
    : chosen

/** The order's sell amount in atoms, at least. */
const minSold = ({ kind }: SwapForm, typed: ParsedAmount): bigint =>
  kind === 'sell' && 'atoms' in typed ? typed.atoms : 1n

type KeyInput = Pick<Swap, 'form' | 'typed' | 'recipient' | 'deadline' | 'referral'> & {
  readonly account: Address | undefined
  readonly includesPermit: boolean
  readonly wrappedNative: Address
}

function quoteKey({ form, typed, ...given }: KeyInput): QuoteKey | undefined {
  const { sellToken, buyToken, kind } = form
  if (!sellToken || !buyToken || !('atoms' in typed) || typed.atoms === 0n) return undefined
  const { account, recipient, deadline, referral, includesPermit, wrappedNative } = given
  const parties = { from: account ?? placeholderOwner, receiver: recipient.receiver }
  const isNative = sellToken === nativeToken
  const sold = { sellToken: isNative ? wrappedNative : sellToken, isNative }
  const order = { ...sold, buyToken, kind, amount: typed.atoms, ...parties }
  const referrerCode = carriedCode(referral)
  return { ...order, validSeconds: deadline.seconds, referrerCode, includesPermit }
}

type ActionInput = Pick<
  Swap,
  'form' | 'typed' | 'pair' | 'quote' | 'slippage' | 'terms' | 'balanceOf' | 'recipient' | 'permit'
> & {
  readonly tokenMissing: SwapFacts['tokenMissing']
  /** Whether the order's affiliate code is still being checked. */
  readonly isChecking: boolean
}

function useSwapAction(input: ActionInput): SwapAction {
  const { typed, tokenMissing, pair, quote, slippage } = input
  const wallet = useWalletReadiness()
  const isOnline = useOnline()
  return decideSwapAction({
    ...{ isOnline, tokenMissing },
    amount: amountFact(typed),
    wallet,
    pair,
    // The signed price includes the slippage.
    quote: quote.signable && slippage.isLoading ? 'loading' : quote.stage,
    balance: balanceFact(input),
    recipient: input.recipient.fact,
    code: input.isChecking ? 'checking' : 'known',
    permit: input.permit.isChecking ? 'checking' : 'known',
  })
}

function balanceFact({ form, typed, pair, terms, balanceOf }: ActionInput): SwapFacts['balance'] {
  const balance = balanceOf(form.sellToken)
  const entered = 'atoms' in typed ? typed.atoms : undefined
  const needed = form.kind === 'sell' || isExchange(pair) ? entered : terms?.sellAmount
  if (balance === undefined || needed === undefined) return 'unknown'
  return balance >= needed ? 'enough' : 'short'
}
