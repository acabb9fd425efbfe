'use client'

import { ArrowLeftRight } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import type { Ref } from 'react'
import { amountError, amountNote } from '@/components/swap/form/side-amount'
import { Button } from '@/components/ui/button'
import { TextField } from '@/components/ui/text-field'
import { priceDecimals } from '@/lib/client/limit/ratio'
import { LimitNote } from './limit-notes'
import type { Limit } from './use-limit'

type Props = { readonly limit: Limit; readonly fieldRef: Ref<HTMLInputElement> }

/** The limit price: typed, taken from the market, or derived from both amounts. */
export const PriceField = ({ limit, fieldRef }: Props) => {
  const t = useTranslations('limit')
  const { form, edit, sellToken, buyToken, price, market } = limit
  const { error, note } = usePriceWords(limit)
  const [sell, buy] = [sellToken?.symbol ?? '', buyToken?.symbol ?? '']
  const [base, quote] = form.isInverted ? [buy, sell] : [sell, buy]
  return (
    <div className="grid grid-cols-1 gap-1.5">
      <TextField
        ref={fieldRef}
        label={t('price')}
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
            <span className="font-normal">{t('unit', { quote, base })}</span>
            <ArrowLeftRight aria-hidden="true" className="size-4" />
          </Button>
        }
      />
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <LimitNote {...limit} />
        {form.price.by === 'market' || !market.ratio ? null : (
          <Button size="small" onClick={() => edit({ type: 'market' })}>
            {t('useMarket')}
          </Button>
        )}
      </div>
    </div>
  )
}

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
