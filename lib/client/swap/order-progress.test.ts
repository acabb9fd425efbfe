import { describe, expect, it } from 'vitest'
import { isFurtherOn, type OrderStage, offersOf, orderStage, progressSteps } from './order-progress'

const stateOf = (stage: OrderStage) =>
  progressSteps(stage)
    .map(({ name, state }) => `${name} ${state}`)
    .join(', ')

describe('orderStage', () => {
  it('of an open order follows its progress at the service', () => {
    expect(orderStage('open', undefined)).toBe('scheduled')
    expect(orderStage('open', { type: 'active' })).toBe('competing')
    expect(orderStage('open', { type: 'solved' })).toBe('passed-over')
    expect(orderStage('open', { type: 'executing' })).toBe('chosen')
    expect(orderStage('open', { type: 'traded' })).toBe('partly-filled')
    expect(orderStage('open', { type: 'open' })).toBe('held')
  })

  it('of an ended order takes precedence over an older progress', () => {
    expect(orderStage('fulfilled', { type: 'executing' })).toBe('settled')
    expect(orderStage('expired', { type: 'active' })).toBe('expired')
    expect(orderStage('cancelled', { type: 'traded' })).toBe('cancelled')
  })
})

describe('progressSteps', () => {
  it('has four steps from signed to settled', () => {
    expect(stateOf('competing')).toBe('signed done, auction current, chosen waiting, end waiting')
    expect(stateOf('chosen')).toBe('signed done, auction done, chosen current, end waiting')
    expect(stateOf('settled')).toBe('signed done, auction done, chosen done, end done')
  })

  it('goes back to the auction if a solver failed to settle', () => {
    expect(stateOf('passed-over')).toBe(stateOf('competing'))
  })

  it('names no solver if none settled it', () => {
    expect(stateOf('expired')).toBe('signed done, auction done, end done')
    expect(stateOf('cancelled')).toBe('signed done, auction done, end done')
  })
})

describe('isFurtherOn', () => {
  it('counts a chosen solver and an end as progress, not alternating auctions', () => {
    expect(isFurtherOn('chosen', 'competing')).toBe(true)
    expect(isFurtherOn('settled', 'chosen')).toBe(true)
    expect(isFurtherOn('cancelled', 'held')).toBe(true)
    expect(isFurtherOn('passed-over', 'competing')).toBe(false)
    expect(isFurtherOn('competing', 'scheduled')).toBe(false)
    expect(isFurtherOn('passed-over', 'chosen')).toBe(false)
  })
})

describe('offersOf', () => {
  it('counts the solvers that bid', () => {
    const executedAmounts = { sell: '1', buy: '2' }
    const value = [
      { solver: '0x01', executedAmounts },
      { solver: '0x02', executedAmounts: null },
    ]
    expect(offersOf({ type: 'executing', value })).toBe(1)
    expect(offersOf(undefined)).toBe(0)
  })
})
