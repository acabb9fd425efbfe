import { afterAll, describe, expect } from 'vitest'
import {
  createWallet,
  newCode,
  signRegistration,
  type TestRegistration,
} from '@/lib/testing/affiliate/affiliate-fixture'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import type { TestDatabase } from '@/lib/testing/test-database'
import { type CodeReservation, findCodeHolder } from './affiliate-store'
import { getAffiliate, getAffiliateByCode } from './get-affiliate'
import { disableCode, freeCode } from './manage-code'
import { registerAffiliate } from './register-affiliate'

const now = 1_800_000_000_000
/** More than the context has connections, few enough that none waits in vain for one on a slow machine. */
const rivals = 20

let database: TestDatabase
let ctx: ReturnType<typeof createTestContext>

test.beforeAll(({ database: empty }) => {
  database = empty
  // Nothing listens there: all registrations in these tests are signed by keys.
  const rpcUrls = new Map([[1, 'http://127.0.0.1:1']])
  ctx = createTestContext({ url: database.url, rpcUrls, now })
})
afterAll(async () => {
  await ctx?.db.$disconnect()
})

const refusal = (code: string, message: string) => expect.objectContaining({ code, message })
const invalid = refusal('Unauthorized', 'affiliate has invalid signature')
const bound = refusal('Conflict', 'affiliate wallet address already bound to a code')
const taken = refusal('Conflict', 'affiliate code already taken')

describe('registering an affiliate', () => {
  test('binds the code to the wallet', async () => {
    const input = await signRegistration()
    const { walletAddress, code, signedMessage } = input
    const affiliate = await registerAffiliate(ctx, input)
    expect(affiliate).toMatchObject({ walletAddress, code, createdAt: new Date(now) })
    const stored = await getAffiliate(ctx, walletAddress)
    expect(stored).toMatchObject({ ...affiliate, signedMessage, enabled: true })
    expect(await getAffiliateByCode(ctx, code)).toEqual(stored)
  })

  test('promises the terms of that time, whatever is offered later', async () => {
    const environment = {
      AFFILIATE_REWARD_USD: '12.5',
      AFFILIATE_TRIGGER_VOLUME_USD: '1000',
      AFFILIATE_VOLUME_CAP_USD: '90000.000001',
      AFFILIATE_TIME_CAP_DAYS: '30',
      AFFILIATE_SPLIT: '60/25/15',
    }
    const offering = createTestContext({ db: ctx.db, now, environment })
    const input = await signRegistration()
    await registerAffiliate(offering, input)
    expect((await getAffiliate(ctx, input.walletAddress)).terms).toEqual({
      rewardAmount: 12_500_000n,
      triggerVolume: 1_000_000_000n,
      volumeCap: 90_000_000_001n,
      timeCapDays: 30,
      affiliatePercent: 60,
      traderPercent: 25,
      daoPercent: 15,
    })
  })

  test('rejects another wallet in the path before verifying the signature', async () => {
    const input = await signRegistration()
    const pathAddress = createWallet().address
    const mismatch = registerAffiliate(ctx, { ...input, pathAddress, signedMessage: 'zzz' })
    await expect(mismatch).rejects.toEqual(
      refusal('BadRequest', 'affiliate wallet address mismatch'),
    )
  })

  test('rejects an invalid signature before reporting conflicts', async () => {
    const input = await signRegistration()
    await registerAffiliate(ctx, input)
    const forged = { ...input, signedMessage: 'zzz' }
    await expect(registerAffiliate(ctx, forged)).rejects.toEqual(invalid)
  })
})

describe('a second registration', () => {
  test('of the same wallet is rejected, with the same code or another', async () => {
    const wallet = createWallet()
    const input = await signRegistration({ wallet })
    await registerAffiliate(ctx, input)
    await expect(registerAffiliate(ctx, input)).rejects.toEqual(bound)
    await expect(registerAffiliate(ctx, await signRegistration({ wallet }))).rejects.toEqual(bound)
  })

  test('of the same code by another wallet is rejected', async () => {
    const { code } = await registerAffiliate(ctx, await signRegistration())
    await expect(registerAffiliate(ctx, await signRegistration({ code }))).rejects.toEqual(taken)
  })

  test('of the same code by a registered wallet reports the wallet', async () => {
    const wallet = createWallet()
    await registerAffiliate(ctx, await signRegistration({ wallet }))
    const { code } = await registerAffiliate(ctx, await signRegistration())
    const second = await signRegistration({ wallet, code })
    await expect(registerAffiliate(ctx, second)).rejects.toEqual(bound)
  })
})

