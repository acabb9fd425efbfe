import type { ReactNode } from 'react'

/** A path breaks at slashes, and inside a segment only if that segment is too long. */
export const breakablePath = (label: string): ReactNode =>
  label
    .match(/.*?\S\/|.+$/g)
    // biome-ignore lint/suspicious/noArrayIndexKey: segments never change places.
    ?.flatMap((part, index) => (index === 0 ? [part] : [<wbr key={index} />, part]))
