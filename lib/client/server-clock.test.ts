import { beforeEach, describe, expect, it } from 'vitest'
import { createServerClock, type ServerClock } from './server-clock'

const noon = Date.UTC(2026, 10, 22, 12)
const hour = 3_600_000
const said = (ms: number) => new Date(ms).toUTCString()

describe('a clock of the service', () => {
  let local: { wall: number; running: number }
  let clock: ServerClock
  beforeEach(() => {
    local = { wall: noon + hour, running: 5_000 }
    clock = createServerClock({ wallMs: () => local.wall, runningMs: () => local.running })
  })

  it("is this machine's until an answer tells the time", () => {
    expect(clock.nowMs()).toBe(noon + hour)
    clock.hear(null)
    clock.hear('soon')
    expect(clock.nowMs()).toBe(noon + hour)
  })

  it('goes on from what the service said, however the clock here is set', () => {
    clock.hear(said(noon))
    expect(clock.nowMs()).toBe(noon)
    local = { wall: noon - 7 * hour, running: 8_000 }
    expect(clock.nowMs()).toBe(noon + 3_000)
  })

  it('does not go back with an answer that was kept', () => {
    clock.hear(said(noon))
    clock.hear(said(noon - hour))
    expect(clock.nowMs()).toBe(noon)
    clock.hear(said(noon + 1_000))
    expect(clock.nowMs()).toBe(noon + 1_000)
  })
})
