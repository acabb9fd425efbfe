import { afterAll, describe, expect } from 'vitest'
import { inTransaction, type Transaction } from '@/lib/db/database'
import { createWallet, signRegistration } from '@/lib/testing/affiliate/affiliate-fixture'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import type { TestDatabase } from '@/lib/testing/test-database'
import { listRegistrations } from './affiliate-store'
import {
  disableCode,
  enableCode,
  freeCode,
  getByCode,
  reserveCode,
  restoreCode,
} from './manage-code'
import { registerAffiliate } from './register-affiliate'
import { isEnabledAt, isRegisteredAt } from './registration'

const second = 1_800_000_000
const at = (seconds: number) => new Date((second + seconds) * 1000)

let database: TestDatabase
let ctx: ReturnType<typeof createTestContext>

test.beforeAll(({ database: empty }) => {
  database = empty
  ctx = createTestContext({ url: database.url, now: second * 1000 })
})
afterAll(async () => {
  await ctx?.db.$disconnect()
})

async function register(): Promise<string> {
  const { code } = await registerAffiliate(ctx, await signRegistration())
  return code
}

const change = <T>(work: (tx: Transaction) => Promise<T>) => inTransaction(ctx.db, work)

async function registrationOf(code: string) {
  const [registration] = await listRegistrations(ctx.db, [code])
  if (!registration) throw new Error(`nobody had ${code}`)
  return registration
}

describe('a code managed by operators', () => {
  test('is disabled for trades between disabling and enabling', async () => {
    const code = await register()
    expect(await change((tx) => disableCode(tx, { code, at: at(10) }))).toBe(true)
    expect(await change((tx) => disableCode(tx, { code, at: at(15) }))).toBe(false)
    expect(await change((tx) => enableCode(tx, { code, at: at(20) }))).toBe(true)
    const registration = await registrationOf(code)
    const states = [0, 9, 10, 19, 20].map((after) => isEnabledAt(registration, second + after))
    expect(states).toEqual([true, true, false, false, true])
    expect(registration.switches).toHaveLength(2)
  })

  test('follows the order of its changes, even from a process whose clock is behind', async () => {
    const code = await register()
    await change((tx) => disableCode(tx, { code, at: at(10) }))
    await change((tx) => enableCode(tx, { code, at: at(5) }))
    expect(await getByCode(ctx.db, code)).toMatchObject({ enabled: true })
    expect(isEnabledAt(await registrationOf(code), second + 10)).toBe(true)
    expect(isEnabledAt(await registrationOf(code), second + 5)).toBe(true)
  })

  test('is switched once when requested concurrently', async () => {
    const code = await register()
    const attempts = Array.from({ length: 10 }, () =>
      change((tx) => disableCode(tx, { code, at: at(10) })),
    )
    expect((await Promise.all(attempts)).filter(Boolean)).toHaveLength(1)
    expect((await registrationOf(code)).switches).toHaveLength(1)
  })

  test('is freed as of that time, but not before its registration', async () => {
    const code = await register()
    await change((tx) => freeCode(tx, { code, at: at(-60), keptFor: 'nobody' }))
    const registration = await registrationOf(code)
    expect(isRegisteredAt(registration, second)).toBe(false)
    expect(registration.freedAt).toBe(second)
  })

  test.each([
    ['disabled', disableCode],
    ['enabled', enableCode],
    ['freed', freeCode],
    ['kept', reserveCode],
  ] as const)('cannot be %s while nobody has it', async (_, action) => {
    const unknown = change<unknown>((tx) =>
      action(tx, { code: 'NEVER-1', at: at(0), keptFor: 'nobody' }),
    )
    await expect(unknown).rejects.toMatchObject({
      code: 'NotFound',
      message: 'nobody has the code NEVER-1',
    })
  })

  test('keeps neither switch nor state after a rollback', async () => {
    const code = await register()
    const failed = change(async (tx) => {
      await disableCode(tx, { code, at: at(10) })
      throw new Error('the record could not be written')
    })
    await expect(failed).rejects.toThrow(/record/)
    expect(await getByCode(ctx.db, code)).toMatchObject({ enabled: true })
    expect((await registrationOf(code)).switches).toEqual([])
  })

  test('is restored unchanged to its wallet, disabled for trades in between', async () => {
    const code = await register()
    const before = await registrationOf(code)
    await change((tx) => freeCode(tx, { code, at: at(10), keptFor: 'nobody' }))
    await change((tx) => restoreCode(tx, { code, at: at(20) }))
    const after = await registrationOf(code)
    expect(after).toMatchObject({ ...before, switches: expect.any(Array) })
    const states = [0, 9, 10, 19, 20].map((time) => [
      isRegisteredAt(after, second + time),
      isEnabledAt(after, second + time),
    ])
    const [on, off] = [
      [true, true],
      [true, false],
    ]
    expect(states).toEqual([on, on, off, off, on])
  })

  test('is restored disabled if it was, even after it was open to anybody', async () => {
    const code = await register()
    await change((tx) => disableCode(tx, { code, at: at(5) }))
    await change((tx) => freeCode(tx, { code, at: at(10), keptFor: 'anybody' }))
    await change((tx) => restoreCode(tx, { code, at: at(20) }))
    expect(await getByCode(ctx.db, code)).toMatchObject({ enabled: false })
    expect((await registrationOf(code)).switches).toHaveLength(1)
  })

  test('is not restored while it or its wallet is registered, nor if never registered', async () => {
    const wallet = createWallet()
    const { code } = await registerAffiliate(ctx, await signRegistration({ wallet }))
    const restore = () => change((tx) => restoreCode(tx, { code, at: at(20) }))
    const conflict = (text: string) => expect.objectContaining({ code: 'Conflict', message: text })
    const bound = (bound: string) => conflict(`${wallet.address} has the code ${bound}`)
    await expect(restore()).rejects.toEqual(bound(code))
    await change((tx) => freeCode(tx, { code, at: at(10), keptFor: 'nobody' }))
    const other = await registerAffiliate(ctx, await signRegistration({ wallet }))
    await expect(restore()).rejects.toEqual(bound(other.code))
    await expect(change((tx) => restoreCode(tx, { code: 'NEVER-1', at: at(0) }))).rejects.toEqual(
      expect.objectContaining({ message: 'nobody ever had the code NEVER-1' }),
    )
  })

  test('is not reserved for its own wallet, whose signature is used', async () => {
    const wallet = createWallet()
    const { code } = await registerAffiliate(ctx, await signRegistration({ wallet }))
    const kept = change((tx) => freeCode(tx, { code, at: at(10), keptFor: wallet.address }))
    await expect(kept).rejects.toMatchObject({ code: 'Conflict' })
  })
})
