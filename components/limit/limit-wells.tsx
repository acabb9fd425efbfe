'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useFormat } from '@/components/i18n/use-format'
import { AmountWell } from '@/components/swap/form/amount-well'
import { Faucet } from '@/components/swap/form/faucet'
import { SellBalance } from '@/components/swap/form/sell-well'
import { amountError, amountNote } from '@/components/swap/form/side-amount'
import { TokenPicker } from '@/components/swap/tokens/token-picker'
import { useUsdPrice } from '@/components/swap/tokens/use-tokens'
import { shownDistance } from '@/lib/client/limit/limit-price'
import type { Side } from '@/lib/client/swap/swap-form'
import type { Token } from '@/lib/client/swap/tokens'
import { usdValue } from '@/lib/client/usd-value'
import type { Limit } from './use-limit'

type Props = {
  readonly limit: Limit
  readonly isChoosing: boolean
  readonly onChoosing: (open: boolean) => void
}

/** The sell amount. */
export const LimitSellWell = ({ limit, ...choosing }: Props) => {
  const t = useTranslations('limit')
  const words = useTranslations('swap')
  const locale = useLocale()
  const { form, edit, sold, sellToken, balanceOf } = limit
  return (
    <AmountWell
      title={t('sell')}
      aside={<SellBalance {...{ sellToken, balanceOf, edit }} reserve={0n} />}
      value={form.sellText}
      onEdit={(amount) => edit({ ...amount, side: 'sell' })}
      error={amountError(words, sold)}
      note={amountNote(words, {
        text: form.sellText,
        typed: sold,
        decimals: sellToken?.decimals,
        locale,
      })}
      isWaiting={false}
      worth={<Worth token={sellToken} atoms={'atoms' in sold ? sold.atoms : undefined} />}
      verdict={<Faucet />}
    >
      <Picker {...choosing} limit={limit} side="sell" label={words('well.payToken')} />
    </AmountWell>
  )
}

/** The minimum buy amount; typing it sets the price. */
export const LimitBuyWell = ({ limit, ...choosing }: Props) => {
  const t = useTranslations('limit')
  const words = useTranslations('swap')
  const locale = useLocale()
  const { edit, bought, buyText, buyToken, terms } = limit
  return (
    <AmountWell
      title={t('receive')}
      value={buyText}
      onEdit={(amount) => edit({ ...amount, side: 'buy' })}
      error={bought && amountError(words, bought)}
      note={
        bought &&
        amountNote(words, { text: buyText, typed: bought, decimals: buyToken?.decimals, locale })
      }
      isWaiting={false}
      worth={<Worth token={buyToken} atoms={terms?.buyAmount} />}
      verdict={<Verdict limit={limit} />}
    >
      <Picker {...choosing} limit={limit} side="buy" label={words('well.receiveToken')} />
    </AmountWell>
  )
}

/** How far the limit is from the market, as the price is shown. */
const Verdict = ({ limit }: { readonly limit: Limit }) => {
  const t = useTranslations('limit')
  const format = useFormat()
  const { price, market, distance, scale } = limit
  if (!price || !market.shown || distance === undefined) return null
  const percent = format.change(shownDistance(price, market.shown, scale))
  const tone = distance >= 0.5 ? 'text-surplus' : distance <= -0.5 ? 'text-warn' : undefined
  return <span className={tone}>{t('vsMarket', { percent })}</span>
}

type WorthProps = { readonly token: Token | undefined; readonly atoms: bigint | undefined }

const Worth = ({ token, atoms }: WorthProps) => {
  const format = useFormat()
  const worth = usdValue(atoms, token, useUsdPrice(token?.address))
  return worth === undefined ? null : format.worth(worth)
}

type PickerProps = Props & { readonly side: Side; readonly label: string }

const Picker = ({ limit, side, label, isChoosing, onChoosing }: PickerProps) => (
  <TokenPicker
    label={label}
    tokens={limit.tokens}
    balanceOf={limit.balanceOf}
    selected={side === 'sell' ? limit.sellToken : limit.buyToken}
    open={isChoosing}
    onOpenChange={onChoosing}
    onSelect={(token) => limit.edit({ type: 'token', side, token })}
  />
)
