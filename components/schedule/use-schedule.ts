'use client'

import { useLocale, useTranslations } from 'next-intl'
import { type Dispatch, useReducer, useState } from 'react'
import { useSettings } from '@/components/app/settings'
import { useFormLink } from '@/components/app/use-form-link'
import { useOnline } from '@/components/app/use-online'
import { useErc20Tokens } from '@/components/limit/use-limit'
import { type Market, useMarket } from '@/components/limit/use-market'
import { useReferral } from '@/components/referral/use-referral'
import type { SharedParams } from '@/components/swap/form/kind-tabs'
import { type Pair, usePair } from '@/components/swap/form/use-pair'
import type { Tokens } from '@/components/swap/tokens/use-tokens'
import { useWallet } from '@/components/wallet/use-wallet'
import { useWalletReadiness } from '@/components/wallet/use-wallet-readiness'
import type { Referral } from '@/lib/client/referral/referral'
import { decideScheduleAction, type ScheduleAction } from '@/lib/client/schedule/schedule-action'
import {
  editSchedule,
  type ScheduleEdit,
  type ScheduleForm,
  type ScheduleView,
  viewSchedule,
} from '@/lib/client/schedule/schedule-form'
import {
  type ScheduleParams,
  scheduleLink,
  startLinkedSchedule,
} from '@/lib/client/schedule/schedule-link'
import { amountFact, swapActionText } from '@/lib/client/swap/swap-action'

/** The view state of the schedule form. */
export type Schedule = ScheduleView &
  Pair & {
    readonly form: ScheduleForm
    readonly edit: Dispatch<ScheduleEdit>
    readonly tokens: Tokens
    /** Today's price, costs included. */
    readonly market: Market
    readonly referral: Referral
    /** What other kinds of orders keep of the form. */
    readonly shared: SharedParams
    readonly action: ScheduleAction
    readonly label: string
  }

/** Manages the schedule form's state, initialised from the address. */
export function useSchedule(asked: ScheduleParams): Schedule {
  const { network } = useSettings()
  const locale = useLocale()
  const [first] = useState(() => startLinkedSchedule(network, asked, locale))
  const [form, edit] = useReducer(editSchedule, first)
  const { account } = useWallet()
  const { referral, isChecking } = useReferral()
  const tokens = useErc20Tokens()
  const pair = usePair(form, tokens)
  const sellDecimals = pair.sellToken?.decimals ?? 18
  const market = useMarket(form, { ...pair, account, includesPermit: false })
  const view = viewSchedule(form, { sellDecimals, market: market.ratio, locale })
  const link = scheduleLink(form, { network: network.name, locale })
  useFormLink(link)
  const isOnline = useOnline()
  const action = decideScheduleAction({
    ...{ ...view, isOnline, wallet: useWalletReadiness(), tokenMissing: pair.tokenMissing },
    ...{ amount: amountFact(view.sold), code: isChecking ? 'checking' : 'known' },
    market: marketFact(market),
    balance: balanceFact(pair.balanceOf(form.sellToken), view.each),
  })
  const label = useLabel(action, pair.sellToken?.symbol ?? '')
  return {
    ...view,
    ...pair,
    form,
    edit,
    tokens,
    market,
    referral,
    shared: sharedOf(link),
    action,
    label,
  }
}

const sharedOf = ({ chain, sell, buy, amount }: SharedParams): SharedParams => ({
  ...{ chain, sell, buy, amount },
})

function marketFact({ ratio, refusal, isReading }: Market) {
  if (refusal !== undefined) return 'refused'
  if (ratio) return 'known'
  return isReading ? 'reading' : 'unknown'
}

/** Each part is checked alone when it is submitted, never the whole. */
function balanceFact(held: bigint | undefined, each: bigint | undefined) {
  if (held === undefined || each === undefined) return 'unknown'
  return held >= each ? 'enough' : 'short'
}

const ownLabels = {
  'parts-invalid': 'checkParts',
  'interval-invalid': 'checkInterval',
  'worst-invalid': 'checkWorst',
  'total-too-small': 'tooSmall',
  'price-missing': 'noPrice',
  review: 'review',
} as const

function useLabel({ state }: ScheduleAction, sellSymbol: string): string {
  const t = useTranslations('schedule')
  const words = useTranslations('swap')
  const { title: networkTitle, nativeSymbol } = useSettings().network
  if (state in ownLabels) return t(`action.${ownLabels[state as keyof typeof ownLabels]}`)
  const shared = state as Exclude<typeof state, Exclude<keyof typeof ownLabels, 'review'>>
  return swapActionText(words, shared, {
    ...{ sellSymbol, networkTitle, nativeSymbol },
    quoteProblem: words('quoteProblem.unsupported'),
  })
}
