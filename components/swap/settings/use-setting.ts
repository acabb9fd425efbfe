'use client'

import { type Dispatch, useSyncExternalStore } from 'react'
import { keptText } from '@/lib/client/stored-text'
import type { SettingEvent, SettingText } from '@/lib/client/swap/setting-text'

/** A form setting stored in this browser, and a function that changes it. */
export function useSetting(
  name: 'slippage' | 'deadline',
  next: (state: SettingText, event: SettingEvent) => SettingText,
): readonly [SettingText, Dispatch<SettingEvent>] {
  const kept = keptText(`coincide.${name}`)
  const text = useSyncExternalStore(kept.watch, kept.read, () => null) ?? ''
  const change = (event: SettingEvent) => {
    const changed = next({ text: kept.read() ?? '' }, event)
    kept.write(changed.text === '' ? null : changed.text)
  }
  return [{ text }, change]
}
