import { beforeEach, describe, expect } from 'vitest'
import type { Address } from '@/lib/core/address'
import { insertBurn, listActiveBurners } from '@/lib/settlements/verification/burner-store'
import { done, type OperatorFixture } from '@/lib/testing/accounts/operator-fixture'
import { test } from '@/lib/testing/test'

const address: Address = '0x9965507d1a55bcc2695c58ba16fb37d819b0a4dc'
const day = 86_400_000
let fixture: OperatorFixture

test.beforeEach(({ operator }) => {
  fixture = operator
})
beforeEach(() => fixture.ctx.db.burner.deleteMany())

/** Records a burn of this code, so many milliseconds ago. */
function burn(code: string, agoMs = 0) {
  const [codeHash, txHash] = [
    `0x${code.repeat(32)}`,
    `0x${String(agoMs).padStart(64, '0')}`,
  ] as const
  const burnedAt = new Date(fixture.ctx.now() - agoMs)
  return insertBurn(fixture.ctx.db, {
    ...{ chainId: 1, address, codeHash, gas: 90_000n, txHash, burnedAt },
  })
}

describe('a contract that burned gas', () => {
  test('is isolated for a day, and blocked for a week the second time', async () => {
    const first = await burn('aa', 10 * day)
    expect(first).toMatchObject({ burns: 1, isBlocked: false })
    expect(Number(first?.until) - Number(first?.burnedAt)).toBe(day)
    const again = await burn('aa', 5)
    expect(again).toMatchObject({ burns: 2, isBlocked: true })
    expect(Number(again?.until) - Number(again?.burnedAt)).toBe(7 * day)
  })

  test('has each settlement counted once', async () => {
    await burn('aa', 5)
    expect(await burn('aa', 5)).toBeUndefined()
  })

  test('starts from zero with new code, unless it is still isolated', async () => {
    await burn('aa', 10 * day)
    expect(await burn('bb', 5)).toMatchObject({ burns: 1 })
    expect(await burn('cc')).toMatchObject({ burns: 2, isBlocked: true })
  })

  test('is listed until an operator forgives it', async () => {
    await burn('aa')
    expect((await fixture.operate('burners list')).out).toMatch(
      /mainnet +0x9965\S+ +1 +90000 +isolated/,
    )
    const forgive = `burners forgive ${address} --reason "its pool was empty" --yes`
    expect(await fixture.operate(forgive)).toMatchObject(done)
    expect(await listActiveBurners(fixture.ctx.db, { chainId: 1, at: new Date(0) })).toEqual([])
    expect(await fixture.lastAction()).toMatchObject({ action: 'forgive-burner', target: address })
    expect(await fixture.operate(forgive)).toMatchObject({ code: 1 })
  })
})
