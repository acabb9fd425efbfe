'use client'

import { useLocale, useTranslations } from 'next-intl'
import { type Dispatch, useMemo, useReducer, useState } from 'react'
import { useSettings } from '@/components/app/settings'
import { useFormLink } from '@/components/app/use-form-link'
import { useClock } from '@/components/app/use-now'
import { useOnline } from '@/components/app/use-online'
import { useReferral } from '@/components/referral/use-referral'
import { type OrderPermit, usePermit } from '@/components/swap/consent/use-permit'
import type { SharedParams } from '@/components/swap/form/kind-tabs'
import { type Pair, usePair } from '@/components/swap/form/use-pair'
import { type Recipient, useRecipient } from '@/components/swap/settings/use-recipient'
import { type Tokens, useTokens } from '@/components/swap/tokens/use-tokens'
import { useWallet } from '@/components/wallet/use-wallet'
import { useWalletReadiness } from '@/components/wallet/use-wallet-readiness'
import { decimalText, parseAmountText } from '@/lib/client/amount-text'
import { type ExpiryChoice, type ExpiryProblem, readExpiry } from '@/lib/client/limit/expiry'
import { decideLimitAction, type LimitAction } from '@/lib/client/limit/limit-action'
import {
  editLimit,
  type LimitEdit,
  type LimitForm,
  type LimitView,
  viewLimit,
} from '@/lib/client/limit/limit-form'
import { type LimitParams, limitLink, startLinkedLimit } from '@/lib/client/limit/limit-link'
import {
  distanceBps,
  type PriceScale,
  type Ratio,
  ratioText,
  waitsForPrice,
} from '@/lib/client/limit/ratio'
import type { Referral } from '@/lib/client/referral/referral'
import { serverClock } from '@/lib/client/server-clock'
import { amountFact, swapActionText } from '@/lib/client/swap/swap-action'
import { nativeToken } from '@/lib/core/address'
import type { Locale } from '@/lib/core/format/locale'
import { type Market, useMarket } from './use-market'

/** The view state of the limit form. */
export type Limit = LimitView &
  Pair & {
    readonly form: LimitForm
    /** What the other kinds of orders take over. */
    readonly shared: SharedParams
    readonly edit: Dispatch<LimitEdit>
    readonly tokens: Tokens
    readonly scale: PriceScale
    readonly market: Market
    /** Distance of the limit from the shown market; undefined if either is unknown. */
    readonly distance: number | undefined
    /** Whether the market does not give the limit now, costs included. */
    readonly isWaiting: boolean
    readonly balance: SoldBalance
    readonly expiry: ExpiryChoice
    readonly setExpiry: (expiry: ExpiryChoice) => void
    readonly expiryProblem: ExpiryProblem | undefined
    readonly isPartial: boolean
    readonly setPartial: (isPartial: boolean) => void
    readonly recipient: Recipient
    /** The permit included in the order, if any. */
    readonly permit: OrderPermit
    readonly referral: Referral
    readonly action: LimitAction
    readonly label: string
  }

/** Whether the account's balance covers the order; `held` in atoms. */
type SoldBalance = { readonly fact: 'enough' | 'short' | 'unknown'; readonly held: bigint }

/** Manages the limit form's state, initialised from the address. */
export function useLimit(asked: LimitParams): Limit {
  const { network } = useSettings()
  const locale = useLocale()
  const [first] = useState(() => startLinkedLimit(network, asked, locale))
  const [form, edit] = useReducer(editLimit, first.form)
  const [expiry, setExpiry] = useState<ExpiryChoice>(first.expiry)
  const [isPartial, setPartial] = useState(first.isPartial)
  const { account } = useWallet()
  const { referral, isChecking } = useReferral()
  const tokens = useErc20Tokens()
  const pair = usePair(form, tokens)
  const recipient = useRecipient(tokens)
  const scale = scaleOf(form, pair)
  const typed = parseAmountText(form.sellText, scale.sellDecimals, locale)
  const minAmount = 'atoms' in typed ? typed.atoms : 1n
  const permit = usePermit({ token: pair.sellToken?.address, owner: account, minAmount })
  const market = useMarket(form, { ...pair, account, includesPermit: permit.isPlanned })
  const view = viewLimit(form, { scale, market: market.shown, locale })
  const link = {
    form,
    expiry,
    isPartial,
    priceText: exactPriceText(form, { ...view, scale, locale }),
  }
  const params = limitLink(link, { network: network.name, locale })
  useFormLink(params)
  const { chain, sell, buy, amount } = params
  const shared = { chain, sell, buy, amount }
  const balance = soldBalance(form, { ...pair, ...view })
  const expiryProblem = useExpiryProblem(expiry)
  const known = { market, balance, recipient, permit, isChecking, expiryProblem }
  const action = useLimitAction({ ...view, ...pair, ...known, form })
  const label = useLabel(action, pair.sellToken?.symbol ?? '')
  return {
    ...{ ...view, ...pair, form, shared, edit, tokens, scale, market, balance, recipient, permit },
    ...{ expiry, setExpiry, expiryProblem, isPartial, setPartial, referral, action, label },
    distance: distanceOf(view.price, market.shown),
    isWaiting: waitsForPrice(distanceOf(view.price, market.ratio) ?? 0),
  }
}

