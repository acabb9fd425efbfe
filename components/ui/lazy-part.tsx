'use client'

import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react'

type Load<P> = () => Promise<ComponentType<P>>

const inputs = ['pointermove', 'pointerdown', 'keydown'] as const
const waiting = new Set<() => void>()

/** Calls back once on the first user input. Loading earlier would compete with the first view. */
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
 * Wraps a component whose code is not needed for the first view. `early` loads it on the first user input or when
 * rendered, `late` only when rendered. Render it inside `Suspense`.
 */
export function lazyPart<P>(load: Load<P>, when: 'early' | 'late' = 'early') {
  let loading: Promise<{ default: ComponentType<P> }> | undefined
  const get = () => {
    loading ??= loadOnline(load).then((part) => ({ default: part }))
    return loading
  }
  if (typeof window !== 'undefined' && when === 'early')
    onFirstInput(() => void get().catch(() => undefined))
  return lazy(get)
}

/** Loads once online. A load that failed because the connection broke is repeated: it would fail the whole page. */
async function loadOnline<P>(load: Load<P>): Promise<ComponentType<P>> {
  await untilOnline()
  try {
    return await load()
  } catch (error) {
    if (navigator.onLine) throw error
    return loadOnline(load)
  }
}

const untilOnline = (): Promise<void> =>
  new Promise((resolve) => {
    if (typeof window === 'undefined' || navigator.onLine) resolve()
    else addEventListener('online', () => resolve(), { once: true })
  })

/** Returns whether there has been user input since the component mounted. */
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

/** Renders nothing until first opened, then keeps its children mounted so that their closing can animate. */
export const OnceOpen = ({ isOpen, children }: OnceOpenProps) => {
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen && !wasOpen) setWasOpen(true)
  return isOpen || wasOpen ? <Suspense fallback={null}>{children}</Suspense> : null
}
