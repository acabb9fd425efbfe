'use client'

import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { useFormat } from '@/components/i18n/use-format'
import { Answer } from '@/components/tokens/answer'
import { Skeleton } from '@/components/ui/skeleton'
import { Table, TableCell, TableHead } from '@/components/ui/table'
import { shortAddress } from '@/components/wallet/short-address'
import type { ActivityRow } from '@/lib/client/rewards'
import type { Address } from '@/lib/core/address'
import { countedText, reasonText } from './counted-text'
import { MorePages } from './more-pages'
import { useActivity } from './use-rewards'

/** The trades of a trader, newest first, each with its eligible value and the reason. */
export const ActivityTable = ({ wallet }: { readonly wallet: Address }) => {
  const t = useTranslations('affiliate')
  const query = useActivity(wallet)
  return (
    <Answer
      query={query}
      what={t('activity.what')}
      skeleton={<Skeleton className="h-40 rounded-card" />}
      missing={null}
    >
      {({ pages }) => (
        <MorePages query={query} what={t('activity.rows')}>
          <Rows rows={pages.flatMap(({ body }) => body)} />
        </MorePages>
      )}
    </Answer>
  )
}

const Rows = ({ rows }: { readonly rows: readonly ActivityRow[] }) => {
  const t = useTranslations('affiliate')
  const format = useFormat()
  return (
    <Table caption={t('activity.caption')}>
      <thead>
        <tr>
          <TableHead>{t('activity.trade')}</TableHead>
          <TableHead className="max-tab:hidden">{t('code')}</TableHead>
          <TableHead className="max-tab:hidden">{t('activity.why')}</TableHead>
          <TableHead align="end">{t('counts')}</TableHead>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={`${row.tx_hash} ${row.order_uid}`}>
            <TableCell className="py-3 align-top">
              <span className="grid gap-0.5">
                <span className="numeric whitespace-nowrap">
                  {row.creation_date.slice(0, 16).replace('T', ' ')}
                </span>
                <span>
                  {t('activity.pair', {
                    sold: row.sell_token_symbol ?? shortAddress(row.sell_token),
                    bought: row.buy_token_symbol ?? shortAddress(row.buy_token),
                  })}
                </span>
                <OrderLink row={row} />
                <span className="text-label text-ink-2 tab:hidden">{reasonText(t, row)}</span>
              </span>
            </TableCell>
            <TableCell className="py-3 align-top font-mono text-code whitespace-nowrap max-tab:hidden">
              {row.referrer_code ?? t('activity.none')}
            </TableCell>
            <TableCell className="py-3 align-top max-tab:hidden">{reasonText(t, row)}</TableCell>
            <TableCell align="end" className="py-3 align-top">
              {countedText({ t, format }, row)}
            </TableCell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

const OrderLink = ({ row }: { readonly row: ActivityRow }) => {
  const t = useTranslations('affiliate')
  return (
    <Link
      href={`/orders/${row.order_uid}?chain=${row.chain_id}`}
      className="justify-self-start font-mono text-code underline"
    >
      <span className="sr-only">{`${t('activity.order')} `}</span>
      {shortAddress(row.order_uid)}
    </Link>
  )
}
