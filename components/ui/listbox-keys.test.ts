import { describe, expect, it } from 'vitest'
import { moveOption } from './listbox-keys'

describe('moveOption', () => {
  it('moves down and wraps to the first option', () => {
    expect(moveOption({ active: -1, count: 3 }, 'ArrowDown')).toBe(0)
    expect(moveOption({ active: 2, count: 3 }, 'ArrowDown')).toBe(0)
  })

  it('moves up and wraps to the last option', () => {
    expect(moveOption({ active: 0, count: 3 }, 'ArrowUp')).toBe(2)
    expect(moveOption({ active: -1, count: 3 }, 'ArrowUp')).toBe(2)
    expect(moveOption({ active: 2, count: 3 }, 'ArrowUp')).toBe(1)
  })

  it('pages without wrapping', () => {
    expect(moveOption({ active: 0, count: 30 }, 'PageDown')).toBe(8)
    expect(moveOption({ active: 28, count: 30 }, 'PageDown')).toBe(29)
    expect(moveOption({ active: 3, count: 30 }, 'PageUp')).toBe(0)
  })

  it('ignores other keys and empty lists', () => {
    expect(moveOption({ active: 0, count: 3 }, 'a')).toBeUndefined()
    expect(moveOption({ active: -1, count: 0 }, 'ArrowDown')).toBeUndefined()
  })
})
