import type { KeyboardEvent } from 'react'

/** Returns whether Enter was pressed in an amount or price field. */
export const isEnterInAmount = ({ key, target, nativeEvent }: KeyboardEvent): boolean =>
  key === 'Enter' &&
  !nativeEvent.isComposing &&
  target instanceof HTMLInputElement &&
  target.inputMode === 'decimal'
