'use client'

import { Moon, Sun } from 'lucide-react'
import { useTheme } from 'next-themes'
import { IconButton } from '@/components/ui/icon-button'

/**
 * Switches between paper and night. Both marks are in the page and CSS shows the right one, so the
 * server needs no guess and nothing jumps on hydration.
 */
export const ThemeToggle = ({ label }: { readonly label: string }) => {
  const { resolvedTheme, setTheme } = useTheme()
  return (
    <IconButton
      label={label}
      onClick={() => setTheme(resolvedTheme === 'dark' ? 'light' : 'dark')}
      className="-mr-1 tab:-mr-3"
    >
      <Moon aria-hidden="true" className="size-5 dark:hidden" />
      <Sun aria-hidden="true" className="hidden size-5 dark:block" />
    </IconButton>
  )
}
