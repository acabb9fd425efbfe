'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useEffect, useReducer, useState } from 'react'
import { useOnline } from '@/components/app/use-online'
import { useFormat } from '@/components/i18n/use-format'
import { rateText, type ShownToken, tokenAmountText } from '@/components/orders/token-amount'
import { type KnownLoss, useValueLoss } from '@/components/swap/form/use-value-loss'
import { ReviewConsents } from '@/components/swap/review/review-consents'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Dialog, DialogContent } from '@/components/ui/dialog'
import { SelectField } from '@/components/ui/select-field'
import { TextField } from '@/components/ui/text-field'
import { toastSuccess } from '@/components/ui/toast'
import { ProblemAlert } from '@/components/wallet/problem-alert'
import { type ExpiryPreset, expiryPresets } from '@/lib/client/limit/expiry'
import { decideEditAction } from '@/lib/client/orders/edit-action'
import { minMarketGap, type Offer } from '@/lib/client/orders/order-prices'
import {
  type OrderEdit,
  type PairDecimals,
  readEdit,
  startEdit,
} from '@/lib/client/orders/replace-order'
import type { ShownOrder } from '@/lib/client/orders/shown-order'
import { ApiError } from '@/lib/client/request'
import { serverClock } from '@/lib/client/server-clock'
import { hasConsent, nextConsent, noConsent } from '@/lib/client/swap/consent-state'
import { describeSigningProblem } from '@/lib/client/swap/signing-problem'
import { isSignificant } from '@/lib/client/swap/value-loss'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { useEditFunds } from './use-edit-funds'
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

/**
 * Edits an open order: the owner signs a replacement, which the service swaps in atomically. What the service would reject
 * is checked before the wallet is asked, as in the form.
 */
export const EditDialog = (props: Props) => {
  const { order, sold, bought, decimals, owner, onClose, onReplaced } = props
  const t = useTranslations('orders')
  const wallet = useTranslations('wallet')
  const words = { t, format: useFormat() }
  const locale = useLocale()
  const [edit, setEdit] = useState(() => startEdit(order, decimals, locale))
  const [expiry, setExpiry] = useState<ExpiryPreset | 'same'>('same')
  const { progress, error, replace, stop, forgetError } = useEditOrder(owner)
  const read = readEdit(edit, decimals, locale)
  const wrong = 'wrong' in read ? read.wrong : []
  const offer = 'wrong' in read ? undefined : read
  const funds = useEditFunds(order, { owner, sellAmount: offer?.sellAmount ?? 0n })
  const known = useOfferLoss(props, offer)
  const [consent, give] = useConsent(edit)
  const risks = { loss: known.loss, slippageBps: 0, isToContract: false }
  const action = decideEditAction({
    isOnline: useOnline(),
    ...{ progress, loss: known.loss, balance: funds.balance },
    amounts: offer ? 'given' : 'wrong',
    approval: funds.needsAllowance ? funds.approval.state : undefined,
    hasConsent: hasConsent(consent, { risks, confirmWord: wallet('consent.word') }),
  })
  const isSell = order.kind === 'sell'
  const close = () => {
    stop()
    onClose()
  }
  const change = (fields: Partial<OrderEdit>) => {
    forgetError()
    setEdit({ ...edit, ...fields })
  }
  const run = async () => {
    if (!offer) return
    const validTo =
      expiry === 'same'
        ? order.validTo
        : Math.floor(serverClock.nowMs() / 1_000) + expiryPresets[expiry]
    const placed = await replace(order.uid, { ...offer, validTo })
    if (placed === undefined) return
    toastSuccess({ title: t('edit.done') })
    onReplaced(placed)
    close()
  }
  const acts = { none: () => {}, approve: funds.approval.approve, sign: () => void run() }
  const noAmount = (side: 'sell' | 'buy') => (wrong.includes(side) ? t('edit.noAmount') : undefined)
  const short =
    funds.balance === 'short' && funds.held !== undefined
      ? t('edit.short', { held: tokenAmountText(words, funds.held, sold) })
      : undefined
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
            busy={action.isBusy}
            aria-disabled={action.does === 'none'}
            onClick={acts[action.does]}
          >
            {t(`edit.do.${action.step}`, { symbol: sold.symbol })}
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
            error={noAmount('sell') ?? short}
            onChange={({ target }) => change({ sell: target.value })}
          />
          <TextField
            inputMode="decimal"
            label={
              isSell
                ? t('edit.getAtLeast', { symbol: bought.symbol })
                : t('edit.get', { symbol: bought.symbol })
            }
            value={edit.buy}
            error={noAmount('buy')}
            hint={offer && <Rate {...{ sold, bought, offer, known }} />}
            onChange={({ target }) => change({ buy: target.value })}
          />
          {offer ? <BelowMarket {...known} /> : null}
          {offer ? <ReviewConsents {...known} {...{ consent, give, risks }} /> : null}
          <Expiry
            {...{ order, expiry }}
            setExpiry={(chosen) => {
              forgetError()
              setExpiry(chosen)
            }}
          />
          <Failure
            error={error ?? (action.does === 'approve' ? funds.approval.error : undefined)}
            soldText={(atoms) => tokenAmountText(words, atoms, sold)}
          />
        </div>
      </DialogContent>
    </Dialog>
  )
}

