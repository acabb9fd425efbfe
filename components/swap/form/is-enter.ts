import type { KeyboardEvent } from 'react'

/** Whether Enter was pressed in a field of an amount or a price. */
export const isEnterInAmount = ({ key, target, nativeEvent }: KeyboardEvent): boolean =>
  key === 'Enter' &&
  !nativeEvent.isComposing &&
  target instanceof HTMLInputElement &&
  target.inputMode === 'decimal'
