import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createHeap } from './heap'

test('always pops the first item', () => {
  const step = fc.oneof(fc.nat(50), fc.constant('take' as const))
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const heap = createHeap<number>((left, right) => left < right)
      const items: number[] = []
      for (const each of [...steps, ...steps.map(() => 'take' as const)]) {
        if (each === 'take') {
          items.sort((left, right) => left - right)
          expect(heap.pop()).toBe(items.shift())
        } else {
          heap.push(each)
          items.push(each)
        }
      }
    }),
    { seed: 91, numRuns: 500 },
  )
})
