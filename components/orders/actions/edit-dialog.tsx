'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { useConfig } from 'wagmi'
import { useSettings } from '@/components/app/settings'
import { useUsdPrices } from '@/components/app/use-usd-prices'
import { useFormat } from '@/components/i18n/use-format'
import { rateText, type ShownToken } from '@/components/orders/token-amount'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Dialog, DialogContent } from '@/components/ui/dialog'
import { SelectField } from '@/components/ui/select-field'
import { TextField } from '@/components/ui/text-field'
import { toastSuccess } from '@/components/ui/toast'
import { ProblemAlert } from '@/components/wallet/problem-alert'
import { useRequests } from '@/components/wallet/use-requests'
import { fetchOrder } from '@/lib/client/api'
import { ensureOrder } from '@/lib/client/ensure-order'
import { type ExpiryPreset, expiryPresets } from '@/lib/client/limit/expiry'
import { marketGap, minMarketGap, type Offer } from '@/lib/client/orders/order-prices'
import {
  type OrderChange,
  type PairDecimals,
  readEdit,
  replacementOf,
  startEdit,
} from '@/lib/client/orders/replace-order'
import type { ShownOrder } from '@/lib/client/orders/shown-order'
import { ApiError } from '@/lib/client/request'
import { serverClock } from '@/lib/client/server-clock'
import { signOrder } from '@/lib/client/sign-order'
import { describeSigningProblem } from '@/lib/client/swap/signing-problem'
import { walletClientOn } from '@/lib/client/wallet/wallet-client'
import { walletSigner } from '@/lib/client/wallet/wallet-signer'
import { type Address, toAddress } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { hashOrder, orderDomain, orderUid } from '@/lib/core/order'

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
              'wrong' in read ? undefined : <Rate {...{ order, sold, bought, decimals, read }} />
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

type RateProps = Pick<Props, 'order' | 'sold' | 'bought' | 'decimals'> & { readonly read: Offer }

/** The edited price, and how far it is from the market where that is known. */
const Rate = ({ order, sold, bought, decimals, read }: RateProps) => {
  const t = useTranslations('orders')
  const format = useFormat()
  const priceOf = useUsdPrices([order.sellToken, order.buyToken])
  const [soldUsd, boughtUsd] = [priceOf(order.sellToken), priceOf(order.buyToken)]
  const rate = rateText(
    format,
    { atoms: read.sellAmount, token: sold },
    { atoms: read.buyAmount, token: bought },
  )
  const gap = marketGap(read, {
    sold: soldUsd === undefined ? undefined : { usd: soldUsd, decimals: decimals.sold },
    bought: boughtUsd === undefined ? undefined : { usd: boughtUsd, decimals: decimals.bought },
  })
  if (rate === undefined || gap === undefined) return rate
  if (Math.abs(gap) < minMarketGap) return t('edit.rate.at', { rate })
  const percent = format.percent(Math.abs(gap))
  return t(gap > 0 ? 'edit.rate.above' : 'edit.rate.below', { rate, percent })
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

/** Stage of an edit in progress. */
export type EditProgress = 'idle' | 'signing' | 'sending'

/** Signs and submits a replacement of an open order of the connected account. */
export function useEditOrder(owner: Address) {
  const config = useConfig()
  const { settings, network } = useSettings()
  const requests = useRequests()
  const [progress, setProgress] = useState<EditProgress>('idle')
  const [error, setError] = useState<unknown>()

  /** Returns the UID of the placed replacement; undefined on failure or abort. */
  const replace = async (uid: Hex, change: OrderChange): Promise<Hex | undefined> => {
    const { signal } = requests.begin()
    const { chainId, name } = network
    setError(undefined)
    setProgress('signing')
    try {
      const { order, document } = replacementOf(await fetchOrder(name, uid, { signal }), change)
      await walletClientOn(config, network)
      const settlementContract = toAddress(settings.settlementContract)
      const unsigned = { order, from: owner, chainId, settlementContract }
      const signature = await signOrder(walletSigner(config, chainId), unsigned)
      signal.throwIfAborted()
      setProgress('sending')
      const consent = { from: owner, signature, signingScheme: 'eip712' as const }
      const submission = { order, ...consent, quoteId: undefined, appData: document }
      const digest = hashOrder(orderDomain(chainId, settlementContract), order)
      const placed = orderUid(digest, owner, order.validTo)
      await ensureOrder(name, { uid: placed, submission })
      return placed
    } catch (cause) {
      if (!signal.aborted) setError(cause)
      return undefined
    } finally {
      if (!signal.aborted) setProgress('idle')
    }
  }
  const stop = () => {
    requests.stop()
    setProgress('idle')
    setError(undefined)
  }
  return { progress, error, replace, stop }
}
