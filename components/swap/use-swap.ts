'use client'

import { useReducer } from 'react'
import { useSettings } from '@/components/app/settings'
import { useOnline } from '@/components/app/use-online'
import { useReferral } from '@/components/referral/use-referral'
import { useWallet } from '@/components/wallet/use-wallet'
import { useWalletReadiness } from '@/components/wallet/use-wallet-readiness'
import { type ParsedAmount, parseAmountText } from '@/lib/client/amount-text'
import { carriedCode, type Referral } from '@/lib/client/referral/referral'
import {
  nobody,
  type OfferTerms,
  offerTerms,
  type QuoteKey,
  quoteKeyId,
} from '@/lib/client/swap/quote-offer'
import { describeQuoteProblem, type QuoteProblem } from '@/lib/client/swap/quote-problem'
import { type QuoteView, viewQuote } from '@/lib/client/swap/quote-stage'
import { decideSwapAction, type SwapAction, type SwapFacts } from '@/lib/client/swap/swap-action'
import { swapActionText } from '@/lib/client/swap/swap-action-text'
import {
  type AskedSwap,
  editSwap,
  type PairKind,
  pairKind,
  type SwapEdit,
  type SwapForm,
  startSwap,
} from '@/lib/client/swap/swap-form'
import type { Token } from '@/lib/client/swap/tokens'
import { type Address, toAddress } from '@/lib/core/address'
import { type BalanceOf, useBalances } from './use-balances'
import { useQuote } from './use-quote'
import { type SlippageChoice, useSlippage } from './use-slippage'
import { type Tokens, useTokens } from './use-tokens'

/** All that the swap form shows. */
export type Swap = {
  readonly form: SwapForm
  readonly edit: (edit: SwapEdit) => void
  readonly tokens: Tokens
  readonly sellToken: Token | undefined
  readonly buyToken: Token | undefined
  readonly pair: PairKind
  readonly typed: ParsedAmount
  readonly balanceOf: BalanceOf
  readonly quote: QuoteView
  /** Stands for what the price is asked of. */
  readonly keyId: string
  /** Asks for the price again. */
  readonly retry: () => void
  readonly terms: OfferTerms | undefined
  readonly problem: QuoteProblem | undefined
  readonly slippage: SlippageChoice
  readonly referral: Referral
  readonly action: SwapAction
  /** What the main button says. */
  readonly label: string
}

/** The state of the swap form, from what was typed to what the button says; it starts as a link asks. */
export function useSwap(asked: AskedSwap): Swap {
  const { network } = useSettings()
  const [form, edit] = useReducer(editSwap, network, (shown) => startSwap(shown, asked))
  const { account } = useWallet()
  const { referral, isChecking } = useReferral()
  const tokens = useTokens()
  const sellToken = tokens.find(form.sellToken)
  const buyToken = tokens.find(form.buyToken)
  const typedToken = form.kind === 'sell' ? sellToken : buyToken
  const typed = parseAmountText(form.text, typedToken?.decimals ?? 18)
  const pair = pairKind(form, toAddress(network.wrappedNative))
  const balanceOf = useBalances(tokens.all, account)
  // A link may ask for a token that is not listed; its amounts would be read with wrong decimals.
  const isQuotable = pair === 'order' && sellToken !== undefined && buyToken !== undefined
  const key = isQuotable ? quoteKey(form, typed, { account, referral }) : undefined
  const { state, nowMs, retry } = useQuote({ key, isTyping: form.isTyping })
  const quote = viewQuote(state, { key, nowMs })
  const keyId = key ? quoteKeyId(key) : ''
  const slippage = useSlippage(quote.offer)
  const terms = quote.offer && pair === 'order' ? offerTerms(quote.offer, slippage.bps) : undefined
  const sellSymbol = sellToken?.symbol ?? ''
  const problem = quote.failure && describeQuoteProblem(quote.failure, sellSymbol)
  const parts = { form, edit, tokens, sellToken, buyToken, pair, typed, balanceOf, quote, terms }
  const action = useSwapAction({ ...parts, isChecking })
  const { title: networkTitle, nativeSymbol } = network
  const names = { sellSymbol, networkTitle, nativeSymbol, quoteProblem: problem?.short }
  const label = swapActionText(action.state, names)
  return { ...parts, problem, slippage, referral, action, label, keyId, retry }
}

function quoteKey(
  { sellToken, buyToken, kind }: SwapForm,
  typed: ParsedAmount,
  { account, referral }: { account: Address | undefined; referral: Referral },
): QuoteKey | undefined {
  if (!sellToken || !buyToken || !('atoms' in typed) || typed.atoms === 0n) return undefined
  const referrerCode = carriedCode(referral)
  return { sellToken, buyToken, kind, amount: typed.atoms, from: account ?? nobody, referrerCode }
}

type ActionInput = Pick<
  Swap,
  'form' | 'typed' | 'sellToken' | 'buyToken' | 'pair' | 'quote' | 'terms' | 'balanceOf'
> & {
  /** Whether it is being found out which code the order carries. */
  readonly isChecking: boolean
}

function useSwapAction(input: ActionInput): SwapAction {
  const { typed, sellToken, buyToken, pair, quote } = input
  const wallet = useWalletReadiness()
  const isOnline = useOnline()
  const isMissing = 'empty' in typed || ('atoms' in typed && typed.atoms === 0n)
  const given = 'problem' in typed ? 'invalid' : 'given'
  const buyMissing = buyToken ? undefined : 'buy'
  return decideSwapAction({
    isOnline,
    tokenMissing: sellToken ? buyMissing : 'sell',
    amount: isMissing ? 'missing' : given,
    wallet,
    pair,
    quote: quote.stage,
    balance: balanceFact(input),
    recipient: 'clear',
    code: input.isChecking ? 'checking' : 'known',
  })
}

function balanceFact({ form, typed, pair, terms, balanceOf }: ActionInput): SwapFacts['balance'] {
  const balance = balanceOf(form.sellToken)
  const entered = 'atoms' in typed ? typed.atoms : undefined
  const needed = form.kind === 'sell' || pair !== 'order' ? entered : terms?.sellAmount
  if (balance === undefined || needed === undefined) return 'unknown'
  return balance >= needed ? 'enough' : 'short'
}