/** How much less the edited order's minimum is worth, by dollar prices, which rate it as the limit form does. */
function useOfferLoss({ order, decimals }: Props, offer: Offer | undefined): KnownLoss {
  const { sellToken, buyToken } = order
  return useValueLoss(
    {
      form: { sellToken, buyToken },
      // The market is not quoted here.
      limit: { distance: undefined },
      sellToken: { decimals: decimals.sold },
      buyToken: { decimals: decimals.bought },
    },
    offer && { pays: offer.sellAmount, gets: offer.buyAmount },
  )
}

/** The owner's consent to these amounts. */
function useConsent({ sell, buy }: OrderEdit) {
  const keyId = `${sell} ${buy}`
  const [consent, give] = useReducer(nextConsent, keyId, noConsent)
  useEffect(() => give({ type: 'key', keyId }), [keyId])
  return [consent, give] as const
}

type RateProps = Pick<Props, 'sold' | 'bought'> & {
  readonly offer: Offer
  readonly known: KnownLoss
}

/** The edited price, and how far it is from the market where that is known and no warning says it. */
const Rate = ({ sold, bought, offer, known: { bps, loss } }: RateProps) => {
  const t = useTranslations('orders')
  const format = useFormat()
  const rate = rateText(
    format,
    { atoms: offer.sellAmount, token: sold },
    { atoms: offer.buyAmount, token: bought },
  )
  if (rate === undefined || bps === undefined || isSignificant(loss)) return rate
  const gap = -bps / 10_000
  if (Math.abs(gap) < minMarketGap) return t('edit.rate.at', { rate })
  const percent = format.percent(Math.abs(gap))
  return t(gap > 0 ? 'edit.rate.above' : 'edit.rate.below', { rate, percent })
}

/** Warns of a limit far below the market. */
const BelowMarket = ({ bps = 0, loss }: KnownLoss) => {
  const t = useTranslations('orders')
  const wallet = useTranslations('wallet')
  const format = useFormat()
  if (!isSignificant(loss)) return null
  return (
    <Alert
      tone={loss === 'mild' ? 'warn' : 'danger'}
      title={t('edit.below', { percent: format.percent(bps / 10_000) })}
    >
      {wallet('consent.below')}
    </Alert>
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

type FailureProps = {
  readonly error: unknown
  readonly soldText: (atoms: bigint) => string
}

const Failure = ({ error, soldText }: FailureProps) => {
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
  return <ProblemAlert problem={describeSigningProblem(wallet, error, soldText)} />
}
