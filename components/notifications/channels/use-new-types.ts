'use client'

import { useSyncExternalStore } from 'react'
import { storedText } from '@/lib/client/stored-text'
import { type NotificationType, notificationTypes } from '@/lib/core/notification'

/** Names the types that are left out, so that a later type is chosen. */
const left = storedText('channel-types-left-out')

/** The notification types that new channels of this browser receive; all at first. */
export function useNewTypes(): readonly [
  readonly NotificationType[],
  (types: readonly NotificationType[]) => void,
] {
  const text = useSyncExternalStore(left.watch, left.read, () => null)
  const leftOut = (text ?? '').split(',')
  const types = notificationTypes.filter((type) => !leftOut.includes(type))
  const setTypes = (next: readonly NotificationType[]) => {
    const without = notificationTypes.filter((type) => !next.includes(type))
    left.write(without.length === 0 ? null : without.join())
  }
  return [types, setTypes]
}
