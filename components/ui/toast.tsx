'use client'

import { type ReactNode, Suspense, useSyncExternalStore } from 'react'
import { lazyPart, useFirstInput } from './lazy-part'

/** A toast. */
export type Message = {
  readonly title: string
  readonly description?: ReactNode
  /** One way on, such as the page of the order. */
  readonly action?: { readonly label: string; readonly onClick: () => void }
  /** Toasts of one id replace each other. */
  readonly id?: string
}

/** What the region of toasts is called, and the button that closes one; from the server. */
export type ToastWords = { readonly region: string; readonly dismiss: string }

/** Success, failure or news. */
export type Tone = 'success' | 'error' | 'info'

// Toasts are never all there is to see: without their code the page goes on.
const loadToaster = () => import('./toaster').catch(() => undefined)
const Region = lazyPart(async () => (await loadToaster())?.ToastRegion ?? (() => null))

let isWanted = false
const watchers = new Set<() => void>()

const watch = (watcher: () => void) => {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}

/**
 * Where toasts appear; once, in the root layout. A polite live region of its own, loaded when the person first
 * touches the page or the first toast comes.
 */
export const Toaster = ({ words }: { readonly words: ToastWords }) => {
  const isTouched = useFirstInput()
  const hasToast = useSyncExternalStore(
    watch,
    () => isWanted,
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
  isWanted = true
  for (const watcher of watchers) watcher()
  const toaster = await loadToaster()
  await toaster?.showToast(tone, message)
}

/** Something the person did has worked. */
export const toastSuccess = (message: Message) => void show('success', message)

/** Something failed that no field or alert on the page can tell. */
export const toastError = (message: Message) => void show('error', message)

/** News that asks for nothing. */
export const toastInfo = (message: Message) => void show('info', message)
