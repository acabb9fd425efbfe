'use client'

import { useTranslations } from 'next-intl'
import { useFormat } from '@/components/i18n/use-format'
import { Alert } from '@/components/ui/alert'
import { ratioText, waitsForPrice, withCosts } from '@/lib/client/limit/ratio'
import { tokenFaultText } from '@/lib/client/swap/token-fault-text'
import type { Token } from '@/lib/client/swap/tokens'
import { limitSteps, rateLoss } from '@/lib/client/swap/value-loss'
import type { Limit } from './use-limit'

type Props = Pick<Limit, 'price' | 'market' | 'distance' | 'scale'> & {
  readonly sellToken: Token | undefined
  readonly buyToken: Token | undefined
}

/** Describes the limit order in a sentence, or warns if the limit is far below the market. */
export const LimitNote = (props: Props) => {
  const t = useTranslations('limit')
  const { distance = 0 } = props
  const loss = rateLoss(-distance, { prices: 'ready', steps: limitSteps })
  const said = <Sentence {...props} />
  if (loss === 'low') {
    return <p className="min-w-0 flex-[1_1_15rem] text-label text-ink-2">{said}</p>
  }
  return (
    <div className="min-w-0 basis-full pt-1.5">
      <Alert tone={loss === 'mild' ? 'warn' : 'danger'} title={said}>
        {t('belowWhat')}
        {loss === 'critical' ? ` ${t('belowConsent')}` : null}
      </Alert>
    </div>
  )
}

const Sentence = ({ price, market, distance, scale, sellToken, buyToken }: Props) => {
  const t = useTranslations('limit')
  const format = useFormat()
  const { ratio, costs } = market
  if (!price || !ratio || !costs || distance === undefined) {
    return market.isReading ? t('marketReading') : t('marketUnknown')
  }
  const isWaiting = waitsForPrice(distance)
  const at = Number(ratioText(isWaiting ? withCosts(price, costs) : ratio, scale))
  const [sell, buy] = [sellToken?.symbol ?? '', buyToken?.symbol ?? '']
  const [base, quote] = scale.isInverted ? [buy, sell] : [sell, buy]
  const number = format.rate(at)
  const said = {
    price: `${number} ${t('unit', { quote, base })}`,
    percent: format.percent(Math.abs(distance) / 10_000),
  }
  if (isWaiting) return t('distance.above', said)
  return Math.abs(distance) < 0.5 ? t('distance.at', said) : t('distance.below', said)
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
