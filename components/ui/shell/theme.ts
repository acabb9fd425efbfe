'use client'

import { useSyncExternalStore } from 'react'
import { keepCookie } from '@/lib/client/kept-cookie'
import { asTheme, type Theme, themeCookie } from '@/lib/client/theme'

const systemDark = () => window.matchMedia('(prefers-color-scheme: dark)')

/** The theme that is shown: what was chosen in this browser, else the system's. */
export function shownTheme(): Theme {
  const chosen = asTheme(document.documentElement.dataset.theme)
  return chosen ?? (systemDark().matches ? 'dark' : 'light')
}

/** Shows a theme from now on; the server writes the choice into the pages that follow, so none needs a script for it. */
export function chooseTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme
  keepCookie(themeCookie, theme)
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

/** The theme that is shown, followed; light on the server. */
export const useTheme = (): Theme => useSyncExternalStore(watchTheme, shownTheme, () => 'light')
