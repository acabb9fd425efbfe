'use client'

// biome-ignore lint/style/noRestrictedImports: the only use, which all others go through.
import NextLink from 'next/link'
import type { ComponentProps } from 'react'

/**
 * A link within the app. It fetches nothing ahead: the server renders each page for its request, and a page shows dozens of
 * links.
 */
export const Link = (props: ComponentProps<typeof NextLink>) => (
  <NextLink prefetch={false} {...props} />
)
