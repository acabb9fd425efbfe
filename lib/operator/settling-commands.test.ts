import { beforeEach, describe, expect, it } from 'vitest'
import { listSettlingStops } from '@/lib/settlements/submission/settlement-pause-store'
import { done, openOperatorDesk } from '@/lib/testing/accounts/operator-fixture'

const desk = openOperatorDesk()
beforeEach(() => desk.ctx.db.settlingStop.deleteMany())

describe('settling', () => {
  const stop = 'settling stop gnosis --reason "the node lies" --yes'

  it('stops on one network, and goes on when told', async () => {
    expect(await desk.operate(stop)).toMatchObject(done)
    expect(await listSettlingStops(desk.ctx.db)).toMatchObject([
      { chainId: 100, reason: 'the node lies' },
    ])
    expect((await desk.operate('settling list')).out).toMatch(/\S+ +\S+Z +the node lies/)
    const resumed = await desk.operate('settling resume 100 --reason "another node" --yes')
    expect(resumed).toMatchObject(done)
    expect(await listSettlingStops(desk.ctx.db)).toEqual([])
    expect(await desk.lastAction()).toMatchObject({
      action: 'resume-settling',
      reason: 'another node',
      details: { stoppedFor: 'the node lies' },
    })
  })

  it('is not stopped or taken up twice', async () => {
    await desk.operate(stop)
    expect(await desk.operate(stop)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/already: the node lies/),
    })
    expect(await desk.operate('settling resume base --reason x --yes')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/orders are settled on base/),
    })
  })

  it('asks for a network that there is', async () => {
    expect(await desk.operate('settling stop moon --reason x --yes')).toMatchObject({ code: 2 })
  })
})
