import { beforeEach, describe, expect, it } from 'vitest'
import { createServerClock, type ServerClock } from './server-clock'

const noon = Date.UTC(2026, 10, 22, 12)
const hour = 3_600_000
const dateHeader = (ms: number) => new Date(ms).toUTCString()

describe('the service’s clock', () => {
  let local: { wall: number; running: number }
  let clock: ServerClock
  beforeEach(() => {
    local = { wall: noon + hour, running: 5_000 }
    clock = createServerClock({ wallMs: () => local.wall, runningMs: () => local.running })
  })

  it('is the local clock until the first answer', () => {
    expect(clock.nowMs()).toBe(noon + hour)
    clock.update(null)
    clock.update('soon')
    expect(clock.nowMs()).toBe(noon + hour)
  })

  it('continues from the service’s time, however the local clock is set', () => {
    clock.update(dateHeader(noon))
    expect(clock.nowMs()).toBe(noon)
    local = { wall: noon - 7 * hour, running: 8_000 }
    expect(clock.nowMs()).toBe(noon + 3_000)
  })

  it('does not go back with a cached answer', () => {
    clock.update(dateHeader(noon))
    clock.update(dateHeader(noon - hour))
    expect(clock.nowMs()).toBe(noon)
    clock.update(dateHeader(noon + 1_000))
    expect(clock.nowMs()).toBe(noon + 1_000)
  })
})
