'use client'

import { useEffect } from 'react'

/** Redirects legacy anchors: the whole reference was once one page. */
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