describe('after an operator freed a code', () => {
  const free = (code: string, keptFor: CodeReservation = 'nobody') =>
    freeCode(ctx.db, { code, at: new Date(now), keptFor })

  test.each<[string, (text: string) => string]>([
    ['as it was', (text) => text],
    ['in upper case', (text) => `0x${text.slice(2).toUpperCase()}`],
    ['with v as 0 or 1', (text) => `${text.slice(0, 130)}${text.endsWith('1b') ? '00' : '01'}`],
  ])('its signature stays used, %s', async (_, write) => {
    const input = await signRegistration()
    await registerAffiliate(ctx, input)
    await free(input.code)
    const replay = { ...input, signedMessage: write(input.signedMessage) }
    await expect(registerAffiliate(ctx, replay)).rejects.toEqual(invalid)
    await expect(getAffiliate(ctx, input.walletAddress)).rejects.toEqual(
      refusal('NotFound', 'affiliate not found'),
    )
  })

  test.each(['nobody', 'anybody'] as const)(
    'its signature stays used when the code is reserved for %s',
    async (keptFor) => {
      const input = await signRegistration()
      await registerAffiliate(ctx, input)
      await free(input.code, keptFor)
      await expect(registerAffiliate(ctx, input)).rejects.toEqual(invalid)
    },
  )

  test('the wallet can register another code', async () => {
    const wallet = createWallet()
    const first = await signRegistration({ wallet })
    await registerAffiliate(ctx, first)
    await free(first.code)
    const second = await registerAffiliate(ctx, await signRegistration({ wallet }))
    expect(await getAffiliate(ctx, wallet.address)).toMatchObject({ code: second.code })
  })

  test('the code can neither be registered nor used in trades', async () => {
    const { code } = await registerAffiliate(ctx, await signRegistration())
    await free(code)
    await expect(registerAffiliate(ctx, await signRegistration({ code }))).rejects.toEqual(taken)
    const disabled = refusal('Forbidden', 'affiliate code disabled')
    await expect(getAffiliateByCode(ctx, code)).rejects.toEqual(disabled)
  })

  test('anybody can register the code if it is not reserved', async () => {
    const { code } = await registerAffiliate(ctx, await signRegistration())
    await free(code, 'anybody')
    const { walletAddress } = await registerAffiliate(ctx, await signRegistration({ code }))
    expect(await getAffiliateByCode(ctx, code)).toMatchObject({ walletAddress })
  })

  test('only the wallet it is reserved for can register the code', async () => {
    const { code } = await registerAffiliate(ctx, await signRegistration())
    const wallet = createWallet()
    await free(code, wallet.address)
    const free404 = refusal('NotFound', 'affiliate code not found')
    await expect(getAffiliateByCode(ctx, code)).rejects.toEqual(free404)
    await expect(registerAffiliate(ctx, await signRegistration({ code }))).rejects.toEqual(taken)
    await registerAffiliate(ctx, await signRegistration({ code, wallet }))
    expect(await getAffiliateByCode(ctx, code)).toMatchObject({ walletAddress: wallet.address })
    await expect(registerAffiliate(ctx, await signRegistration({ code }))).rejects.toEqual(taken)
  })

  test('the code stays reserved for a wallet that registered another', async () => {
    const { code } = await registerAffiliate(ctx, await signRegistration())
    const wallet = createWallet()
    await free(code, wallet.address)
    await registerAffiliate(ctx, await signRegistration({ wallet }))
    const late = await signRegistration({ code, wallet })
    await expect(registerAffiliate(ctx, late)).rejects.toEqual(bound)
    expect(await findCodeHolder(ctx.db, code)).toMatchObject({ keptFor: wallet.address })
  })
})

describe(`${rivals} registrations at once`, () => {
  async function race(inputs: readonly TestRegistration[]) {
    const attempts = inputs.map((input) => registerAffiliate(ctx, input))
    const results = await Promise.allSettled(attempts)
    const winners = results.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
    const refusals = results.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
    const where = { walletAddress: { in: inputs.map(({ walletAddress }) => walletAddress) } }
    const stored = await ctx.db.affiliate.findMany({ where })
    const signatures = await ctx.db.affiliateSignature.findMany({ where })
    return { winners, refusals, stored, signatures }
  }

  const many = <T>(make: () => Promise<T>) => Promise.all(Array.from({ length: rivals }, make))

  test.each<[string, () => Promise<TestRegistration[]>, object]>([
    [
      'of one wallet register one code',
      () => {
        const wallet = createWallet()
        return many(() => signRegistration({ wallet }))
      },
      bound,
    ],
    [
      'of one code register one wallet',
      () => {
        const code = newCode()
        return many(() => signRegistration({ code }))
      },
      taken,
    ],
    [
      'of a code reserved for one of them register that wallet',
      async () => {
        const { code } = await registerAffiliate(ctx, await signRegistration())
        const inputs = await many(() => signRegistration({ code }))
        const keptFor = inputs[rivals - 1]?.walletAddress ?? 'nobody'
        await freeCode(ctx.db, { code, at: new Date(now), keptFor })
        return inputs
      },
      taken,
    ],
    [
      'with one signature use it once',
      async () => {
        const input = await signRegistration()
        return many(async () => input)
      },
      bound,
    ],
  ])('%s', async (_, prepare, reason) => {
    const { winners, refusals, stored, signatures } = await race(await prepare())
    expect(winners).toHaveLength(1)
    expect(refusals).toEqual(Array.from({ length: rivals - 1 }, () => reason))
    const [{ code, walletAddress } = { code: '', walletAddress: '' }] = winners
    expect(stored).toMatchObject([{ code, walletAddress }])
    expect(signatures).toMatchObject([{ walletAddress }])
  })
})

test('a code disabled by the operator is forbidden', async () => {
  const input = await signRegistration()
  await registerAffiliate(ctx, input)
  const { code } = input
  await disableCode(ctx.db, { code, at: new Date(now) })
  await expect(getAffiliateByCode(ctx, code)).rejects.toEqual(
    refusal('Forbidden', 'affiliate code disabled'),
  )
})
