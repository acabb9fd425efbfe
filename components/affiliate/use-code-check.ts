'use client'

import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { parseAffiliateCode } from '@/lib/affiliate/registration/affiliate-code'
import { fetchCode } from '@/lib/client/api'
import { ApiError } from '@/lib/client/request'
import type { CodeCheck } from './code-form'

/** Milliseconds without a keystroke before a code is looked up: typing pauses are shorter. */
const debounceMs = 350

/** Checks whether a code is available, once typing pauses. */
export function useCodeCheck(text: string): CodeCheck {
  const code = parseAffiliateCode(text)
  const debounced = useDebounced(code)
  const lookup = useQuery({
    queryKey: ['affiliate-code', debounced],
    enabled: debounced !== undefined,
    retry: false,
    queryFn: ({ signal }) => isTaken(debounced ?? '', signal),
  })
  if (text.trim() === '') return { state: 'empty' }
  if (code === undefined) return { state: 'malformed', text }
  if (debounced !== code || lookup.isPending) return { state: 'checking' }
  if (lookup.isError) return { state: 'unknown' }
  return { state: lookup.data ? 'taken' : 'available' }
}

async function isTaken(code: string, signal: AbortSignal): Promise<boolean> {
  try {
    await fetchCode(code, { signal, tries: 1 })
    return true
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return false
    if (error instanceof ApiError && error.status === 403) return true
    throw error
  }
}

function useDebounced<T>(value: T): T {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), debounceMs)
    return () => clearTimeout(timer)
  }, [value])
  return debounced
}
