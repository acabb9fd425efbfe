import { Search } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { buttonClass } from '@/components/ui/button-class'
import { EmptyState } from '@/components/ui/empty-state'
import { Link } from '@/components/ui/link'

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
export const NotFound = ({ title, searched = '', children }: Props) => {
  const t = useTranslations('shell')
  return (
    <EmptyState
      level={1}
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
  )
}

/** A search field for orders, transactions, tokens and auctions; works without JavaScript. */
const FindAnything = ({ text = '' }: { readonly text?: string }) => {
  const t = useTranslations('search')
  return (
    <form action="/find" className="grid w-full max-w-md grid-cols-1 gap-1.5 text-left">
      <label htmlFor="find" className="text-small font-medium">
        {t('title')}
      </label>
      <div className="flex gap-2">
        <input
          id="find"
          name="q"
          required
          defaultValue={text}
          autoComplete="off"
          spellCheck={false}
          aria-describedby="find-hint"
          className="min-h-11 min-w-0 flex-1 rounded-xl border border-line-strong bg-surface px-3.5"
        />
        <button type="submit" className={buttonClass({ variant: 'primary' })}>
          <Search aria-hidden="true" className="size-4" /> {t('title')}
        </button>
      </div>
      <p id="find-hint" className="text-label text-ink-2">
        {t('hint')}
      </p>
    </form>
  )
}
