'use client'

import { ArrowDown } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { useSettings } from '@/components/app/settings'
import { useFormat } from '@/components/i18n/use-format'
import { lossTone } from '@/components/swap/form/loss-tone'
import type { KnownLoss } from '@/components/swap/form/use-value-loss'
import { useUsdPrice } from '@/components/swap/tokens/use-tokens'
import { TokenMark } from '@/components/tokens/token-mark'
import type { OfferTerms } from '@/lib/client/swap/quote-offer'
import type { Token } from '@/lib/client/swap/tokens'
import { usdValue } from '@/lib/client/usd-value'

type Props = {
  readonly terms: Pick<OfferTerms, 'kind' | 'pays' | 'gets'>
  readonly sellToken: Token
  readonly buyToken: Token
  /** Of a limit order the amounts are bounds, not a quote: `partial` if it may be filled in parts. */
  readonly limit?: 'whole' | 'partial'
  /** How much less the bought amount is worth; undefined where another fact says it. */
  readonly known: KnownLoss | undefined
}

/** What is paid and what is received, each with its value in dollars. */
export const ReviewAmounts = ({ terms, sellToken, buyToken, limit, known }: Props) => {
  const t = useTranslations('swap')
  const format = useFormat()
  const { kind, pays, gets } = terms
  const { bps, loss } = known ?? {}
  return (
    <div className="grid grid-cols-1 gap-3 rounded-well bg-well p-4">
      <Leg
        name={limit ? t('review.sells', { limit }) : t('review.pays', { kind })}
        atoms={pays}
        token={sellToken}
      />
      <div aria-hidden="true" className="flex items-center gap-4">
        <span className="slip-perf flex-1" />
        <ArrowDown className="size-4 text-ink-2" />
        <span className="slip-perf flex-1" />
      </div>
      <Leg
        name={limit ? t('review.getsAtLeast', { limit }) : t('review.gets', { kind })}
        atoms={gets}
        token={buyToken}
      >
        {bps === undefined ? null : (
          <span className={loss && lossTone(loss)}>
            {' '}
            {t('review.vsMarket', { change: format.change(-bps / 10_000) })}
          </span>
        )}
      </Leg>
    </div>
  )
}

type LegProps = {
  readonly name: string
  readonly atoms: bigint
  readonly token: Token
  /** After the value. */
  readonly children?: ReactNode
}

const Leg = ({ name, atoms, token, children }: LegProps) => {
  const format = useFormat()
  const { network } = useSettings()
  const amount = format.amount(atoms, token)
  return (
    <div className="flex items-center justify-between gap-4">
      <div className="grid min-w-0 gap-0.5">
        <p className="text-label text-ink-2">{name}</p>
        <p className="numeric text-[2rem]/10 font-medium tracking-[-0.025em] wrap-anywhere">
          {amount} {token.symbol}
        </p>
        <p className="numeric text-label text-ink-2">
          {format.worth(usdValue(atoms, token, useUsdPrice(token.address)))}
          {children}
        </p>
      </div>
      <TokenMark network={network} token={token} size={40} />
    </div>
  )
}
