'use client'

import { useTranslations } from 'next-intl'
import { useId, useState } from 'react'

/** A group of links in the reference's navigation. */
export type NavGroup = {
  readonly title: string
  readonly links: readonly {
    readonly href: string
    readonly label: string
    /** Further words that the filter finds it by. */
    readonly terms: string
  }[]
}

/** Links to every part of the page, with a filter where scripts run. */
export const DocsNav = ({ groups }: { readonly groups: readonly NavGroup[] }) => {
  const t = useTranslations('docs')
  const id = useId()
  const [filter, setFilter] = useState('')
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean)
  const shown = groups
    .map(({ title, links }) => ({ title, links: links.filter((link) => fits(link, words)) }))
    .filter(({ links }) => links.length > 0)
  return (
    <nav aria-label={t('reference')} className="grid grid-cols-1 gap-4">
      <div className="grid gap-1.5">
        <label htmlFor={id} className="text-label text-ink-2">
          {t('find')}
        </label>
        <input
          id={id}
          type="search"
          autoComplete="off"
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
          className="min-h-11 w-full rounded-well border border-line-strong bg-surface px-3 text-small"
        />
      </div>
      <p role="status" className="text-small text-ink-2 empty:hidden">
        {shown.length === 0 ? t('nothing') : null}
      </p>
      {shown.map(({ title, links }) => (
        <div key={title} lang="en" className="grid gap-1">
          <p className="text-label font-medium text-ink-2">{title}</p>
          <ul>
            {links.map(({ href, label }) => (
              <li key={href}>
                <a
                  href={href}
                  className="flex min-h-8 items-center rounded-lg py-1 text-small wrap-anywhere text-ink-2 underline-offset-4 hover:text-ink hover:underline"
                >
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

function fits({ label, terms }: NavGroup['links'][number], words: readonly string[]): boolean {
  const text = `${label} ${terms}`.toLowerCase()
  return words.every((word) => text.includes(word))
}
