import { useTranslations } from 'next-intl'
import { Disclosure } from '@/components/ui/disclosure'
import type { CallArgument, TransactionLog } from '@/lib/settlements/reports/decode-transaction'
import { type Names, Party } from './party'
import { valueText } from './transaction-text'

type Props = {
  readonly logs: readonly TransactionLog[]
  /** Number of logs omitted from `logs`. */
  readonly further: number
  readonly names: Names
}

/** The event logs of a transaction. */
export const TransactionLogs = ({ logs, further, names }: Props) => {
  const t = useTranslations('tx')
  return (
    <Disclosure summary={t('eventCount', { count: logs.length + further })}>
      <ol aria-label={t('section.events')} className="divide-y divide-hair text-small">
        {logs.map((log) => (
          <li key={log.logIndex} className="py-1 first:pt-0 last:pb-0">
            <Disclosure
              summary={
                <span className="flex flex-wrap items-baseline gap-x-3">
                  <span className="text-ink-2">{log.logIndex}</span>
                  <span className="font-medium text-ink">{log.event ?? t('unknownEvent')}</span>
                  <span className="text-ink-2">{names.get(log.address) ?? ''}</span>
                </span>
              }
            >
              <div className="grid gap-3">
                <Party address={log.address} names={names} what={t('contractAddress')} />
                {log.event === undefined ? <RawLog log={log} /> : <Arguments args={log.args} />}
              </div>
            </Disclosure>
          </li>
        ))}
      </ol>
      {further > 0 ? (
        <p className="text-small text-ink-2">{t('furtherEvents', { count: further })}</p>
      ) : null}
    </Disclosure>
  )
}

/** Decoded arguments of a call or an event. */
export const Arguments = ({ args }: { readonly args: readonly CallArgument[] }) => (
  <dl className="grid gap-2">
    {args.map(({ name, type, value }) => (
      <div key={name} className="grid gap-0.5">
        <dt className="text-label text-ink-2">
          {name} · {type}
        </dt>
        <dd className="max-h-40 overflow-y-auto font-mono text-code wrap-anywhere">
          {valueText(value)}
        </dd>
      </div>
    ))}
  </dl>
)

const RawLog = ({ log }: { readonly log: TransactionLog }) => (
  <Arguments
    args={[
      ...log.topics.map((value, index) => ({ name: `topic ${index}`, type: 'bytes32', value })),
      { name: 'data', type: 'bytes', value: log.data },
    ]}
  />
)
