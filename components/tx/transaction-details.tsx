import Link from 'next/link'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { AutoRefresh } from '@/components/app/auto-refresh'
import { auctionHref } from '@/components/auctions/auction-href'
import { useFormat } from '@/components/i18n/use-format'
import { CopyButton } from '@/components/ui/copy-button'
import { Detail, DetailList } from '@/components/ui/detail-list'
import { Stamp } from '@/components/ui/stamp'
import { usdValue } from '@/lib/client/usd-value'
import { nativeToken } from '@/lib/core/address'
import type {
  TransactionOutcome,
  TransactionReport,
} from '@/lib/settlements/reports/find-transaction-report'
import { type Names, Party } from './party'
import { pendingLooks } from './pending-looks'
import { type NamedToken, writerOf } from './transaction-text'

/** The network of a transaction. */
export type ShownNetwork = {
  readonly name: string
  readonly nativeSymbol: string
  /** Title, such as "Embedded Ethereum". */
  readonly title: string
}

type Props = {
  readonly report: TransactionReport
  readonly names: Names
  readonly network: ShownNetwork
  /** One-sentence summary. */
  readonly children: ReactNode
}

const soft = (chunks: ReactNode) => <span className="font-normal text-ink-2">{chunks}</span>

/** Sender, target, block and cost of a transaction. */
export const TransactionDetails = ({ report, names, network, children }: Props) => {
  const t = useTranslations('tx')
  const write = writerOf(t, useFormat())
  const { transaction, outcome } = report
  const { hash, from, value } = transaction
  const native = { address: nativeToken, symbol: network.nativeSymbol, decimals: 18 }
  return (
    <section
      aria-label={t('section.facts')}
      className="grid gap-4 rounded-card border border-card-edge bg-surface p-5 shadow-card"
    >
      <div className="flex items-start justify-between gap-4">
        <p>{children}</p>
        <State outcome={outcome} />
      </div>
      {outcome === undefined ? <Waiting /> : null}
      {outcome?.status === 'failed' ? (
        <p className="text-small text-danger">{t('failedText')}</p>
      ) : null}
      <DetailList>
        <Detail name={t('fact.transaction')}>
          <span className="-my-3 -mr-3.5 inline-flex items-center font-mono text-code">
            {`${hash.slice(0, 10)}…${hash.slice(-8)}`}
            <CopyButton text={hash} what={t('fact.hash')} />
          </span>
        </Detail>
        <Detail name={t('fact.from')}>
          <span className="-mr-3.5 inline-block">
            <Party address={from} names={names} what={t('fact.sender')} />
          </span>
        </Detail>
        <Target {...{ report, names }} />
        {value > 0n ? <Detail name={t('fact.sends')}>{write(value, native)}</Detail> : null}
        {outcome ? <InBlock outcome={outcome} /> : null}
        {outcome ? <Cost outcome={outcome} nativeUsd={report.nativeUsd} native={native} /> : null}
        <Detail name={t('fact.nonce')}>{transaction.nonce}</Detail>
        {outcome?.auctionId === undefined ? null : (
          <Detail name={t('fact.settles')}>
            <Link
              href={auctionHref(outcome.auctionId)}
              prefetch={false}
              className="underline decoration-line-strong underline-offset-4 hover:decoration-2"
            >
              {t('fact.auction', { id: `${outcome.auctionId}` })}
            </Link>
          </Detail>
        )}
      </DetailList>
    </section>
  )
}

type OutcomeProps = { readonly outcome: TransactionOutcome }

const State = ({ outcome }: { readonly outcome: TransactionOutcome | undefined }) => {
  const t = useTranslations('tx')
  if (outcome === undefined) return <Stamp kind="open" word={t('pending')} />
  return outcome.status === 'succeeded' ? (
    <Stamp kind="filled" word={t('done')} />
  ) : (
    <Stamp kind="cancelled" word={t('failed')} />
  )
}

const Waiting = () => (
  <>
    <p role="status" className="text-small text-ink-2">
      {useTranslations('tx')('waits')}
    </p>
    <AutoRefresh {...pendingLooks} />
  </>
)

const Target = ({ report, names }: Pick<Props, 'report' | 'names'>) => {
  const t = useTranslations('tx')
  const { to } = report.transaction
  const address = to ?? report.outcome?.created
  return (
    <Detail name={to === undefined ? t('fact.makes') : t('fact.to')}>
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

const InBlock = ({ outcome: { timestamp, blockNumber, confirmations } }: OutcomeProps) => {
  const t = useTranslations('tx')
  const format = useFormat()
  const time = new Date(timestamp * 1000)
  const block = `${blockNumber}`
  return (
    <>
      <Detail name={t('fact.time')}>
        <time dateTime={time.toISOString()}>{format.utc(time)}</time>
      </Detail>
      <Detail name={t('fact.block')}>
        {confirmations <= 1n
          ? t.rich('fact.newest', { block, soft })
          : t.rich('fact.since', { block, count: Number(confirmations - 1n), soft })}
      </Detail>
    </>
  )
}

type CostProps = OutcomeProps & {
  readonly nativeUsd: number | undefined
  readonly native: NamedToken & { readonly decimals: number }
}

const Cost = ({ outcome: { fee, gasUsed, gasPrice }, nativeUsd, native }: CostProps) => {
  const t = useTranslations('tx')
  const format = useFormat()
  const cost = writerOf(t, format)(fee, native)
  const usd = usdValue(fee, native, nativeUsd)
  const price = format.gwei(gasPrice)
  return (
    <>
      <Detail name={t('fact.cost')}>
        {usd === undefined ? cost : t.rich('fact.costUsd', { cost, usd: format.usd(usd), soft })}
      </Detail>
      <Detail name={t('fact.gas')}>
        {t.rich('fact.gasAt', { gas: format.count(gasUsed), price, soft })}
      </Detail>
    </>
  )
}
