'use client'

import { useSelectedLayoutSegment } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { useSearchState } from '@/components/app/use-search-state'
import { Disclosure } from '@/components/ui/disclosure'
import { SearchField } from '@/components/ui/search-field'
import { breakablePath } from './breakable-path'

/** A link target in the navigation of the reference. */
export type NavGroup = {
  /** The section's slug; guides are on the index page. */
  readonly slug: string | null
  readonly title: string
  readonly links: readonly {
    /** The anchor on the page. */
    readonly name: string
    readonly label: string
    /** Search words in addition to the name and the label. */
    readonly terms: string
  }[]
}

/** The search text in the page's address. */
const member = 'find'

/** Links to every page and to the headings of the current one. With JavaScript, a filter searches all pages. */
export const DocsNav = ({ groups }: { readonly groups: readonly NavGroup[] }) => {
  const t = useTranslations('docs')
  const current = useSelectedLayoutSegment()
  const { search, change } = useSearchState()
  const filter = search.get(member) ?? ''
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean)
  // Links keep the search text.
  const kept = filter === '' ? '' : `?${new URLSearchParams({ [member]: filter })}`
  const shown = words.length === 0 ? groups.map(foldedBut(current)) : found(groups, words)
  return (
    <nav aria-label={t('reference')} className="grid grid-cols-1 gap-4">
      <SearchField
        label={t('find')}
        placeholder={t('placeholder')}
        text={filter}
        onChange={(text) => change({ [member]: text })}
      />
      <p role="status" className="text-small text-ink-2 empty:hidden">
        {shown.length === 0 ? t('nothing') : null}
      </p>
      <ul lang="en" className={`grid gap-1 ${linkLook}`}>
        {shown.map(({ slug, title, links }) => (
          <li key={title}>
            <a href={`${pageOf(slug)}${kept}`} aria-current={slug === current ? 'page' : undefined}>
              {title}
            </a>
            {links.length === 0 ? null : (
              <ul className="mb-2 border-l border-line pl-3">
                {links.map(({ name, label }) => (
                  <li key={name}>
                    <a href={`${slug === current ? '' : `${pageOf(slug)}${kept}`}#${name}`}>
                      <span>{breakablePath(label)}</span>
                    </a>
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The collapsed version above the page on small screens; open if the address has a search text. */
export const FoldedDocsNav = ({ groups }: { readonly groups: readonly NavGroup[] }) => {
  const t = useTranslations('docs')
  const { search } = useSearchState()
  const [isOpen] = useState(search.get(member) !== null)
  return (
    <Disclosure summary={t('contents')} isOpen={isOpen}>
      <DocsNav groups={groups} />
    </Disclosure>
  )
}

/** The style of all links inside, which carry no classes of their own because there are many. */
const linkLook =
  '[&_a]:flex [&_a]:min-h-8 max-tab:[&_a]:min-h-11 [&_a]:items-center [&_a]:rounded-lg [&_a]:py-1 [&_a]:text-small ' +
  '[&_a]:wrap-anywhere [&_a]:text-ink-2 [&_a]:underline-offset-4 [&_a]:hover:text-ink ' +
  '[&_a]:hover:underline [&>li>a]:font-medium [&_a]:aria-[current]:text-ink'

const pageOf = (slug: NavGroup['slug']) => (slug === null ? '/docs' : `/docs/${slug}`)

const foldedBut = (current: NavGroup['slug']) => (group: NavGroup) =>
  group.slug === current ? group : { ...group, links: [] }

function found(groups: readonly NavGroup[], words: readonly string[]): readonly NavGroup[] {
  return groups
    .map((group) => ({ ...group, links: group.links.filter((link) => fits(link, words)) }))
    .filter(({ links }) => links.length > 0)
}

function fits(link: NavGroup['links'][number], words: readonly string[]): boolean {
  const text = `${link.name} ${link.label} ${link.terms}`.toLowerCase()
  return words.every((word) => text.includes(word))
}
