'use client'

import Link from 'next/link'
import { usePathname, useSearchParams } from 'next/navigation'
import type { ComponentProps } from 'react'
import { placeHref } from './nav-items'

type Props = Omit<ComponentProps<typeof Link>, 'href'> & { readonly href: string }

/** A link to a place of the app, which shows the network there that the address of this page names. */
export const PlaceLink = ({ href, ...link }: Props) => {
  const pathname = usePathname()
  const chain = useSearchParams().get('chain')
  return <Link href={placeHref(href, { pathname, chain })} {...link} />
}
