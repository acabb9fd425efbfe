import { ChevronRight } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { Fragment, type ReactNode } from 'react'
import { Link } from './link'

type Props = {
  /** The places above the page, the widest first. */
  readonly places: readonly { readonly href: string; readonly name: string }[]
  /** The page itself. */
  readonly children: ReactNode
}

/** The way to a page, with links back. */
export const Breadcrumb = ({ places, children }: Props) => {
  const t = useTranslations('ui')
  return (
    <nav aria-label={t('breadcrumb')}>
      <ol className="flex flex-wrap items-center gap-x-2 text-small text-ink-2">
        {places.map(({ href, name }) => (
          <Fragment key={href}>
            <li>
              <Link
                href={href}
                className="inline-flex min-h-6 items-center hover:text-ink max-tab:min-h-11"
              >
                {name}
              </Link>
            </li>
            <li aria-hidden="true">
              <ChevronRight className="size-4" />
            </li>
          </Fragment>
        ))}
        <li aria-current="page" className="min-w-0">
          {children}
        </li>
      </ol>
    </nav>
  )
}
