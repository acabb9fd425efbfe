'use client'

import Link from 'next/link'
import { useTranslations } from 'next-intl'

const kinds = [
  { name: 'swap', href: '/' },
  { name: 'limit', href: '/limit' },
  { name: 'schedule', href: '/schedule' },
] as const

/** Links between swaps, limit and scheduled orders. */
export const KindTabs = ({ current }: { readonly current: (typeof kinds)[number]['name'] }) => {
  const t = useTranslations('swap')
  return (
    <nav aria-label={t('kinds.label')} className="-mb-1">
      <ul className="flex gap-1">
        {kinds.map(({ name, href }) => (
          <li key={name}>
            <Link
              href={href}
              prefetch={false}
              aria-current={name === current ? 'page' : undefined}
              className="inline-flex min-h-11 items-center rounded-full px-4 font-medium text-ink-2 transition-colors duration-120 hover:text-ink aria-[current=page]:bg-chosen aria-[current=page]:text-ink"
            >
              {t(`kinds.${name}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
