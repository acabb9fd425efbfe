'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useFormat } from '@/components/i18n/use-format'
import { AmountWell } from '@/components/swap/form/amount-well'
import { Faucet } from '@/components/swap/form/faucet'
import { SellBalance } from '@/components/swap/form/sell-well'
import { amountError, amountNote } from '@/components/swap/form/side-amount'
import { TokenPicker } from '@/components/swap/tokens/token-picker'
import { useUsdPrice } from '@/components/swap/tokens/use-tokens'
import { amountLength } from '@/components/ui/amount-field'
import { classNames } from '@/components/ui/class-names'
import { Well } from '@/components/ui/well'
import { boughtFor } from '@/lib/client/limit/ratio'
import type { Side } from '@/lib/client/swap/swap-form'
import type { Token } from '@/lib/client/swap/tokens'
import { usdValue } from '@/lib/client/usd-value'
import { missingText } from '@/lib/core/format/number-text'
import type { Schedule } from './use-schedule'

type Props = {
  readonly schedule: Schedule
  readonly isChoosing: boolean
  readonly onChoosing: (open: boolean) => void
}

/** What all orders sell together. */
export const ScheduleSellWell = ({ schedule, ...choosing }: Props) => {
  const t = useTranslations('schedule')
  const words = useTranslations('swap')
  const locale = useLocale()
  const { form, edit, sold, sellToken, balanceOf } = schedule
  return (
    <AmountWell
      title={t('well.pay')}
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
      <Picker {...choosing} schedule={schedule} side="sell" label={words('well.payToken')} />
    </AmountWell>
  )
}

/** What the total would buy at today's price; the fills decide. */
export const ScheduleBuyWell = ({ schedule, ...choosing }: Props) => {
  const t = useTranslations('schedule')
  const words = useTranslations('swap')
  const format = useFormat()
  const { sold, buyToken, market } = schedule
  const total = 'atoms' in sold ? sold.atoms : 0n
  const bought = market.ratio && total > 0n ? boughtFor(total, market.ratio) : undefined
  const isEmpty = total === 0n
  const amount = bought === undefined || !buyToken ? missingText : format.amount(bought, buyToken)
  const text = isEmpty ? '0' : amount
  return (
    <Well className="grid grid-cols-1 content-between gap-2">
      <div className="flex min-h-4 items-center justify-between gap-2 text-label text-ink-2">
        <span className="shrink-0">{t('well.receive')}</span>
        <span>{t('well.today')}</span>
      </div>
      <div className="flex flex-wrap items-start gap-x-3 gap-y-1">
        <div className="@container min-w-0 flex-1 basis-32">
          <output
            aria-label={words('well.amountOf', { title: t('well.receive') })}
            data-length={amountLength(text)}
            className={classNames(
              'amount-text flex h-11 items-center font-medium',
              isEmpty ? 'text-ink-3' : 'text-ink-2',
            )}
          >
            {text}
          </output>
        </div>
        <Picker {...choosing} schedule={schedule} side="buy" label={words('well.receiveToken')} />
      </div>
      <p className="numeric min-h-4 text-label text-ink-2 wrap-anywhere">
        <Worth token={buyToken} atoms={bought} />
      </p>
    </Well>
  )
}

type WorthProps = { readonly token: Token | undefined; readonly atoms: bigint | undefined }

const Worth = ({ token, atoms }: WorthProps) => {
  const format = useFormat()
  const worth = usdValue(atoms, token, useUsdPrice(token?.address))
  return worth === undefined ? null : format.worth(worth)
}

type PickerProps = Props & { readonly side: Side; readonly label: string }

const Picker = ({ schedule, side, label, isChoosing, onChoosing }: PickerProps) => (
  <TokenPicker
    label={label}
    tokens={schedule.tokens}
    balanceOf={schedule.balanceOf}
    selected={side === 'sell' ? schedule.sellToken : schedule.buyToken}
    open={isChoosing}
    onOpenChange={onChoosing}
    onSelect={(token) => schedule.edit({ type: 'token', side, token })}
  />
)
