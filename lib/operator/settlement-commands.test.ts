import { beforeEach, describe, expect } from 'vitest'
import { listSettlementPauses } from '@/lib/settlements/submission/settlement-pause-store'
import { done, type OperatorFixture } from '@/lib/testing/accounts/operator-fixture'
import { test } from '@/lib/testing/test'

let fixture: OperatorFixture

test.beforeEach(({ operator }) => {
  fixture = operator
})
beforeEach(() => fixture.ctx.db.settlingStop.deleteMany())

describe('settling', () => {
  const stop = 'settlement pause gnosis --reason "the node lies" --yes'

  test('pauses on one network until resumed', async () => {
    expect(await fixture.operate(stop)).toMatchObject(done)
    expect(await listSettlementPauses(fixture.ctx.db)).toMatchObject([
      { chainId: 100, reason: 'the node lies' },
    ])
    expect((await fixture.operate('settlement list')).out).toMatch(/\S+ +\S+Z +the node lies/)
    const resumed = await fixture.operate('settlement resume 100 --reason "another node" --yes')
    expect(resumed).toMatchObject(done)
    expect(await listSettlementPauses(fixture.ctx.db)).toEqual([])
    expect(await fixture.lastAction()).toMatchObject({
      action: 'resume-settling',
      reason: 'another node',
      details: { stoppedFor: 'the node lies' },
    })
  })

  test('cannot be paused or resumed twice', async () => {
    await fixture.operate(stop)
    expect(await fixture.operate(stop)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/already paused on gnosis: the node lies/),
    })
    expect(await fixture.operate('settlement resume base --reason x --yes')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/not paused on base/),
    })
  })

  test('is paused on supported networks only', async () => {
    expect(await fixture.operate('settlement pause moon --reason x --yes')).toMatchObject({
      code: 2,
    })
  })
})
