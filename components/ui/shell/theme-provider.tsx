'use client'

import { ThemeProvider as Primitive } from 'next-themes'
import type { ReactNode } from 'react'

type Props = {
  /** Of the Content-Security-Policy, for the script that sets the theme before first paint. */
  readonly nonce?: string
  readonly children: ReactNode
}

/** Sets `data-theme` on the root element: the choice of this browser, else the system's. */
export const ThemeProvider = ({ nonce, children }: Props) => {
  // Where the scroll lock of dialogs looks for the nonce of the style element that it adds.
  if (nonce !== undefined && typeof window !== 'undefined')
    Object.assign(globalThis, { __webpack_nonce__: nonce })
  return (
    <Primitive
      attribute="data-theme"
      defaultTheme="system"
      enableSystem
      enableColorScheme={false}
      {...(nonce !== undefined && { nonce })}
    >
      {children}
    </Primitive>
  )
}