type Exact = Pick<LimitView, 'price' | 'priceText'> & {
  readonly scale: PriceScale
  readonly locale: Locale
}

/** The field rounds an inverted price; the address keeps it. */
function exactPriceText(form: LimitForm, { price, priceText, scale, locale }: Exact): string {
  return form.price.by === 'ratio' && price
    ? decimalText(ratioText(price, scale), locale)
    : priceText
}

const scaleOf = ({ isInverted }: LimitForm, { sellToken, buyToken }: Pair): PriceScale => ({
  sellDecimals: sellToken?.decimals ?? 18,
  buyDecimals: buyToken?.decimals ?? 18,
  isInverted,
})

const distanceOf = (price: Ratio | undefined, market: Ratio | undefined) =>
  price && market && distanceBps(price, market)

/** Orders trade ERC-20 tokens; the native token is wrapped on the swap page. */
export function useErc20Tokens(): Tokens {
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

function soldBalance(
  { sellToken }: LimitForm,
  { terms, balanceOf }: Pick<Limit, 'terms' | 'balanceOf'>,
): SoldBalance {
  const held = balanceOf(sellToken)
  if (held === undefined || terms === undefined) return { fact: 'unknown', held: 0n }
  return { fact: held >= terms.sellAmount ? 'enough' : 'short', held }
}

/** Uses the service's clock; the server-rendered markup contains no time. */
const useExpiryProblem = (expiry: ExpiryChoice) =>
  useClock((nowMs) => {
    if (nowMs === 0) return undefined
    const end = readExpiry(expiry, serverClock.nowMs())
    return 'problem' in end ? end.problem : undefined
  })

type Input = Pick<
  Limit,
  | 'form'
  | 'sold'
  | 'terms'
  | 'tokenMissing'
  | 'market'
  | 'balance'
  | 'recipient'
  | 'permit'
  | 'expiryProblem'
> & {
  readonly isChecking: boolean
}

function useLimitAction(input: Input): LimitAction {
  const wallet = useWalletReadiness()
  const isOnline = useOnline()
  return decideLimitAction({
    ...{ isOnline, wallet, tokenMissing: input.tokenMissing },
    amount: amountFact(input.sold),
    price: input.terms ? 'given' : priceFact(input),
    expiry: input.expiryProblem === undefined ? 'given' : 'invalid',
    market: input.market.refusal === undefined ? 'open' : 'refused',
    balance: input.balance.fact,
    recipient: input.recipient.fact,
    code: input.isChecking ? 'checking' : 'known',
    permit: input.permit.isChecking ? 'checking' : 'known',
  })
}

const priceFact = ({ form, market }: Input) =>
  form.price.by === 'market' && market.isReading ? 'reading' : 'missing'

function useLabel({ state }: LimitAction, sellSymbol: string): string {
  const t = useTranslations('limit')
  const words = useTranslations('swap')
  const { title: networkTitle, nativeSymbol } = useSettings().network
  if (state === 'price-missing') return t('priceMissing')
  if (state === 'expiry-invalid') return t('checkExpiry')
  if (state === 'review') return t('review')
  return swapActionText(words, state, {
    sellSymbol,
    networkTitle,
    nativeSymbol,
    quoteProblem: words('quoteProblem.unsupported'),
  })
}
