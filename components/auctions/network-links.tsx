import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { classNames } from '@/components/ui/class-names'
import { auctionsHref } from './auction-href'

type Props = {
  readonly networks: readonly { readonly name: string; readonly title: string }[]
  /** Name of the current network. */
  readonly current: string
}

/** Links to the same list on each network; renders nothing if there is only one. */
export const NetworkLinks = ({ networks, current }: Props) => {
  const t = useTranslations('auctions')
  return networks.length < 2 ? null : (
    <nav aria-label={t('network')}>
      <ul className="flex flex-wrap gap-2">
        {networks.map(({ name, title }) => (
          <li key={name}>
            <Link
              href={auctionsHref(name)}
              aria-current={name === current ? 'page' : undefined}
              className={classNames(
                'inline-flex min-h-11 items-center rounded-full border px-4 text-small font-medium',
                name === current
                  ? 'border-primary bg-primary-soft text-primary'
                  : 'border-line-strong bg-surface text-ink hover:bg-sunken',
              )}
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
