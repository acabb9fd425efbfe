import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { useFormat } from '@/components/i18n/use-format'
import { namerOf } from '@/components/orders/token-amount'
import { Disclosure } from '@/components/ui/disclosure'
import { type Address, nativeToken } from '@/lib/core/address'
import type {
  PartyFlows,
  TransactionReport as Report,
} from '@/lib/settlements/reports/find-transaction-report'
import { type Names, Party } from './party'
import { type ShownNetwork, TransactionDetails } from './transaction-details'
import { Arguments, TransactionLogs } from './transaction-logs'
import {
  flowText,
  type NamedToken,
  transactionSentence,
  transactionTitle,
  writerOf,
} from './transaction-text'
import { TransactionTrades } from './transaction-trades'

type Props = {
  readonly report: Report
  readonly names: Names
  readonly network: ShownNetwork
}

/** The public page of a transaction: details, fills, token flows, logs and call data. */
export const TransactionReport = ({ report, names, network }: Props) => {
  const t = useTranslations('tx')
  const write = writerOf(t, useFormat())
  const { transaction, outcome, tokens } = report
  const { call, value, to } = transaction
  const nameToken = namerOf(tokens)
  const native = { address: nativeToken, symbol: network.nativeSymbol, decimals: 18 }
  const symbols = [...tokens.keys()].map((token) => [token, nameToken(token).symbol] as const)
  const fills = outcome?.trades.length ?? 0
  const token = to === undefined ? native : nameToken(to)
  return (
    <div className="grid grid-cols-1 gap-6">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h1 className="text-h1">{transactionTitle(t, call)}</h1>
        <p className="text-ink-2">{network.title}</p>
      </div>
      <div className="grid grid-cols-1 items-start gap-8 desk:grid-cols-[26rem_minmax(0,1fr)] desk:gap-x-10">
        <TransactionDetails {...{ report, names, network }}>
          {transactionSentence(t, write, { call, value, token, native, fills })}
        </TransactionDetails>
        <div className="grid grid-cols-1 gap-8">
          {outcome && fills > 0 ? (
            <Section title={t('section.trades')}>
              <TransactionTrades trades={outcome.trades} {...{ network, nameToken, names }} />
            </Section>
          ) : null}
          {outcome && outcome.flows.length > 0 ? (
            <Section title={t('section.flows')}>
              <TransactionFlows flows={outcome.flows} {...{ nameToken, names }} />
            </Section>
          ) : null}
          {outcome && outcome.logs.length > 0 ? (
            <Section title={t('section.events')}>
              <TransactionLogs
                logs={outcome.logs}
                further={outcome.furtherLogs}
                names={new Map([...symbols, ...names])}
              />
            </Section>
          ) : null}
          <Section title={t('section.call')}>
            <Call report={report} />
          </Section>
        </div>
      </div>
    </div>
  )
}

const Section = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section className="grid grid-cols-1 gap-4">
    <h2 className="text-h3">{title}</h2>
    {children}
  </section>
)

/** Maximum number of hex characters of call data shown. */
const maxInput = 40_000

const Call = ({ report }: Pick<Props, 'report'>) => {
  const t = useTranslations('tx')
  const { call, input } = report.transaction
  if (input === '0x') return <p className="text-small text-ink-2">{t('noData')}</p>
  return (
    <div className="grid gap-2">
      {call.args.length > 0 && call.kind !== 'settlement' ? <Arguments args={call.args} /> : null}
      <Disclosure summary={t('rawData', { count: input.length / 2 - 1 })}>
        <pre className="max-h-96 overflow-auto rounded-well bg-sunken p-4 font-mono text-code wrap-anywhere whitespace-pre-wrap">
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
  readonly nameToken: (token: Address) => NamedToken
  readonly names: Names
}

/** Net token balance changes per party. */
const TransactionFlows = ({ flows, nameToken, names }: FlowsProps) => {
  const t = useTranslations('tx')
  const write = writerOf(t, useFormat())
  return (
    <div className="grid gap-2">
      <ul aria-label={t('flows')} className="rounded-card border border-line bg-surface text-small">
        {flows.slice(0, maxParties).map(({ party, flows: moved }) => (
          <li
            key={party}
            className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-b border-line px-4 py-3 last:border-b-0"
          >
            <Party address={party} names={names} what={t('address')} />
            <ul className="numeric ml-auto grid justify-items-end gap-0.5 text-right">
              {moved.map(({ token, atoms }) => (
                <li key={token} className={atoms > 0n ? 'text-surplus' : 'text-ink'}>
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
