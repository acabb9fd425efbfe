'use client'

import { useEffect } from 'react'

/** Takes whoever comes to a link of this page by its id to where that link leads: the whole reference was one page. */
export const MovedAnchor = () => {
  useEffect(() => {
    followHash()
    window.addEventListener('hashchange', followHash)
    return () => window.removeEventListener('hashchange', followHash)
  }, [])
  return null
}

function followHash(): void {
  const named = document.getElementById(location.hash.slice(1))
  if (named instanceof HTMLAnchorElement) location.replace(named.href)
}
