import { ArrowRight } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useFormat } from '@/components/i18n/use-format'
import { Link } from '@/components/ui/link'
import { figureOf } from '@/lib/client/portfolio/portfolio'
import type { PortfolioSummary } from '@/lib/client/portfolio/summary'
import { countedTokens, type PlacedToken } from './placed-token'

type Props = { readonly summary: PortfolioSummary; readonly tokens: readonly PlacedToken[] }

/** Maximum tokens shown; the others are in the list of tokens. */
const maxShown = 3

/** What open orders have reserved, and the tokens of which most is. */
export const ReservedPanel = ({ summary, tokens }: Props) => {
  const t = useTranslations('portfolio')
  const format = useFormat()
  const { reserved } = summary
  const shown = countedTokens(summary, tokens)
    .filter(({ holding }) => holding.claim && holding.balance)
    .slice(0, maxShown)
  return (
    <section
      aria-labelledby="portfolio-reserved"
      className="grid grid-cols-1 gap-3 rounded-panel border border-card-edge bg-surface p-4 tab:p-6"
    >
      <div className="flex items-start justify-between gap-4">
        <div className="grid gap-1">
          <h2 id="portfolio-reserved" className="text-label text-ink-2 font-normal">
            {t('reserved.title')}
          </h2>
          <p className="numeric text-row font-medium">
            {reserved.orders === 0 ? t('reserved.none') : format.usd(reserved.usd)}{' '}
            {reserved.orders === 0 ? null : (
              <span className="font-normal text-ink-2">
                {t('reserved.orders', { count: reserved.orders })}
              </span>
            )}
          </p>
        </div>
        <Link
          href="/orders"
          className="inline-flex min-h-6 items-center gap-1 rounded-md text-small font-medium text-primary max-tab:min-h-11"
        >
          {t('reserved.view')} <ArrowRight aria-hidden="true" className="size-4" />
        </Link>
      </div>
      {shown.map((token) => (
        <ReservedBar key={`${token.network.chainId} ${token.holding.token}`} {...token} />
      ))}
    </section>
  )
}

const ReservedBar = ({ holding: { balance = 0n, claim }, named, symbol, network }: PlacedToken) => {
  const t = useTranslations('portfolio')
  const figure = figureOf(useFormat())
  const atoms = claim?.atoms ?? 0n
  const taken = atoms < balance ? atoms : balance
  const part = balance === 0n ? 1 : Number((taken * 1_000n) / balance) / 1_000
  return (
    <div className="grid gap-1.5">
      <svg
        viewBox="0 0 1 1"
        preserveAspectRatio="none"
        aria-hidden="true"
        className="h-1.5 w-full rounded-full bg-sunken"
      >
        <rect
          width={Math.max(part, 0.01)}
          height="1"
          className={atoms > balance ? 'fill-warn' : 'fill-primary'}
        />
      </svg>
      <p className="numeric flex flex-wrap justify-between gap-x-4 text-label text-ink-2">
        <span>
          {t('reserved.of', {
            ...{ reserved: figure(atoms, named), held: figure(balance, named), symbol },
            network: network.title,
          })}
        </span>
        <span>{t('reserved.left', { amount: figure(balance - taken, named) })}</span>
      </p>
    </div>
  )
}
