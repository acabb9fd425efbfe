import { describe, expect, it } from 'vitest'
import { moveOption } from './listbox-keys'

describe('moveOption', () => {
  it('goes down and wraps to the first', () => {
    expect(moveOption({ active: -1, count: 3 }, 'ArrowDown')).toBe(0)
    expect(moveOption({ active: 2, count: 3 }, 'ArrowDown')).toBe(0)
  })

  it('goes up and wraps to the last', () => {
    expect(moveOption({ active: 0, count: 3 }, 'ArrowUp')).toBe(2)
    expect(moveOption({ active: -1, count: 3 }, 'ArrowUp')).toBe(2)
    expect(moveOption({ active: 2, count: 3 }, 'ArrowUp')).toBe(1)
  })

  it('pages without wrapping', () => {
    expect(moveOption({ active: 0, count: 30 }, 'PageDown')).toBe(8)
    expect(moveOption({ active: 28, count: 30 }, 'PageDown')).toBe(29)
    expect(moveOption({ active: 3, count: 30 }, 'PageUp')).toBe(0)
  })

  it('leaves other keys and empty lists alone', () => {
    expect(moveOption({ active: 0, count: 3 }, 'a')).toBeUndefined()
    expect(moveOption({ active: -1, count: 0 }, 'ArrowDown')).toBeUndefined()
  })
})
