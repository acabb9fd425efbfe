'use client'

import { Moon, Sun } from 'lucide-react'
import { useEffect } from 'react'
import { IconButton } from '@/components/ui/icon-button'
import type { Theme } from '@/lib/client/cookies'
import { chooseTheme, shownTheme } from './theme'

/** BroadcastChannel to the other tabs of this browser. */
const channelName = 'theme'

type Props = { readonly label: string; readonly className?: string }

/**
 * Switches between the light and the dark theme. Both icons are rendered and CSS shows the right one, so the
 * server does not have to guess and hydration causes no layout shift.
 */
export const ThemeToggle = ({ label, className }: Props) => {
  useEffect(() => {
    const channel = new BroadcastChannel(channelName)
    channel.onmessage = ({ data }: MessageEvent<Theme>) => chooseTheme(data)
    return () => channel.close()
  }, [])
  return (
    <IconButton label={label} onClick={toggle} className={className}>
      <Moon aria-hidden="true" className="size-5 dark:hidden" />
      <Sun aria-hidden="true" className="hidden size-5 dark:block" />
    </IconButton>
  )
}

function toggle(): void {
  const next = shownTheme() === 'dark' ? 'light' : 'dark'
  chooseTheme(next)
  const channel = new BroadcastChannel(channelName)
  channel.postMessage(next)
  channel.close()
}
