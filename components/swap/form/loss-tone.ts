import type { ValueLoss } from '@/lib/client/swap/value-loss'

/** The colour of a loss; none where it is not worth a word. */
export function lossTone(loss: ValueLoss): string | undefined {
  if (loss === 'mild') return 'text-warn'
  return loss === 'high' || loss === 'critical' ? 'text-danger' : undefined
}
