'use client'

import { useTranslations } from 'next-intl'
import { useFormat } from '@/components/i18n/use-format'
import { Alert } from '@/components/ui/alert'
import { shownDistance, shownNumber } from '@/lib/client/limit/limit-price'
import { tokenFaultText } from '@/lib/client/swap/token-fault-text'
import type { Token } from '@/lib/client/swap/tokens'
import { limitSteps, rateLoss } from '@/lib/client/swap/value-loss'
import type { Limit } from './use-limit'

type Props = Pick<Limit, 'price' | 'market' | 'distance' | 'isWaiting' | 'scale'> & {
  readonly sellToken: Token | undefined
  readonly buyToken: Token | undefined
}

/** States how far the limit is from the market, or warns if it is far below. */
export const LimitNote = (props: Props) => {
  const t = useTranslations('wallet')
  const { distance = 0 } = props
  const loss = rateLoss(-distance, { prices: 'ready', steps: limitSteps })
  const said = <Sentence {...props} />
  if (loss === 'low') return <p className="text-label text-ink-2">{said}</p>
  return (
    <Alert tone={loss === 'mild' ? 'warn' : 'danger'} title={said}>
      {t('consent.below')}
      {loss === 'critical' ? ` ${t('consent.typed')}` : null}
    </Alert>
  )
}

const Sentence = (props: Props) => {
  const { price, market, distance, isWaiting, scale, sellToken, buyToken } = props
  const t = useTranslations('limit')
  const format = useFormat()
  const { ratio, shown } = market
  if (!price || !ratio || !shown || distance === undefined) {
    return market.isReading ? t('marketReading') : t('marketUnknown')
  }
  const isAt = Math.abs(distance) < 0.5
  if (isAt) return t(isWaiting ? 'atPrice' : 'fillsNow')
  const away = shownDistance(price, shown, scale)
  const side = away > 0 ? 'above' : 'below'
  const percent = format.percent(Math.abs(away))
  if (isWaiting) return t('away', { percent, side })
  const [sell, buy] = [sellToken?.symbol ?? '', buyToken?.symbol ?? '']
  const [base, quote] = scale.isInverted ? [buy, sell] : [sell, buy]
  const number = format.rate(shownNumber(ratio, scale))
  return t('worse', { percent, side, price: `${number} ${t('unit', { quote, base })}` })
}

/** Explains why the service rejects orders of the pair, before the user approves a token in vain. */
export const RefusedNote = ({ refusal }: { readonly refusal: string }) => {
  const t = useTranslations('swap')
  return (
    <Alert tone="warn" title={t('quoteProblem.unsupported')}>
      {tokenFaultText(t, refusal)}
    </Alert>
  )
}

type ShortProps = { readonly limit: Pick<Limit, 'balance' | 'sellToken'> }

/** Warns that the account's balance does not yet cover the order. */
export const ShortNote = ({ limit: { balance, sellToken } }: ShortProps) => {
  const t = useTranslations('limit')
  const format = useFormat()
  if (balance.fact !== 'short' || !sellToken) return null
  const held = `${format.amount(balance.held, sellToken)} ${sellToken.symbol}`
  return (
    <Alert tone="warn" title={t('short', { held })}>
      {t('shortWhat')}
    </Alert>
  )
}
