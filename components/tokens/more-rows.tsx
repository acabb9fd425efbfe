'use client'

import { useTranslations } from 'next-intl'
import { type ReactNode, useState } from 'react'
import { useFormat } from '@/components/i18n/use-format'
import { Button } from '@/components/ui/button'

type Props<T> = {
  readonly rows: readonly T[]
  /** Plural noun for the button: "holders". */
  readonly what: string
  readonly children: (shown: readonly T[]) => ReactNode
}

/** Rows shown at first. */
export const firstRows = 5

/** Shows the first five rows, and all of them on request. */
export const MoreRows = <T,>({ rows, what, children }: Props<T>) => {
  const t = useTranslations('ui')
  const format = useFormat()
  const [isWhole, setWhole] = useState(false)
  return (
    <div className="grid grid-cols-1 gap-3">
      {children(isWhole ? rows : rows.slice(0, firstRows))}
      {rows.length > firstRows && !isWhole ? (
        <Button onClick={() => setWhole(true)} className="justify-self-start">
          {t('showAll', { count: format.count(rows.length), what })}
        </Button>
      ) : null}
    </div>
  )
}
