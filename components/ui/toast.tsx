'use client'

import { type ReactNode, Suspense, useSyncExternalStore } from 'react'
import { lazyPart, useFirstInput } from './lazy-part'

/** Content of a toast. */
export type Message = {
  readonly title: string
  readonly description?: ReactNode
  /** One follow-up, such as a link to the order. */
  readonly action?: { readonly label: string; readonly onClick: () => void }
  /** Toasts with the same id replace each other. */
  readonly id?: string
}

/** Accessible names of the toast region and the close button, passed from the server. */
export type ToastWords = { readonly region: string; readonly dismiss: string }

/** Kind of a toast. */
export type Tone = 'success' | 'error' | 'info'

// Toasts are never essential: if their code fails to load, the page continues without them.
const loadToaster = () => import('./toaster').catch(() => undefined)
const Region = lazyPart(async () => (await loadToaster())?.ToastRegion ?? (() => null))

let isRequested = false
const watchers = new Set<() => void>()

const watch = (watcher: () => void) => {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}

/**
 * The toast region, once in the root layout. A polite live region, loaded on the first user input or the first
 * toast.
 */
export const Toaster = ({ words }: { readonly words: ToastWords }) => {
  const isTouched = useFirstInput()
  const hasToast = useSyncExternalStore(
    watch,
    () => isRequested,
    () => false,
  )
  if (!isTouched && !hasToast) return null
  return (
    <Suspense fallback={null}>
      <Region words={words} />
    </Suspense>
  )
}

async function show(tone: Tone, message: Message): Promise<void> {
  isRequested = true
  for (const watcher of watchers) watcher()
  const toaster = await loadToaster()
  await toaster?.showToast(tone, message)
}

/** Confirms that a user action succeeded. */
export const toastSuccess = (message: Message) => void show('success', message)

/** Reports a failure that no field or alert on the page can show. */
export const toastError = (message: Message) => void show('error', message)

/** Shows information that requires no action. */
export const toastInfo = (message: Message) => void show('info', message)
