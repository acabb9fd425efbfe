'use client'

import { type ReactNode, startTransition, useEffect, useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'

/** Slots in the header and tab bar that a page may fill. */
export type SlotName = 'network' | 'wallet' | 'inbox-count'

type SlotProps = {
  readonly name: SlotName
  readonly className?: string
  /** An inert copy of the expected content, shown until the slot is filled, so that nothing moves. */
  readonly preview?: ReactNode
}

/** A slot in the static shell; shows its preview until it is filled. */
export const ShellSlot = ({ name, className, preview }: SlotProps) => (
  <span data-shell-slot={name} className={className}>
    {preview === undefined ? null : (
      <span inert aria-hidden="true" className="contents not-last:hidden">
        {preview}
      </span>
    )}
  </span>
)

/** Set by the first effects, which run once React has hydrated the page. */
let isHydrated = false

type Props = { readonly name: SlotName; readonly children: ReactNode }

/**
 * Portals its children into every shell slot of a name. The shell stays static and free of wallet code,
 * while the children keep the React context of their own layout. They appear on hydration,
 * not in the server's HTML.
 */
export const FillShellSlot = ({ name, children }: Props) => {
  const [places, setPlaces] = useState<readonly Element[]>([])
  // A layout effect: another part of the page may have just left the slot, and its preview must not flash. On hydration the
  // preview is there, so the slot is not filled in the same long task.
  useLayoutEffect(() => {
    const fill = () => setPlaces([...document.querySelectorAll(`[data-shell-slot="${name}"]`)])
    if (isHydrated) fill()
    else startTransition(fill)
  }, [name])
  useEffect(() => {
    isHydrated = true
  }, [])
  return places.map((place, index) => createPortal(children, place, `${name}-${index}`))
}
