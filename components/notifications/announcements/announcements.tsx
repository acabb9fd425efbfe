'use client'

import { useQuery } from '@tanstack/react-query'
import { Megaphone, X } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { IconButton } from '@/components/ui/icon-button'
import { Link } from '@/components/ui/link'
import { fetchAnnouncements, type PublicAnnouncement } from '@/lib/client/inbox'

/** The operator's announcements, for users who have not signed in: their read state is not stored. */
export const PublicAnnouncements = () => {
  const { data } = useQuery({
    queryKey: ['announcements'],
    queryFn: ({ signal }) => fetchAnnouncements({ signal, tries: 2 }),
    staleTime: 60_000,
  })
  return <Announcements announcements={data ?? []} />
}

type Props = {
  readonly announcements: readonly PublicAnnouncement[]
  /** Omitted if the read state is not stored. */
  readonly onDismiss?: (announcement: PublicAnnouncement) => void
}

/** An announcement, as plain text. */
export const Announcements = ({ announcements, onDismiss }: Props) => {
  const t = useTranslations('notifications')
  if (announcements.length === 0) return null
  return (
    <section aria-label={t('news.label')} className="grid grid-cols-1 gap-2">
      {announcements.map((announcement) => (
        <article
          key={announcement.id}
          aria-label={announcement.title}
          className="flex gap-3 rounded-panel border border-card-edge bg-info-soft p-4"
        >
          <Megaphone aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-info" />
          <div className="grid min-w-0 flex-1 gap-1">
            <h2 className="font-semibold wrap-anywhere">{announcement.title}</h2>
            <p className="text-small wrap-anywhere whitespace-pre-line">{announcement.message}</p>
            <More url={announcement.url} title={announcement.title} />
          </div>
          {onDismiss ? (
            <IconButton
              label={t('news.dismiss', { title: announcement.title })}
              onClick={() => onDismiss(announcement)}
            >
              <X aria-hidden="true" className="size-4" />
            </IconButton>
          ) : null}
        </article>
      ))}
    </section>
  )
}

const link =
  'inline-flex min-h-8 max-tab:min-h-11 items-center text-small font-medium text-primary underline'

/** A link to more information: a path of this site, or an https address shown by its host. */
const More = ({ url, title }: { readonly url: string | null; readonly title: string }) => {
  const t = useTranslations('notifications')
  if (url === null) return null
  if (/^\/(?![/\\])/.test(url)) {
    return (
      <Link href={url} className={link}>
        {t.rich('news.more', {
          title,
          hidden: (chunks) => <span className="sr-only">{chunks}</span>,
        })}
      </Link>
    )
  }
  const address = URL.parse(url)
  if (address?.protocol !== 'https:') return null
  return (
    <a href={address.href} target="_blank" rel="noreferrer" className={link}>
      {t.rich('news.moreAt', {
        host: address.host,
        hidden: (chunks) => <span className="sr-only">{chunks}</span>,
      })}
    </a>
  )
}
