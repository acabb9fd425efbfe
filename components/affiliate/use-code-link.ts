'use client'

import { useEffect, useState } from 'react'

/** The link that brings traders to a code; without its host on the server, which does not know how it is reached. */
export function useCodeLink(code: string): string {
  const [origin, setOrigin] = useState('')
  useEffect(() => setOrigin(location.origin), [])
  return `${origin}/?ref=${code}`
}
