import { useTranslations } from 'next-intl'
import { useFormat } from '@/components/i18n/use-format'
import { Badge } from '@/components/ui/badge'
import type { PortfolioSummary } from '@/lib/client/portfolio/summary'
import { changeTone } from '@/lib/core/format/number-text'
import { ValueChart } from './value-chart'

type Props = { readonly summary: PortfolioSummary; readonly isDemo: boolean }

const tones = { up: 'text-surplus', down: 'text-danger', level: 'text-ink-2' } as const

/** The value of an account's tokens on all networks, and how prices have moved it in a week. */
export const PortfolioTotal = ({ summary, isDemo }: Props) => {
  const t = useTranslations('portfolio')
  const format = useFormat()
  const { usd, counted, unpriced, week } = summary
  const [first] = week
  return (
    <section
      aria-label={t('total.name')}
      className="grid grid-cols-1 grid-rows-[auto_1fr] gap-4 rounded-panel border border-card-edge bg-surface p-4 tab:p-6"
    >
      <div className="grid justify-items-start gap-1">
        <p className="flex min-h-6 flex-wrap items-center gap-2 text-label text-ink-2">
          {t('total.on', { count: counted })}
          {isDemo ? <Badge>{t('total.demo')}</Badge> : null}
        </p>
        <p className="numeric font-sans text-[2.5rem] leading-12 font-medium tracking-[-0.025em] wrap-anywhere">
          {format.usd(usd)}
        </p>
        {first ? <WeekChange first={first} last={usd} /> : null}
        {unpriced > 0 ? (
          <p className="text-label text-ink-2">{t('total.unpriced', { count: unpriced })}</p>
        ) : null}
      </div>
      <ValueChart values={week} />
    </section>
  )
}

const WeekChange = ({ first, last }: { readonly first: number; readonly last: number }) => {
  const t = useTranslations('portfolio')
  const format = useFormat()
  const change = last / first - 1
  return (
    <p className="numeric text-small">
      <span className={tones[changeTone(change)]}>
        {t('total.change', { usd: format.signedUsd(last - first), percent: format.change(change) })}
      </span>{' '}
      <span className="text-ink-2">{t('total.week')}</span>
    </p>
  )
}
