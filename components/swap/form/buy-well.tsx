'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useNow } from '@/components/app/use-now'
import { useOnline } from '@/components/app/use-online'
import { useFormat } from '@/components/i18n/use-format'
import { TokenPicker } from '@/components/swap/tokens/token-picker'
import { useUsdPrice } from '@/components/swap/tokens/use-tokens'
import { ProgressRing } from '@/components/ui/progress-ring'
import { fieldAmountText } from '@/lib/client/amount-text'
import type { QuoteOffer } from '@/lib/client/swap/quote-offer'
import { isPending, type QuoteView, refreshLeft, refreshMs } from '@/lib/client/swap/quote-state'
import { isExchange } from '@/lib/client/swap/swap-form'
import { usdValue } from '@/lib/client/usd-value'
import { AmountWell } from './amount-well'
import { lossTone } from './loss-tone'
import { amountError, amountNote, type WellProps } from './side-amount'
import { useValueLoss } from './use-value-loss'

/** The buy side. */
export const BuyWell = ({ swap, isChoosing, onChoosing }: WellProps) => {
  const t = useTranslations('swap')
  const locale = useLocale()
  const { form, edit, buyToken, typed, terms, quote } = swap
  const isTyped = form.kind === 'buy'
  const entered = 'atoms' in typed ? typed.atoms : undefined
  const isDirect = isExchange(swap.pair)
  const computed = isDirect ? entered : terms?.gets
  const shown =
    computed === undefined || !buyToken ? '' : fieldAmountText(computed, buyToken, locale)
  return (
    <AmountWell
      title={t('well.receive')}
      aside={
        quote.offer && swap.pair === 'order' ? <Freshness {...quote} offer={quote.offer} /> : null
      }
      value={isTyped ? form.text : shown}
      onEdit={(amount) => edit({ ...amount, side: 'buy' })}
      error={isTyped ? amountError(t, typed) : undefined}
      note={
        isTyped
          ? amountNote(t, { text: form.text, typed, locale, decimals: buyToken?.decimals })
          : undefined
      }
      isWaiting={!isTyped && isPending(quote)}
      worth={<Worth swap={swap} atoms={isTyped ? entered : computed} />}
    >
      <TokenPicker
        label={t('well.receiveToken')}
        tokens={swap.tokens}
        balanceOf={swap.balanceOf}
        selected={buyToken}
        open={isChoosing}
        onOpenChange={onChoosing}
        onSelect={(token) => edit({ type: 'token', side: 'buy', token })}
      />
    </AmountWell>
  )
}

type WorthProps = Pick<WellProps, 'swap'> & { readonly atoms: bigint | undefined }

/** The value of the buy amount, and its difference from the sell amount's, by the same prices. */
const Worth = ({ swap, atoms }: WorthProps) => {
  const format = useFormat()
  const worth = usdValue(atoms, swap.buyToken, useUsdPrice(swap.form.buyToken))
  const { bps, loss } = useValueLoss(swap, swap.terms)
  if (worth === undefined) return null
  return (
    <>
      {format.worth(worth)}
      {bps === undefined ? null : (
        <span className={lossTone(loss)}> ({format.change(-bps / 10_000)})</span>
      )}
    </>
  )
}

type FreshnessProps = Pick<QuoteView, 'stage'> & { readonly offer: QuoteOffer }

/** The time until the quote is refreshed, which it is not while offline. */
export const Freshness = ({ stage, offer }: FreshnessProps) => {
  const t = useTranslations('swap')
  const left = refreshLeft(offer, useNow())
  const isOnline = useOnline()
  const seconds = Math.ceil((left * refreshMs) / 1_000)
  if (!isOnline) return <span>{t('well.notUpdating')}</span>
  if (stage !== 'firm' || seconds === 0) return <span>{t('well.updating')}</span>
  return (
    <span className="flex items-center gap-2">
      <span className="flex motion-reduce:hidden">
        <ProgressRing label={t('well.time')} left={left} size="tiny" />
      </span>
      <span className="numeric">{t('well.updatesIn', { seconds })}</span>
    </span>
  )
}
