'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useConfig } from 'wagmi'
import { useSettings } from '@/components/app/settings'
import { useUsdPrices } from '@/components/app/use-usd-prices'
import { useFormat } from '@/components/i18n/use-format'
import { type ShownToken, tokenAmountText } from '@/components/orders/token-amount'
import { Chip } from '@/components/ui/chip'
import { confirmWindow } from '@/components/ui/confirm-dialog'
import { Detail, DetailList } from '@/components/ui/detail-list'
import { Dialog, DialogContent } from '@/components/ui/dialog'
import {
  type CancelWay,
  cancelActionText,
  cancelTroubleText,
  cancelWayText,
  isBusy,
} from '@/lib/client/orders/cancel-state'
import { cancelWays, type ShownOrder, sellLimit } from '@/lib/client/orders/shown-order'
import { usdValue } from '@/lib/client/usd-value'
import { estimateInvalidation } from '@/lib/client/wallet/invalidate-order'
import { type Address, nativeToken, toAddress } from '@/lib/core/address'
import { CancelResults, CancelTargets } from './cancel-targets'
import type { Cancellations } from './use-cancel-orders'

type Props = {
  readonly owner: Address
  readonly orders: readonly ShownOrder[]
  readonly nameToken: (address: Address) => ShownToken
  readonly cancellations: Cancellations
}

/** Confirms a cancellation, shows its progress and, for several orders, each outcome. */
export const CancelDialog = ({ owner, orders, nameToken, cancellations }: Props) => {
  const t = useTranslations('orders')
  const { state, run, close, choose } = cancellations
  const { step } = state
  const uids = step.at === 'closed' ? [] : step.uids
  const selected = uids.flatMap((uid) => orders.find((order) => order.uid === uid) ?? [])
  const [only] = selected
  const list = { orders: selected, nameToken, outcomes: state.outcomes }
  return (
    <Dialog open={step.at !== 'closed'} onOpenChange={(open) => (open ? undefined : close())}>
      {step.at === 'accepted' ? (
        <DialogContent title={t('cancel.results')}>
          <CancelResults {...list} />
        </DialogContent>
      ) : step.at === 'closed' ? null : (
        <DialogContent
          {...confirmWindow({
            title: t('cancel.title', { count: selected.length }),
            description: cancelWayText(t, { way: step.way, count: selected.length }),
            labels: {
              act: cancelActionText(t, step),
              keep:
                step.at === 'sent'
                  ? t('cancel.close')
                  : t('cancel.keep', { count: selected.length }),
            },
            busy: isBusy(step),
            onAct: run,
            onClose: close,
            failure:
              step.at === 'asking' && step.trouble ? cancelTroubleText(t, step.trouble) : undefined,
            children:
              selected.length === 1 && only ? (
                <>
                  <WayChoice ways={cancelWays(only, owner)} way={step.way} onChoose={choose} />
                  <Terms order={only} nameToken={nameToken} way={step.way} />
                </>
              ) : (
                <CancelTargets {...list} />
              ),
          })}
        />
      )}
    </Dialog>
  )
}

type WayProps = {
  readonly ways: readonly CancelWay[]
  readonly way: CancelWay
  readonly onChoose: (way: CancelWay) => void
}

const WayChoice = ({ ways, way, onChoose }: WayProps) => {
  const t = useTranslations('orders')
  if (ways.length < 2) return null
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="sr-only">{t('cancel.how')}</legend>
      {ways.map((each) => (
        <Chip key={each} pressed={each === way} onClick={() => onChoose(each)}>
          {t(`cancel.${each}`)}
        </Chip>
      ))}
    </fieldset>
  )
}

type TermsProps = {
  readonly order: ShownOrder
  readonly nameToken: (address: Address) => ShownToken
  readonly way: CancelWay
}

const Terms = ({ order, nameToken, way }: TermsProps) => {
  const t = useTranslations('orders')
  const format = useFormat()
  const isSell = order.kind === 'sell'
  return (
    <DetailList>
      <Detail name={isSell ? t('cancel.pay') : t('cancel.payAtMost')}>
        {tokenAmountText({ t, format }, sellLimit(order), nameToken(order.sellToken))}
      </Detail>
      <Detail name={isSell ? t('cancel.getAtLeast') : t('cancel.get')}>
        {tokenAmountText({ t, format }, order.buyAmount, nameToken(order.buyToken))}
      </Detail>
      <Detail name={t('edit.expires')}>
        {format.local(new Date(order.validTo * 1000), new Date())}
      </Detail>
      <Detail name={t('costs.network')}>
        {way === 'signature' ? t('cancel.free') : <TransactionCost order={order} />}
      </Detail>
    </DetailList>
  )
}

/** Estimated cost of the invalidation transaction, in the native token and in US dollars. */
const TransactionCost = ({ order }: { readonly order: ShownOrder }) => {
  const config = useConfig()
  const t = useTranslations('orders')
  const format = useFormat()
  const { settings, network } = useSettings()
  const { chainId, nativeSymbol } = network
  const wrapped = toAddress(network.wrappedNative)
  const price = useUsdPrices([wrapped])(wrapped)
  const settlementContract = toAddress(settings.settlementContract)
  const { data: wei, isError } = useQuery({
    queryKey: ['invalidation-cost', chainId, order.uid],
    queryFn: () => estimateInvalidation(config, { order, chainId, settlementContract }),
    refetchInterval: 12_000,
  })
  if (wei === undefined) return isError ? t('cancel.unknown') : t('cancel.estimating')
  const dollars = usdValue(wei, { decimals: 18 }, price)
  const amount = `${format.amount(wei, { address: nativeToken, decimals: 18 })} ${nativeSymbol}`
  return dollars === undefined
    ? t('cancel.about', { amount })
    : t('cancel.aboutUsd', { amount, dollars: format.usd(dollars) })
}
