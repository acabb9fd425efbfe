import type { ValueLoss } from '@/lib/client/swap/value-loss'

/** Returns the colour of a loss; undefined if it is insignificant. */
export function lossTone(loss: ValueLoss): string | undefined {
  if (loss === 'mild') return 'text-warn'
  return loss === 'high' || loss === 'critical' ? 'text-danger' : undefined
}
