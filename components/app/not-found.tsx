import Link from 'next/link'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { EmptyState } from '@/components/ui/empty-state'
import { FindAnything } from './find-anything'

type Props = {
  readonly title: string
  /** What was searched for, if known. */
  readonly searched?: string
  /** Possible reasons. */
  readonly children: ReactNode
}

const places = [
  { href: '/', name: 'nav.swap' },
  { href: '/orders', name: 'nav.orders' },
  { href: '/tokens', name: 'nav.tokens' },
  { href: '/auctions', name: 'nav.auctions' },
] as const

/** The 404 page: a search field and links to the main pages. */
export const NotHere = ({ title, searched = '', children }: Props) => {
  const t = useTranslations('shell')
  return (
    <>
      <h1 className="sr-only">{title}</h1>
      <EmptyState
        title={title}
        action={
          <div className="grid w-full grid-cols-1 justify-items-center gap-4">
            <FindAnything text={searched} />
            <ul aria-label={t('find.places')} className="flex flex-wrap justify-center gap-x-5">
              {places.map(({ href, name }) => (
                <li key={href}>
                  <Link
                    href={href}
                    className="inline-flex min-h-11 min-w-11 items-center justify-center font-medium text-primary underline underline-offset-4"
                  >
                    {t(name)}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        }
      >
        {children}
      </EmptyState>
    </>
  )
}
