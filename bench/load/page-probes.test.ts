import { describe, expect, it } from 'vitest'
import { worstWindow } from './page-probes'

const at = (...times: readonly number[]) => times.map((time) => ({ value: 0.1, time, moved: [] }))

describe('worstWindow', () => {
  it('is zero without shifts', () => {
    expect(worstWindow([])).toBe(0)
  })

  it('adds up shifts less than a second apart', () => {
    expect(worstWindow(at(100, 1_000, 1_900))).toBeCloseTo(0.3)
  })

  it('counts only the worst of windows more than a second apart', () => {
    expect(worstWindow(at(0, 1_000, 1_500, 4_000))).toBeCloseTo(0.2)
  })

  it('ends a window after five seconds', () => {
    expect(worstWindow(at(0, 900, 1_800, 2_700, 3_600, 4_500, 5_400))).toBeCloseTo(0.6)
  })
})
