'use client'

import { useTranslations } from 'next-intl'
import type { KeyboardEvent, ReactNode } from 'react'
import { Link } from '@/components/ui/link'

const kinds = [
  { name: 'swap', href: '/' },
  { name: 'limit', href: '/limit' },
  { name: 'schedule', href: '/schedule' },
] as const

/** The form's parameters that all kinds of orders understand. */
export type SharedParams = {
  readonly chain: string
  readonly sell: string
  readonly buy: string
  /** A plain decimal number of the sell side; empty for none. */
  readonly amount: string
}

type Props = {
  readonly current: (typeof kinds)[number]['name']
  /** Kept when another kind is chosen. */
  readonly params: SharedParams
  /** The settings of the form. */
  readonly children: ReactNode
}

/** The head of a trade card: links between kinds of orders, and the settings. Arrow keys move between the links. */
export const KindTabs = ({ current, params, children }: Props) => {
  const t = useTranslations('swap')
  const search = new URLSearchParams(
    Object.entries(params).filter(([, value]) => value !== ''),
  ).toString()
  return (
    <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
      <nav aria-label={t('kinds.label')}>
        <ul onKeyDown={moveFocus} className="flex rounded-xl bg-sunken p-1">
          {kinds.map(({ name, href }) => (
            <li key={name}>
              <Link
                href={search === '' ? href : `${href}?${search}`}
                aria-current={name === current ? 'page' : undefined}
                className="relative inline-flex min-h-8 items-center rounded-lg px-4 text-small max-xs:px-2 font-medium text-ink-2 transition-colors duration-120 before:absolute before:-inset-y-1.5 before:inset-x-0 hover:text-ink aria-[current=page]:bg-raised aria-[current=page]:font-semibold aria-[current=page]:text-ink aria-[current=page]:shadow-segment"
              >
                {t(`kinds.${name}`)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {children}
    </div>
  )
}

/** Moves the focus to the neighbouring link. */
function moveFocus(event: KeyboardEvent<HTMLUListElement>): void {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
  if (step === undefined) return
  const links = [...event.currentTarget.querySelectorAll('a')]
  const next = links.indexOf(document.activeElement as HTMLAnchorElement) + step
  links[(next + links.length) % links.length]?.focus()
}
