'use client'

import { useLocale, useTranslations } from 'next-intl'
import { type Dispatch, useMemo, useReducer, useState } from 'react'
import { useSettings } from '@/components/app/settings'
import { useNow } from '@/components/app/use-now'
import { useOnline } from '@/components/app/use-online'
import { useReferral } from '@/components/referral/use-referral'
import { type BalanceOf, useBalances } from '@/components/swap/use-balances'
import { type Tokens, useTokens } from '@/components/swap/use-tokens'
import { useWallet } from '@/components/wallet/use-wallet'
import { useWalletReadiness } from '@/components/wallet/use-wallet-readiness'
import { type ExpiryChoice, readExpiry } from '@/lib/client/limit/expiry'
import { decideLimitAction, type LimitAction } from '@/lib/client/limit/limit-action'
import {
  editLimit,
  type LimitEdit,
  type LimitForm,
  type LimitView,
  startLimit,
  viewLimit,
} from '@/lib/client/limit/limit-form'
import { distanceBps, type PriceScale, type Ratio } from '@/lib/client/limit/ratio'
import type { Referral } from '@/lib/client/referral/referral'
import { amountFact } from '@/lib/client/swap/swap-action'
import { swapActionText } from '@/lib/client/swap/swap-action-text'
import { type AskedSwap, startSwap } from '@/lib/client/swap/swap-form'
import type { Token } from '@/lib/client/swap/tokens'
import { nativeToken } from '@/lib/core/address'
import { type Market, useMarket } from './use-market'

/** All that the limit form shows. */
export type Limit = LimitView & {
  readonly form: LimitForm
  readonly edit: Dispatch<LimitEdit>
  readonly tokens: Tokens
  readonly sellToken: Token | undefined
  readonly buyToken: Token | undefined
  readonly balanceOf: BalanceOf
  readonly scale: PriceScale
  readonly market: Market
  /** How far the price is beyond the market; undefined where one of them is not known. */
  readonly distance: number | undefined
  readonly expiry: ExpiryChoice
  readonly setExpiry: (expiry: ExpiryChoice) => void
  readonly isPartial: boolean
  readonly setPartial: (isPartial: boolean) => void
  readonly referral: Referral
  readonly action: LimitAction
  readonly label: string
}

/** The state of the limit form; it starts with the pair that a link asks for. */
export function useLimit(asked: AskedSwap): Limit {
  const { network } = useSettings()
  const [form, edit] = useReducer(editLimit, network, (shown) =>
    startLimit(startSwap(shown, asked)),
  )
  const [expiry, setExpiry] = useState<ExpiryChoice>({ by: 'preset', preset: 'week' })
  const [isPartial, setPartial] = useState(true)
  const { account } = useWallet()
  const { referral, isChecking } = useReferral()
  const tokens = useErc20Tokens()
  const sellToken = tokens.find(form.sellToken)
  const buyToken = tokens.find(form.buyToken)
  const pair = useMemo(
    () => [sellToken, buyToken].filter((token) => token !== undefined),
    [sellToken, buyToken],
  )
  const balanceOf = useBalances(pair, account)
  const scale = {
    sellDecimals: sellToken?.decimals ?? 18,
    buyDecimals: buyToken?.decimals ?? 18,
    isInverted: form.isInverted,
  }
  const market = useMarket(form, { sellToken, buyToken, account })
  const view = viewLimit(form, { scale, market: market.ratio, locale: useLocale() })
  const parts = { form, sellToken, buyToken, balanceOf, isChecking, expiry }
  const action = useLimitAction({ ...view, ...parts })
  const label = useLabel(action, sellToken?.symbol ?? '')
  return {
    ...view,
    ...{ form, edit, tokens, sellToken, buyToken, balanceOf, scale, market },
    ...{ expiry, setExpiry, isPartial, setPartial, referral, action, label },
    distance: distanceOf(view.price, market.ratio),
  }
}

const distanceOf = (price: Ratio | undefined, market: Ratio | undefined) =>
  price && market && distanceBps(price, market)

/** Orders exchange ERC-20 tokens; the native one is wrapped on the page of swaps. */
function useErc20Tokens(): Tokens {
  const tokens = useTokens()
  return useMemo(() => {
    const all = tokens.all.filter(({ address }) => address !== nativeToken)
    return {
      ...tokens,
      all,
      find: (address) => tokens.find(address === nativeToken ? undefined : address),
    }
  }, [tokens])
}

type Input = Pick<
  Limit,
  'sold' | 'terms' | 'form' | 'sellToken' | 'buyToken' | 'balanceOf' | 'expiry'
> & {
  readonly isChecking: boolean
}

function useLimitAction(input: Input): LimitAction {
  const { sold, terms, sellToken, buyToken } = input
  const wallet = useWalletReadiness()
  const isOnline = useOnline()
  const now = useNow()
  const buyMissing = buyToken ? undefined : 'buy'
  return decideLimitAction({
    isOnline,
    tokenMissing: sellToken ? buyMissing : 'sell',
    amount: amountFact(sold),
    price: terms ? 'given' : 'missing',
    expiry: 'problem' in readExpiry(input.expiry, now) ? 'invalid' : 'given',
    wallet,
    balance: balanceFact(input),
    code: input.isChecking ? 'checking' : 'known',
  })
}

function balanceFact({ form, terms, balanceOf }: Input) {
  const balance = balanceOf(form.sellToken)
  if (balance === undefined || terms === undefined) return 'unknown'
  return balance >= terms.sellAmount ? 'enough' : 'short'
}

function useLabel({ state }: LimitAction, sellSymbol: string): string {
  const t = useTranslations('limit')
  const words = useTranslations('swap')
  const { title: networkTitle, nativeSymbol } = useSettings().network
  if (state === 'price-missing') return t('priceMissing')
  if (state === 'expiry-invalid') return t('checkExpiry')
  return swapActionText(words, state, {
    sellSymbol,
    networkTitle,
    nativeSymbol,
    quoteProblem: undefined,
  })
}
