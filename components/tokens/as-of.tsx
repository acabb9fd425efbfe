'use client'

import { useNow } from '@/components/app/use-now'
import { Badge } from '@/components/ui/badge'
import { ageText, isOld } from './age'

/** How old data is; what is too old is said loudly. */
export const AsOf = ({ ms }: { readonly ms: number | undefined }) => {
  const now = useNow()
  if (ms === undefined || now === 0) return null
  const age = now - ms
  const text = `as of ${ageText(age)}`
  return isOld(age) ? (
    <Badge tone="warn">{text}, may be out of date</Badge>
  ) : (
    <span className="numeric text-label text-ink-2">{text}</span>
  )
}
