import { ArrowRight } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { ServedNetwork } from '@/components/app/settings'
import { auctionHref, auctionsHref } from '@/components/auctions/auction-href'
import { useFormat } from '@/components/i18n/use-format'
import { namerOf } from '@/components/orders/token-amount'
import { AddressText } from '@/components/tokens/address-text'
import { Breadcrumb } from '@/components/ui/breadcrumb'
import { Disclosure } from '@/components/ui/disclosure'
import { Link } from '@/components/ui/link'
import { PageHead } from '@/components/ui/page-head'
import { Panel } from '@/components/ui/panel'
import type { Translator } from '@/lib/client/i18n/translator'
import { type Address, nativeToken } from '@/lib/core/address'
import type { Network } from '@/lib/core/networks/network'
import type {
  PartyFlows,
  TransactionReport as Report,
} from '@/lib/settlements/reports/find-transaction-report'
import { type Names, Party } from './party'
import { Arguments, TransactionLogs } from './transaction-logs'
import { flowText, type NamedToken, transactionTitle, writerOf } from './transaction-text'
import { TransactionTicket } from './transaction-ticket'
import { TransactionTrades } from './transaction-trades'

type Props = {
  readonly report: Report
  readonly names: Names
  readonly network: Network
  readonly served: ServedNetwork
}

/** The public page of a transaction: its receipt, the orders that it settles, transfers, call data and events. */
export const TransactionReport = ({ report, names, network, served }: Props) => {
  const t = useTranslations('tx')
  const write = writerOf(t, useFormat())
  const { transaction, outcome, tokens } = report
  const { call, value, to, hash } = transaction
  const nameToken = namerOf(tokens)
  const native = { address: nativeToken, symbol: network.nativeSymbol, decimals: 18 }
  const symbols = [...tokens.keys()].map((token) => [token, nameToken(token).symbol] as const)
  const fills = outcome?.trades.length ?? 0
  const facts = { call, value, native, fills, token: to === undefined ? native : nameToken(to) }
  const isDone = outcome?.status === 'succeeded'
  return (
    <div className="grid grid-cols-1 gap-6">
      <PageHead
        breadcrumb={
          <Breadcrumb places={placesOf(t, network, outcome?.auctionId)}>
            <AddressText address={hash} what={t('fact.hash')} />
          </Breadcrumb>
        }
        title={transactionTitle(t, write, { ...facts, isDone })}
      />
      <div className="grid grid-cols-1 items-start gap-4 tab:gap-6 desk:grid-cols-[28.5rem_minmax(0,1fr)]">
        <TransactionTicket {...{ report, facts, names, network, served }} />
        <div className="grid min-w-0 grid-cols-1 gap-4">
          {outcome && fills > 0 ? (
            <Panel
              title={t('section.trades')}
              aside={
                outcome.auctionId === undefined ? null : <AuctionLink id={outcome.auctionId} />
              }
            >
              <TransactionTrades trades={outcome.trades} {...{ network, nameToken, names }} />
            </Panel>
          ) : null}
          {outcome && outcome.flows.length > 0 ? (
            <Panel title={t('section.flows')}>
              <TransactionFlows flows={outcome.flows} {...{ network, nameToken, names }} />
            </Panel>
          ) : null}
          <Panel title={t('section.raw')}>
            <div className="grid gap-2">
              <Call report={report} />
              {outcome && outcome.logs.length > 0 ? (
                <TransactionLogs
                  logs={outcome.logs}
                  further={outcome.furtherLogs}
                  names={new Map([...symbols, ...names])}
                />
              ) : null}
            </div>
          </Panel>
        </div>
      </div>
    </div>
  )
}

/** A settlement is found by its auction, any other transaction by the search. */
const placesOf = (t: Translator<'tx'>, { name }: Network, auctionId: bigint | undefined) =>
  auctionId === undefined
    ? [{ href: '/find', name: t('place.transaction') }]
    : [
        { href: auctionsHref(name), name: t('place.auctions') },
        { href: auctionHref(auctionId), name: `#${auctionId}` },
      ]

const AuctionLink = ({ id }: { readonly id: bigint }) => {
  const t = useTranslations('tx')
  return (
    <Link
      href={auctionHref(id)}
      className="inline-flex min-h-6 items-center gap-2 text-label font-semibold text-primary hover:underline max-tab:min-h-11"
    >
      {t('fact.auction', { id: `${id}` })}
      <ArrowRight aria-hidden="true" className="size-4" />
    </Link>
  )
}

/** Maximum number of hex characters of call data shown. */
const maxInput = 40_000

const Call = ({ report }: Pick<Props, 'report'>) => {
  const t = useTranslations('tx')
  const { call, input } = report.transaction
  if (input === '0x') return <p className="text-small text-ink-2">{t('noData')}</p>
  return (
    <div className="grid gap-2">
      {call.args.length > 0 && call.kind !== 'settlement' ? <Arguments args={call.args} /> : null}
      <Disclosure summary={t('callData', { count: input.length / 2 - 1 })}>
        <pre className="max-h-96 overflow-auto rounded-well bg-well p-4 font-mono text-code wrap-anywhere whitespace-pre-wrap">
          {input.slice(0, maxInput)}
          {input.length > maxInput ? '…' : ''}
        </pre>
      </Disclosure>
    </div>
  )
}

/** Maximum number of parties shown. */
const maxParties = 40

type FlowsProps = {
  readonly flows: readonly PartyFlows[]
  readonly network: Network
  readonly nameToken: (token: Address) => NamedToken
  readonly names: Names
}

/** Net token balance changes per party. */
const TransactionFlows = ({ flows, network, nameToken, names }: FlowsProps) => {
  const t = useTranslations('tx')
  const write = writerOf(t, useFormat())
  return (
    <div className="grid gap-2">
      <ul aria-label={t('section.flows')} className="divide-y divide-hair text-small">
        {flows.slice(0, maxParties).map(({ party, flows: moved }) => (
          <li
            key={party}
            className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 py-3 first:pt-0 last:pb-0"
          >
            <Party address={party} network={network.name} names={names} what={t('address')} />
            <ul className="numeric ml-auto grid justify-items-end gap-0.5 text-right">
              {moved.map(({ token, atoms }) => (
                <li key={token} className={atoms > 0n ? 'text-up' : 'text-ink'}>
                  <span className="wrap-anywhere">{flowText(write, atoms, nameToken(token))}</span>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {flows.length > maxParties ? (
        <p className="text-small text-ink-2">
          {t('furtherParties', { count: flows.length - maxParties })}
        </p>
      ) : null}
    </div>
  )
}
