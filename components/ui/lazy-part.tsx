'use client'

import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react'

type Load<P> = () => Promise<ComponentType<P>>

const inputs = ['pointermove', 'pointerdown', 'keydown'] as const
const waiting = new Set<() => void>()

/** Calls back once when the person first touches the page; at once is too soon for what no first view needs. */
function onFirstInput(act: () => void): () => void {
  if (waiting.size === 0) for (const input of inputs) addEventListener(input, callAll)
  waiting.add(act)
  return () => void waiting.delete(act)
}

function callAll(): void {
  for (const input of inputs) removeEventListener(input, callAll)
  const acts = [...waiting]
  waiting.clear()
  for (const act of acts) act()
}

/**
 * A component whose code is no part of the first view: it is loaded when the person first touches the page, at the
 * latest when it is shown; `late`, only when it is shown. Show it inside `Suspense`.
 */
export function lazyPart<P>(load: Load<P>, when: 'early' | 'late' = 'early') {
  let loading: Promise<{ default: ComponentType<P> }> | undefined
  const get = () => {
    loading ??= untilOnline()
      .then(load)
      .then((part) => ({ default: part }))
    return loading
  }
  if (typeof window !== 'undefined' && when === 'early')
    onFirstInput(() => void get().catch(() => undefined))
  return lazy(get)
}

/** What is refused once, as while offline, is refused until the page is loaded anew. */
const untilOnline = (): Promise<void> =>
  new Promise((resolve) => {
    if (typeof window === 'undefined' || navigator.onLine) resolve()
    else addEventListener('online', () => resolve(), { once: true })
  })

/** Whether the person has touched the page since this is shown. */
export function useFirstInput(): boolean {
  const [isTouched, setIsTouched] = useState(false)
  useEffect(() => onFirstInput(() => setIsTouched(true)), [])
  return isTouched
}

type OnceOpenProps = {
  readonly isOpen: boolean
  /** A lazy part. */
  readonly children: ReactNode
}

/** Shows nothing until it is opened for the first time; what was opened once stays, so that it can close by itself. */
export const OnceOpen = ({ isOpen, children }: OnceOpenProps) => {
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen && !wasOpen) setWasOpen(true)
  return isOpen || wasOpen ? <Suspense fallback={null}>{children}</Suspense> : null
}
