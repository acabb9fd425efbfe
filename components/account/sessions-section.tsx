'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useFormat } from '@/components/i18n/use-format'
import { Answer } from '@/components/tokens/answer'
import { MarketSection } from '@/components/tokens/market-section'
import { Button } from '@/components/ui/button'
import { Skeleton } from '@/components/ui/skeleton'
import { type AccountSessionView, endSession, fetchAccountSessions } from '@/lib/client/sign-in'
import type { Address } from '@/lib/core/address'
import { reachText } from './reach-text'
import { refreshSessions } from './use-sessions'

/** Lists the sessions of an account; each one can be signed out. */
export const SessionsSection = ({ account }: { readonly account: Address }) => {
  const t = useTranslations('account')
  const query = useQuery({
    queryKey: ['own', account, 'sessions'],
    queryFn: ({ signal }) => fetchAccountSessions(account, { signal, tries: 2 }),
  })
  return (
    <MarketSection title={t('sessions.title')}>
      <Answer
        query={query}
        what={t('sessions.what')}
        skeleton={<Skeleton className="h-16 rounded-card" />}
        missing={null}
      >
        {(sessions) => (
          <ul className="grid grid-cols-1 overflow-hidden rounded-panel border border-card-edge bg-surface">
            {sessions.map((session) => (
              <SessionRow key={session.id} account={account} session={session} />
            ))}
          </ul>
        )}
      </Answer>
    </MarketSection>
  )
}

type RowProps = { readonly account: Address; readonly session: AccountSessionView }

const SessionRow = ({
  account,
  session: { id, here, networks, createdAt, expiresAt },
}: RowProps) => {
  const t = useTranslations('account')
  const format = useFormat()
  const queries = useQueryClient()
  const end = useMutation({
    mutationFn: () => endSession(account, { id }),
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: ['own', account, 'sessions'] })
      if (here) refreshSessions(queries)
    },
  })
  const when = (iso: string) => format.local(new Date(iso), new Date())
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-hair p-4 text-small last:border-b-0">
      <p className="min-w-0 flex-1 text-balance">
        <span className="font-medium">{here ? t('sessions.here') : t('sessions.other')}</span>
        <br />
        <span className="text-ink-2">
          {t('sessions.span', { from: when(createdAt), to: when(expiresAt) })}
          <br />
          {reachText({ t, format }, networks)}
        </span>
      </p>
      <Button size="small" busy={end.isPending} onClick={() => end.mutate()}>
        {t.rich('sessions.end', {
          from: when(createdAt),
          hidden: (chunks) => <span className="sr-only">{chunks}</span>,
        })}
      </Button>
      {end.isError ? (
        <p role="alert" className="basis-full text-danger">
          {t('sessions.failed')}
        </p>
      ) : null}
    </li>
  )
}
