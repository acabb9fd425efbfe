'use client'

import { type ReactNode, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'

/** Slots in the header and tab bar that a page may fill. */
export type SlotName = 'network' | 'wallet' | 'inbox-count'

/** An empty slot in the static shell. */
export const ShellSlot = ({
  name,
  className,
}: {
  readonly name: string
  readonly className?: string
}) => <span data-shell-slot={name} className={className} />

type Props = { readonly name: SlotName; readonly children: ReactNode }

/**
 * Portals its children into every shell slot of a name. The shell stays static and free of wallet code,
 * while the children keep the React context of their own layout. They appear on hydration,
 * not in the server's HTML.
 */
export const FillShellSlot = ({ name, children }: Props) => {
  const [places, setPlaces] = useState<readonly Element[]>([])
  useEffect(() => {
    setPlaces([...document.querySelectorAll(`[data-shell-slot="${name}"]`)])
  }, [name])
  return places.map((place, index) => createPortal(children, place, `${name}-${index}`))
}
