'use client'

import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type ReactNode, Suspense } from 'react'
import { useSettings } from '@/components/app/settings'
import { useFormat } from '@/components/i18n/use-format'
import { LinkedAmount } from '@/components/orders/linked-amount'
import { type GainTexts, gainTexts, priceTexts } from '@/components/orders/list/row-text'
import type { ShownToken } from '@/components/orders/token-amount'
import { TransactionLink } from '@/components/tx/transaction-link'
import { Detail, DetailList } from '@/components/ui/detail-list'
import { lazyPart } from '@/components/ui/lazy-part'
import { Link } from '@/components/ui/link'
import { fetchTrades, maxPageSize } from '@/lib/client/api'
import { hasFills, type ShownOrder, sellLimit } from '@/lib/client/orders/shown-order'
import type { Presigning } from '@/lib/client/presign/send-presignature'
import type { SwapOrder } from '@/lib/client/swap/place-swap'
import { type Address, toAddress } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { missingText } from '@/lib/core/format/number-text'
import { SaleNote, type SaleTrouble } from './native-sale'
import { RecentSteps } from './recent-steps'
import type { RecentStep, Waits } from './recent-text'

const PresignNote = lazyPart(
  async () => (await import('@/components/presign/presign-note')).PresignNote,
)

const WhyLate = lazyPart(
  async () => (await import('@/components/orders/details/late-order')).WhyLate,
)

type Props = {
  readonly order: ShownOrder
  readonly nameToken: (address: Address) => ShownToken
  /** Of an open order. */
  readonly steps: readonly RecentStep[]
  /** Its state in a sentence. */
  readonly text: string | undefined
  readonly isNew: boolean
  readonly isDelayed: boolean
  readonly waits: Waits
  readonly sale: SwapOrder | undefined
  readonly saleTrouble: SaleTrouble | undefined
  /** Further actions of the owner. */
  readonly actions: ReactNode
  readonly onDiscard: () => void
}

/** What a recent order unfolds to: its progress while it is open, then what it traded. */
export const RecentDetails = (props: Props) => {
  const { order, nameToken, waits, sale, saleTrouble } = props
  const t = useTranslations('orders')
  const { network } = useSettings()
  const isOpen = order.status === 'open'
  const isUnpaid = waits === 'unpaid' || waits === 'failed'
  return (
    <div className="grid gap-4 px-4 pb-4 tab:px-6 tab:pb-5">
      {/* Until it is signed, its one step is the note below. */}
      {isOpen && waits !== 'unsigned' ? <RecentSteps steps={props.steps} /> : null}
      {isUnpaid && sale ? (
        <SaleNote placed={sale} trouble={saleTrouble} onDiscard={props.onDiscard} />
      ) : null}
      {order.signingScheme === 'presign' ? (
        <Suspense fallback={null}>
          <Presign order={order} isNew={props.isNew} />
        </Suspense>
      ) : null}
      {props.text === undefined ? null : (
        <div className="text-small text-ink-2">
          <p>{props.text}</p>
          {props.isDelayed ? (
            <Suspense fallback={null}>
              <WhyLate />
            </Suspense>
          ) : null}
        </div>
      )}
      {hasFills(order) ? <Trade {...{ order, nameToken }} /> : null}
      {isUnpaid ? null : (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <Link
            href={`/orders/${order.uid}?chain=${network.name}`}
            className="inline-flex min-h-8 max-tab:min-h-11 items-center gap-1.5 text-small font-medium text-primary underline-offset-4 hover:underline"
          >
            {t('row.details')} <ArrowRight aria-hidden="true" className="size-4" />
          </Link>
          <span className="flex flex-wrap items-center gap-2">{props.actions}</span>
        </div>
      )}
    </div>
  )
}

const Presign = ({ order, isNew }: Pick<Props, 'order' | 'isNew'>) => {
  const { network, settings } = useSettings()
  const presigning: Presigning = {
    uid: order.uid,
    settlementContract: toAddress(settings.settlementContract),
    approval: {
      ...{ chainId: network.chainId, token: order.sellToken, owner: order.owner },
      amount: sellLimit(order),
      spender: toAddress(settings.vaultRelayerContract),
    },
  }
  return (
    <PresignNote
      presigning={presigning}
      network={network}
      status={order.signed ? 'signed' : 'pending'}
      isNew={isNew}
    />
  )
}

/** Maximum number of transactions listed; a partially fillable order may have many. */
const listed = 3

const Trade = ({ order, nameToken }: Pick<Props, 'order' | 'nameToken'>) => {
  const t = useTranslations('orders')
  const words = { t, format: useFormat() }
  const { network } = useSettings()
  const { data: trades = [] } = useQuery({
    queryKey: ['order-trades', network.name, order.uid, String(order.executedBuy)],
    queryFn: ({ signal }) =>
      fetchTrades(network.name, { orderUid: order.uid, limit: maxPageSize }, { signal }),
  })
  const price = priceTexts(words, order, nameToken)
  const { vsQuote, vsLimit } = gainTexts(words, order, nameToken)
  const amount = (atoms: bigint, token: Address) => (
    <LinkedAmount
      atoms={atoms}
      token={nameToken(token)}
      at={{ network: network.name, address: token }}
    />
  )
  return (
    <DetailList place="panel">
      <Detail name={t('trades.paid')}>{amount(order.executedSell, order.sellToken)}</Detail>
      <Detail name={t('trades.received')}>{amount(order.executedBuy, order.buyToken)}</Detail>
      <Detail name={t('trades.price')} note={price?.unit}>
        {price?.price ?? missingText}
      </Detail>
      <Detail name={t('surplus.vsQuote')} note={vsQuote?.percent}>
        <span className={vsQuote?.tone === 'gain' ? 'text-surplus' : undefined}>
          {shown(vsQuote)}
        </span>
      </Detail>
      <Detail name={t('surplus.vsLimit')} note={vsLimit?.percent}>
        {shown(vsLimit)}
      </Detail>
      {trades.slice(0, listed).map(({ txHash, logIndex }) => (
        <Detail key={`${txHash} ${logIndex}`} name={t('trades.transaction')}>
          <TransactionLink network={network.name} hash={txHash as Hex} />
        </Detail>
      ))}
      {trades.length > listed ? (
        <Detail name={t('trades.earlier')}>
          {t('trades.onPage', { count: trades.length - listed })}
        </Detail>
      ) : null}
    </DetailList>
  )
}

const shown = (gain: GainTexts | undefined) =>
  gain === undefined ? missingText : `${gain.amount} ${gain.symbol}`
