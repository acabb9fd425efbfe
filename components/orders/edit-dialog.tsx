'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { useFormat } from '@/components/i18n/use-format'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Dialog, DialogContent } from '@/components/ui/dialog'
import { SelectField } from '@/components/ui/select-field'
import { TextField } from '@/components/ui/text-field'
import { toastSuccess } from '@/components/ui/toast'
import { ProblemAlert } from '@/components/wallet/problem-alert'
import { type ExpiryPreset, expiryPresets } from '@/lib/client/limit/expiry'
import { type PairDecimals, readEdit, startEdit } from '@/lib/client/orders/replace-order'
import type { ShownOrder } from '@/lib/client/orders/shown-order'
import { ApiError } from '@/lib/client/request'
import { serverClock } from '@/lib/client/server-clock'
import { describeSigningProblem } from '@/lib/client/swap/signing-problem'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { rateText, type ShownToken } from './token-amount'
import { useEditOrder } from './use-edit-order'

type Props = {
  readonly order: ShownOrder
  readonly sold: ShownToken
  readonly bought: ShownToken
  readonly decimals: PairDecimals
  readonly owner: Address
  readonly onClose: () => void
  /** Called with the UID of the placed replacement. */
  readonly onReplaced: (uid: Hex) => void
}

const presets = Object.keys(expiryPresets) as readonly ExpiryPreset[]

/** Edits an open order: the owner signs a replacement, which the service swaps in atomically. */
export const EditDialog = (props: Props) => {
  const { order, sold, bought, decimals, owner, onClose, onReplaced } = props
  const t = useTranslations('orders')
  const format = useFormat()
  const locale = useLocale()
  const [edit, setEdit] = useState(() => startEdit(order, decimals, locale))
  const [expiry, setExpiry] = useState<ExpiryPreset | 'same'>('same')
  const { progress, error, replace, stop } = useEditOrder(owner)
  const read = readEdit(edit, decimals, locale)
  const wrong = 'wrong' in read ? read.wrong : []
  const isSell = order.kind === 'sell'
  const close = () => {
    stop()
    onClose()
  }
  const run = async () => {
    if ('wrong' in read) return
    const validTo =
      expiry === 'same'
        ? order.validTo
        : Math.floor(serverClock.nowMs() / 1_000) + expiryPresets[expiry]
    const placed = await replace(order.uid, { ...read, validTo })
    if (placed === undefined) return
    toastSuccess({ title: t('edit.done') })
    onReplaced(placed)
    close()
  }
  const errorOf = (side: 'sell' | 'buy') => (wrong.includes(side) ? t('edit.noAmount') : undefined)
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : close())}>
      <DialogContent
        title={t('edit.title')}
        description={t('edit.what')}
        footer={
          <Button
            variant="primary"
            size="large"
            className="w-full"
            busy={progress !== 'idle'}
            aria-disabled={wrong.length > 0}
            onClick={() => void run()}
          >
            {t(`edit.${progress}`)}
          </Button>
        }
      >
        <div className="grid grid-cols-1 gap-4">
          <TextField
            inputMode="decimal"
            label={
              isSell
                ? t('edit.pay', { symbol: sold.symbol })
                : t('edit.payAtMost', { symbol: sold.symbol })
            }
            value={edit.sell}
            error={errorOf('sell')}
            onChange={({ target }) => setEdit({ ...edit, sell: target.value })}
          />
          <TextField
            inputMode="decimal"
            label={
              isSell
                ? t('edit.getAtLeast', { symbol: bought.symbol })
                : t('edit.get', { symbol: bought.symbol })
            }
            value={edit.buy}
            error={errorOf('buy')}
            hint={
              'wrong' in read
                ? undefined
                : rateText(
                    format,
                    { atoms: read.sellAmount, token: sold },
                    { atoms: read.buyAmount, token: bought },
                  )
            }
            onChange={({ target }) => setEdit({ ...edit, buy: target.value })}
          />
          <Expiry {...{ order, expiry, setExpiry }} />
          <Failure error={error} />
        </div>
      </DialogContent>
    </Dialog>
  )
}

type ExpiryProps = {
  readonly order: ShownOrder
  readonly expiry: ExpiryPreset | 'same'
  readonly setExpiry: (expiry: ExpiryPreset | 'same') => void
}

const Expiry = ({ order, expiry, setExpiry }: ExpiryProps) => {
  const t = useTranslations('orders')
  const format = useFormat()
  const until = format.local(new Date(order.validTo * 1_000), new Date())
  return (
    <SelectField
      label={t('edit.expires')}
      value={expiry}
      onChange={({ target: { value } }) =>
        setExpiry(presets.find((preset) => preset === value) ?? 'same')
      }
    >
      <option value="same">{t('edit.same', { until })}</option>
      {presets.map((preset) => (
        <option key={preset} value={preset}>
          {t(`edit.${preset}`)}
        </option>
      ))}
    </SelectField>
  )
}

const Failure = ({ error }: { readonly error: unknown }) => {
  const t = useTranslations('orders')
  const wallet = useTranslations('wallet')
  if (error === undefined) return null
  const isBidOn = error instanceof ApiError && error.code === 'OldOrderActivelyBidOn'
  if (isBidOn) {
    return (
      <Alert tone="warn" title={t('edit.bidOn')}>
        {t('edit.bidOnAdvice')}
      </Alert>
    )
  }
  return <ProblemAlert problem={describeSigningProblem(wallet, error)} />
}
