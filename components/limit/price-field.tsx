'use client'

import { ArrowLeftRight } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import type { Ref } from 'react'
import { useFormat } from '@/components/i18n/use-format'
import { amountError, amountNote } from '@/components/swap/form/side-amount'
import { Button } from '@/components/ui/button'
import { Chip } from '@/components/ui/chip'
import { TextField } from '@/components/ui/text-field'
import {
  fieldPriceText,
  isAtStep,
  priceSteps,
  shownDistance,
  shownNumber,
  stepPrice,
} from '@/lib/client/limit/limit-price'
import { priceDecimals } from '@/lib/client/limit/ratio'
import type { Limit } from './use-limit'

type Props = { readonly limit: Limit; readonly fieldRef: Ref<HTMLInputElement> }

/** The limit price: typed, chosen by its distance from the market, or derived from both amounts. */
export const PriceField = ({ limit, fieldRef }: Props) => {
  const t = useTranslations('limit')
  const format = useFormat()
  const { form, edit, sellToken, buyToken, price, market, scale } = limit
  const { error, note } = usePriceWords(limit)
  const [sell, buy] = [sellToken?.symbol ?? '', buyToken?.symbol ?? '']
  const [base, quote] = form.isInverted ? [buy, sell] : [sell, buy]
  const now = market.shown && shownNumber(market.shown, scale)
  return (
    <div className="grid grid-cols-1 gap-2">
      <TextField
        ref={fieldRef}
        label={t('price')}
        className="[&_label]:text-label [&_label]:font-normal [&_label]:text-ink-2"
        aside={
          <span className="numeric text-label text-ink-2">
            {t('market', { price: format.rate(now) })}
          </span>
        }
        inputMode="decimal"
        placeholder={market.isReading ? '…' : '0'}
        value={limit.priceText}
        onChange={(event) => edit({ type: 'price', text: event.target.value })}
        error={error}
        hint={note && <span role="status">{note}</span>}
        end={
          <Button
            size="small"
            variant="quiet"
            aria-label={t('invert', { quote: base, base: quote })}
            onClick={() => edit({ type: 'invert', ratio: price })}
          >
            <span className="font-normal text-ink-2">{t('unit', { quote, base })}</span>
            <ArrowLeftRight aria-hidden="true" className="size-4" />
          </Button>
        }
      />
      <PriceChips limit={limit} />
    </div>
  )
}

/** The market price, and prices that are some percent better for the owner. */
const PriceChips = ({ limit }: { readonly limit: Limit }) => {
  const t = useTranslations('limit')
  const format = useFormat()
  const { form, edit, price, market, scale } = limit
  const { shown } = market
  const distance = price && shown && shownDistance(price, shown, scale)
  const sign = scale.isInverted ? '−' : '+'
  return (
    <fieldset className="flex flex-wrap gap-1.5 tab:gap-2">
      <legend className="sr-only">{t('priceChips')}</legend>
      <Chip
        pressed={form.price.by === 'market' || distance === 0}
        onClick={() => edit({ type: 'market' })}
        className={chip}
      >
        {t('atMarket')}
      </Chip>
      {priceSteps.map((percent) => (
        <Chip
          key={percent}
          pressed={distance !== undefined && isAtStep(distance, percent, scale)}
          disabled={!shown}
          onClick={() => {
            if (!shown) return
            const text = fieldPriceText(stepPrice(shown, percent, scale), format.locale)
            edit({ type: 'price', text })
          }}
          className={chip}
        >
          {`${sign}${format.wholePercent(percent)}`}
        </Chip>
      ))}
    </fieldset>
  )
}

const chip = 'numeric flex-1 justify-center px-2! text-label'

/** Shows what is wrong with a typed price, or how it was interpreted. */
function usePriceWords({ typedPrice, priceText }: Limit) {
  const t = useTranslations('limit')
  const words = useTranslations('swap')
  const locale = useLocale()
  if (!typedPrice) return {}
  const isNothing = 'atoms' in typedPrice && typedPrice.atoms === 0n
  const read = { text: priceText, typed: typedPrice, decimals: priceDecimals, locale }
  return {
    error: isNothing ? t('priceInvalid') : amountError(words, typedPrice),
    note: amountNote(words, read),
  }
}
