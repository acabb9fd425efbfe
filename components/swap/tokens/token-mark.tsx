'use client'

import { useState } from 'react'
import { Monogram } from '@/components/ui/monogram'
import { logoPath, type Token } from '@/lib/client/swap/tokens'

type Props = {
  readonly token: Pick<Token, 'symbol' | 'logoURI'>
  readonly size?: 'small' | 'medium'
}

/** A token's logo, or its first letters. */
export const TokenMark = ({ token: { symbol, logoURI }, size = 'medium' }: Props) => {
  const [broken, setBroken] = useState<string>()
  const path = typeof location === 'undefined' ? undefined : logoPath(logoURI, location.origin)
  if (path === undefined || path === broken) return <Monogram text={symbol} size={size} />
  const pixels = size === 'small' ? 24 : 36
  return (
    // biome-ignore lint/performance/noImgElement: a small local image needs no optimiser.
    <img
      src={path}
      alt=""
      width={pixels}
      height={pixels}
      loading="lazy"
      decoding="async"
      onError={() => setBroken(path)}
      className="shrink-0 rounded-full bg-sunken object-cover"
    />
  )
}
