import { useTranslations } from 'next-intl'
import { useFormat } from '@/components/i18n/use-format'
import type { Address } from '@/lib/core/address'
import type { PartyFlows } from '@/lib/settlements/reports/find-transaction-report'
import { type Names, Party } from './party'
import { flowText, type NamedToken, writerOf } from './transaction-text'

/** Maximum number of parties shown. */
const maxParties = 40

type Props = {
  readonly flows: readonly PartyFlows[]
  readonly nameToken: (token: Address) => NamedToken
  readonly names: Names
}

/** Net token balance changes per party. */
export const TransactionFlows = ({ flows, nameToken, names }: Props) => {
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
