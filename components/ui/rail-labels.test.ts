import { describe, expect, it } from 'vitest'
import { placeLabels, type RailLabel } from './rail-labels'

const label = (place: number, name: string, number: string, change?: string): RailLabel => ({
  mark: { place, side: 'below' },
  name,
  number,
  change,
})

const min = label(8, 'Min', '4,503.77', '−0.50%')
const market = label(92, 'Market', '4,532.33', '+0.13%')

describe('placeLabels', () => {
  it('binds labels near the ends to their marks, others are centred', () => {
    const quote = { ...label(74, 'Quote', '4,526.40'), mark: { place: 74, side: 'above' } } as const
    expect(placeLabels([min, quote, market], 400)).toMatchObject([
      { side: 'above', anchor: 'middle', at: 74 },
      { side: 'below', anchor: 'start', at: 8, changeOf: 0 },
      { side: 'below', anchor: 'end', at: 92, changeOf: 2 },
    ])
  })

  it('drops the differences of labels that are too near', () => {
    const placed = placeLabels([min, market], 250)
    expect(placed).toHaveLength(2)
    expect(placed.every(({ changeOf }) => changeOf === undefined)).toBe(true)
  })

  it('merges labels that are still too near', () => {
    const placed = placeLabels([min, label(14, 'Quote', '4,504.00')], 250)
    expect(placed).toEqual([
      {
        ...{ side: 'below', anchor: 'start', at: 11 },
        parts: [
          { name: 'Min', number: '4,503.77' },
          { name: 'Quote', number: '4,504.00' },
        ],
      },
    ])
  })

  it('moves a label that would cross the end to the end', () => {
    expect(placeLabels([label(22, 'Market', '1,234,567.89')], 250)).toMatchObject([
      { anchor: 'start', at: 0 },
    ])
    expect(placeLabels([label(78, 'Market', '1,234,567.89')], 250)).toMatchObject([
      { anchor: 'end', at: 100 },
    ])
  })

  it('never lets two labels overlap', () => {
    for (let place = 8; place <= 92; place++) {
      for (const length of [240, 352, 480]) {
        const placed = placeLabels([min, label(place, 'Quote', '4,526.40', '+1.00%')], length)
        if (placed.length === 1) continue
        const [left, right] = placed
        expect(left?.at).toBeLessThan(right?.at ?? 0)
      }
    }
  })
})
