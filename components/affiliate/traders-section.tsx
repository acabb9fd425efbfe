'use client'

import { useTranslations } from 'next-intl'
import { useFormat } from '@/components/i18n/use-format'
import { AddressText } from '@/components/tokens/address-text'
import { Table, TableCell, TableHead } from '@/components/ui/table'
import type { TraderRow } from '@/lib/client/rewards'
import type { Address } from '@/lib/core/address'
import { PagedSection } from './paged-section'
import { useTraders } from './use-rewards'

/** The traders bound to a code, with the affiliate's earnings from each. */
export const TradersSection = ({ wallet }: { readonly wallet: Address }) => {
  const t = useTranslations('affiliate')
  return (
    <PagedSection
      title={t('traders.title')}
      what={t('traders.rows')}
      query={useTraders(wallet)}
      none={t('traders.none')}
    >
      {(rows) => <TraderTable rows={rows} />}
    </PagedSection>
  )
}

const TraderTable = ({ rows }: { readonly rows: readonly TraderRow[] }) => {
  const t = useTranslations('affiliate')
  const format = useFormat()
  const leftText = ({ left_to_next_reward: left }: TraderRow) =>
    left === null ? t('traders.noneFollows') : format.usd(left)
  return (
    <Table caption={t('traders.caption')}>
      <thead>
        <tr>
          <TableHead>{t('traders.trader')}</TableHead>
          <TableHead className="max-tab:hidden">{t('traders.since')}</TableHead>
          <TableHead className="max-tab:hidden">{t('traders.until')}</TableHead>
          <TableHead align="end">{t('volumeCounts')}</TableHead>
          <TableHead align="end" className="max-tab:hidden">
            {t('traders.next')}
          </TableHead>
          <TableHead align="end">{t('earned')}</TableHead>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.trader_address}>
            <TableCell className="py-2 max-tab:pr-0">
              <span className="grid">
                <AddressText address={row.trader_address} what={t('trader.address')} />
                <span className="numeric text-label text-ink-2 tab:hidden">
                  {t('traders.untilDate', { date: format.day(row.rewards_end) })}
                </span>
              </span>
            </TableCell>
            <TableCell className="numeric whitespace-nowrap max-tab:hidden">
              {format.day(row.linked_since)}
            </TableCell>
            <TableCell className="numeric whitespace-nowrap max-tab:hidden">
              {format.day(row.rewards_end)}
            </TableCell>
            <TableCell align="end" className="max-tab:pl-0">
              <span className="grid">
                {format.usd(row.eligible_volume)}
                <span className="text-label text-ink-2 tab:hidden">
                  {row.left_to_next_reward === null
                    ? leftText(row)
                    : t('traders.toGo', { left: leftText(row) })}
                </span>
              </span>
            </TableCell>
            <TableCell align="end" className="max-tab:hidden">
              {leftText(row)}
            </TableCell>
            <TableCell align="end">{format.usd(row.total_earned)}</TableCell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
