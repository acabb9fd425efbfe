import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { AutoRefresh } from '@/components/app/auto-refresh'
import type { ServedNetwork } from '@/components/app/settings'
import { useFormat } from '@/components/i18n/use-format'
import { Badge } from '@/components/ui/badge'
import { Detail, DetailList } from '@/components/ui/detail-list'
import { EndStamp } from '@/components/ui/end-stamp'
import { Receipt, ReceiptAmount } from '@/components/ui/receipt'
import { NetworkName } from '@/components/wallet/network-name'
import { usdValue } from '@/lib/client/usd-value'
import { nativeToken } from '@/lib/core/address'
import type { Network } from '@/lib/core/networks/network'
import type {
  TransactionOutcome,
  TransactionReport,
} from '@/lib/settlements/reports/find-transaction-report'
import { type Names, Party } from './party'
import { pendingRefreshes } from './pending-refreshes'
import {
  type TransactionFacts,
  transactionFigure,
  transactionKind,
  writerOf,
} from './transaction-text'

type Props = {
  readonly report: TransactionReport
  readonly facts: TransactionFacts
  readonly names: Names
  readonly network: Network
  readonly served: ServedNetwork
}

/** A transaction as a receipt: what it moved, what it cost, who sent it and where it is on the chain. */
export const TransactionTicket = ({ report, facts, names, network, served }: Props) => {
  const t = useTranslations('tx')
  const format = useFormat()
  const write = writerOf(t, format)
  const { transaction, outcome, nativeUsd } = report
  const { hash, from, value, nonce, call } = transaction
  const native = { address: nativeToken, symbol: network.nativeSymbol, decimals: 18 }
  const figure = transactionFigure(t, write, facts) ?? {
    name: t('figure.call'),
    text: call.method ?? transactionKind(t, call),
  }
  return (
    <Receipt
      label={t('receipt.label')}
      number={t('receipt.number', { id: hash.slice(2, 10) })}
      head={
        <>
          <ReceiptAmount name={figure.name} amount={figure.text} />
          {outcome ? (
            <ReceiptAmount
              name={t('fact.cost')}
              amount={write(outcome.fee, native)}
              note={t('fact.today', { usd: format.usd(usdValue(outcome.fee, native, nativeUsd)) })}
            />
          ) : null}
        </>
      }
    >
      <Status outcome={outcome} />
      <div className="mt-auto border-t border-hair pt-5">
        <DetailList place="ticket">
          {outcome ? (
            <Detail
              name={t('fact.gas')}
              note={t('fact.gasAt', { price: format.gwei(outcome.gasPrice) })}
            >
              {format.count(outcome.gasUsed)}
            </Detail>
          ) : null}
          {value > 0n && figure.name !== t('figure.sent') ? (
            <Detail name={t('fact.value')}>{write(value, native)}</Detail>
          ) : null}
          <Detail name={t('fact.network')}>
            <NetworkName network={served} />
          </Detail>
          <Detail name={t('fact.from')}>
            <span className="-mr-3.5 inline-block">
              <Party address={from} network={network.name} names={names} what={t('fact.sender')} />
            </span>
          </Detail>
          <Target {...{ report, names }} />
          <Detail name={t('fact.nonce')}>{nonce}</Detail>
          {outcome ? <Time outcome={outcome} /> : null}
        </DetailList>
      </div>
    </Receipt>
  )
}

type OutcomeProps = { readonly outcome: TransactionOutcome }

/** Block and stamp of a mined transaction; a pending one is looked up again. */
const Status = ({ outcome }: { readonly outcome: TransactionOutcome | undefined }) => {
  const t = useTranslations('tx')
  const format = useFormat()
  const time = outcome && new Date(outcome.timestamp * 1000)
  const isDone = outcome?.status === 'succeeded'
  const end = time && {
    kind: isDone ? ('filled' as const) : ('cancelled' as const),
    word: isDone ? t('done') : t('failed'),
    note: `${format.day(time)} · ${format.utcClock(time)} UTC`,
  }
  return (
    <div className="flex min-h-24 flex-wrap items-center justify-between gap-x-4 gap-y-3">
      {outcome === undefined ? (
        <Figure name={t('fact.state')} note={t('waits')}>
          <Badge tone="primary" sign="live">
            {t('pending')}
          </Badge>
          <AutoRefresh {...pendingRefreshes} />
        </Figure>
      ) : (
        <Figure
          name={t('fact.block')}
          note={
            isDone
              ? t('fact.confirmations', { count: Number(outcome.confirmations) })
              : t('failedText')
          }
        >
          <span className="text-stat font-semibold">{`${outcome.blockNumber}`}</span>
        </Figure>
      )}
      <EndStamp end={end} />
    </div>
  )
}

type FigureProps = {
  readonly name: string
  readonly note: string
  readonly children: ReactNode
}

const Figure = ({ name, note, children }: FigureProps) => (
  <div className="grid min-w-0 flex-1 basis-24 justify-items-start gap-1">
    <p className="text-label text-ink-2">{name}</p>
    <div className="numeric">{children}</div>
    <p role="status" className="numeric text-label text-ink-2">
      {note}
    </p>
  </div>
)

const Target = ({ report, names }: Pick<Props, 'report' | 'names'>) => {
  const t = useTranslations('tx')
  const { to } = report.transaction
  const address = to ?? report.outcome?.created
  return (
    <Detail name={to === undefined ? t('fact.creates') : t('fact.to')}>
      {address === undefined ? (
        t('fact.contract')
      ) : (
        <span className="-mr-3.5 inline-block">
          <Party address={address} names={names} what={t('fact.target')} />
        </span>
      )}
    </Detail>
  )
}

const Time = ({ outcome: { timestamp } }: OutcomeProps) => {
  const t = useTranslations('tx')
  const time = new Date(timestamp * 1000)
  return (
    <Detail name={t('fact.time')}>
      <time dateTime={time.toISOString()}>{useFormat().utc(time)}</time>
    </Detail>
  )
}
