'use client'

import { type ComponentProps, useState } from 'react'
import { Stamp } from './stamp'

type Props = {
  /** The stamp of an ended order; undefined while it is open. */
  readonly end: Omit<ComponentProps<typeof Stamp>, 'motion'> | undefined
}

/** The stamp of an order's receipt; pressed on if the order ends in front of the reader. */
export const EndStamp = ({ end }: Props) => {
  const [wasOpen] = useState(end === undefined)
  return end === undefined ? null : <Stamp {...end} motion={wasOpen ? 'drop' : 'still'} />
}
