'use client'

import {
  type InfiniteData,
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import type { UnreadCount } from '@/components/notifications/unread/count-text'
import { toastError } from '@/components/ui/toast'
import { fetchNotifications } from '@/lib/client/api'
import {
  type AnnouncementView,
  fetchInbox,
  markInbox,
  type OwnNotification,
} from '@/lib/client/inbox'
import type { Address } from '@/lib/core/address'
import { type InboxFilter, passes } from './inbox-filter'

/** A notification in the inbox; the read state is known for signed-in accounts only. */
export type InboxItem = Omit<OwnNotification, 'isRead'> & { readonly isRead: boolean | undefined }

/** Query of the inbox. */
export type InboxList = {
  readonly items: readonly InboxItem[]
  readonly announcements: readonly AnnouncementView[]
}

/** The account, and whether it has signed in. */
export type InboxOf = { readonly account: Address; readonly isSignedIn: boolean }

const pageSize = 50
/** The event stream is faster; polling covers other networks and gaps of the stream. */
const refreshMs = 60_000

const ownKey = (account: Address) => ['own', account, 'inbox'] as const
const unreadKey = (account: Address | undefined) => ['own', account, 'unread'] as const
const publicKey = (account: Address) => ['inbox', account] as const

function keyOf({ account, isSignedIn }: InboxOf, filter: InboxFilter): readonly unknown[] {
  return isSignedIn ? [...ownKey(account), filter] : publicKey(account)
}

type Page = InboxList & {
  readonly next: string | undefined
  /** For the whole inbox; unknown for accounts that have not signed in. */
  readonly count: UnreadCount | undefined
}

/** Fetches an account's inbox, page by page: from the authenticated endpoint, else from the public one. */
export function useInbox({ account, isSignedIn }: InboxOf, filter: InboxFilter) {
  return useInfiniteQuery({
    queryKey: keyOf({ account, isSignedIn }, filter),
    queryFn: ({ pageParam: before, signal }) =>
      isSignedIn
        ? readOwnPage(account, { filter, before }, signal)
        : readPublicPage(account, before, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last: Page) => last.next,
    select: ({ pages }): InboxList => ({
      items: pages.flatMap((page) => page.items.filter((item) => passes(filter, item))),
      announcements: pages[0]?.announcements ?? [],
    }),
    // A new filter keeps the old rows until the answer arrives; a new account does not.
    placeholderData: (previous, query) => (query?.queryKey[1] === account ? previous : undefined),
    refetchInterval: refreshMs,
    refetchOnWindowFocus: true,
  })
}

async function readOwnPage(
  account: Address,
  { filter, before }: { readonly filter: InboxFilter; readonly before: string | undefined },
  signal: AbortSignal,
): Promise<Page> {
  const { unread, ...rest } = filter
  const page = { ...rest, ...(unread ? { unread } : {}), limit: pageSize, before }
  const inbox = await fetchInbox(account, page, { signal, tries: 2 })
  const { notifications, announcements, unread: count, more } = inbox
  return {
    ...{ items: notifications, announcements, next: nextOf(notifications) },
    count: { unread: count, more },
  }
}

async function readPublicPage(
  account: Address,
  before: string | undefined,
  signal: AbortSignal,
): Promise<Page> {
  const page = { limit: pageSize, before }
  const notifications = await fetchNotifications(account, page, { signal, tries: 2 })
  const items = notifications.map((item) => ({ ...item, isRead: undefined }))
  return { items, announcements: [], next: nextOf(items), count: undefined }
}

/** A full page implies that there may be another one. */
function nextOf(items: readonly { readonly id: string }[]): string | undefined {
  return items.length === pageSize ? items.at(-1)?.id : undefined
}

/** Unread count of a signed-in account; undefined while unknown. */
export function useUnread(account: Address | undefined): UnreadCount | undefined {
  const { data } = useQuery({
    queryKey: unreadKey(account),
    queryFn: ({ client, signal }) => (account ? countUnread(client, account, signal) : none),
    enabled: account !== undefined,
    refetchInterval: refreshMs,
    refetchOnWindowFocus: true,
  })
  return account ? data : undefined
}

const none: UnreadCount = { unread: 0, more: false }

async function countUnread(
  queries: QueryClient,
  account: Address,
  signal: AbortSignal,
): Promise<UnreadCount> {
  // An inbox mounted at the same time sends its own request, whose answer includes the count.
  await null
  const [shown] = queries.getQueryCache().findAll({ queryKey: ownKey(account), type: 'active' })
  const read = (await shown?.fetch()) as InfiniteData<Page> | undefined
  const known = read?.pages[0]?.count
  if (known) return known
  const { unread, more } = await fetchInbox(account, { types: [], limit: 1 }, { signal, tries: 2 })
  return { unread, more }
}

/** Updates the unread count from an answer of the service. */
export function setUnread(queries: QueryClient, account: Address, count: UnreadCount): void {
  queries.setQueryData<UnreadCount>(unreadKey(account), { unread: count.unread, more: count.more })
}

/** Refetches an account's inbox, unless it contains these notifications already or is being fetched. */
export function catchUpInbox(
  queries: QueryClient,
  account: Address,
  newest: readonly { readonly id: string }[],
): void {
  const read = [ownKey(account), publicKey(account)].flatMap((queryKey) =>
    queries.getQueriesData<InfiniteData<Page>>({ queryKey }),
  )
  const known = read.flatMap(([, data]) => data?.pages.flatMap(({ items }) => items) ?? [])
  const ids = new Set(known.map(({ id }) => id))
  if (newest.every(({ id }) => ids.has(id))) return
  for (const queryKey of [ownKey(account), unreadKey(account), publicKey(account)]) {
    void queries.invalidateQueries({ queryKey }, { cancelRefetch: false })
  }
}

/** Refetches all displayed data of an account. */
export function refreshInbox(queries: QueryClient, account: Address): void {
  void queries.invalidateQueries({ queryKey: ['own', account] })
  void queries.invalidateQueries({ queryKey: publicKey(account) })
}

/** Updates the displayed rows of an account's inbox optimistically. */
export function patchInbox(
  queries: QueryClient,
  account: Address,
  patch: (page: InboxList) => InboxList,
): void {
  queries.setQueriesData<InfiniteData<Page>>({ queryKey: ownKey(account) }, (data) =>
    data ? { ...data, pages: data.pages.map((page) => ({ ...page, ...patch(page) })) } : data,
  )
}

/** Marks notifications and announcements of a signed-in account as read. */
export function useMarkRead(account: Address) {
  const t = useTranslations('notifications')
  const queries = useQueryClient()
  const failed = () => {
    toastError({
      title: t('mark.failed'),
      description: t('mark.silent'),
    })
    refreshInbox(queries, account)
  }

  const some = useMutation({
    mutationFn: (ids: readonly string[]) => markInbox(account, { ids }),
    onMutate: (ids) => patchInbox(queries, account, withRead(ids)),
    onSuccess: (count) => setUnread(queries, account, count),
    onError: failed,
  })
  const announcement = useMutation({
    mutationFn: (id: string) => markInbox(account, { announcementIds: [id] }),
    onMutate: (id) => patchInbox(queries, account, withoutAnnouncement(id)),
    onError: failed,
  })
  const all = useMutation({
    mutationFn: (upTo: string) => markInbox(account, { upTo }),
    onSuccess: (count) => {
      setUnread(queries, account, count)
      refreshInbox(queries, account)
    },
    onError: failed,
  })
  const undo = useMutation({
    mutationFn: (marking: string) => markInbox(account, { undo: marking }),
    onSuccess: () => {
      all.reset()
      refreshInbox(queries, account)
    },
    onError: failed,
  })
  return { some, announcement, all, undo }
}

const withRead =
  (ids: readonly string[]) =>
  (page: InboxList): InboxList => ({
    ...page,
    items: page.items.map((item) => (ids.includes(item.id) ? { ...item, isRead: true } : item)),
  })

const withoutAnnouncement =
  (id: string) =>
  (page: InboxList): InboxList => ({
    ...page,
    announcements: page.announcements.map((each) =>
      each.id === id ? { ...each, isRead: true } : each,
    ),
  })
