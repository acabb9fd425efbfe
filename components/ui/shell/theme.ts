'use client'

import { useSyncExternalStore } from 'react'
import { asTheme, type Theme, themeCookie, writeCookie } from '@/lib/client/cookies'

const systemDark = () => window.matchMedia('(prefers-color-scheme: dark)')

/** Returns the effective theme: the one chosen in this browser, else the system's. */
export function shownTheme(): Theme {
  const chosen = asTheme(document.documentElement.dataset.theme)
  return chosen ?? (systemDark().matches ? 'dark' : 'light')
}

/** Sets the theme and stores it in a cookie, so that the server renders it and no page needs a script for it. */
export function chooseTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme
  writeCookie(themeCookie, theme)
}

function watchTheme(listener: () => void): () => void {
  const observer = new MutationObserver(listener)
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  const system = systemDark()
  system.addEventListener('change', listener)
  return () => {
    observer.disconnect()
    system.removeEventListener('change', listener)
  }
}

/** Returns the effective theme and updates with it; light on the server. */
export const useTheme = (): Theme => useSyncExternalStore(watchTheme, shownTheme, () => 'light')
