'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import type { ComponentProps } from 'react'
import { Link } from '@/components/ui/link'
import { placeHref } from './nav-items'

type Props = Omit<ComponentProps<typeof Link>, 'href'> & { readonly href: string }

/** A link within the app that keeps the network named by the current URL. */
export const PlaceLink = ({ href, ...link }: Props) => {
  const pathname = usePathname()
  const chain = useSearchParams().get('chain')
  return <Link href={placeHref(href, { pathname, chain })} {...link} />
}
