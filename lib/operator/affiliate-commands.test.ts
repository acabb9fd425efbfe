import { beforeEach, describe, expect } from 'vitest'
import { findAffiliate } from '@/lib/affiliate/registration/affiliate-store'
import { getAffiliateByCode } from '@/lib/affiliate/registration/get-affiliate'
import { registerAffiliate } from '@/lib/affiliate/registration/register-affiliate'
import { done, type OperatorFixture } from '@/lib/testing/accounts/operator-fixture'
import { createWallet, newCode, signRegistration } from '@/lib/testing/affiliate/affiliate-fixture'
import { test } from '@/lib/testing/test'

let fixture: OperatorFixture

test.beforeEach(({ operator }) => {
  fixture = operator
})

let code: string
let wallet: ReturnType<typeof createWallet>

beforeEach(async () => {
  code = newCode()
  wallet = createWallet()
  await registerAffiliate(fixture.ctx, await signRegistration({ code, wallet }))
})

const operate = (verb: string) => operateWith(verb, '')
const operateWith = (verb: string, options: string) =>
  fixture.operate(`affiliates ${verb} ${code.toLowerCase()} ${options} --reason "spam" --yes`)
const refused = (text: RegExp) => ({ code: 1, err: expect.stringMatching(text) })

describe('affiliate codes', () => {
  test('are forbidden while they are disabled', async () => {
    expect(await operate('disable')).toMatchObject(done)
    await expect(getAffiliateByCode(fixture.ctx, code)).rejects.toMatchObject({ code: 'Forbidden' })
    expect(await operate('disable')).toMatchObject(refused(/is already disabled/))
    expect(await operate('enable')).toMatchObject(done)
    expect(await getAffiliateByCode(fixture.ctx, code)).toMatchObject({ enabled: true })
    expect(await operate('enable')).toMatchObject(refused(/is already enabled/))
  })

  test('have each change recorded with operator and reason', async () => {
    await operate('disable')
    expect(await fixture.lastAction()).toMatchObject({
      operator: 'alice',
      action: 'disable-code',
      target: code,
      reason: 'spam',
      details: { walletAddress: wallet.address, enabled: true },
    })
    await operate('enable')
    await operate('release')
    expect(await fixture.lastAction()).toMatchObject({ action: 'free-code', target: code })
    const { out } = await fixture.operate(`affiliates show ${code} --json`)
    expect(JSON.parse(out)).toMatchObject([
      {
        event: 'registered',
        wallet: wallet.address,
        terms: '$20 for each $50000 up to $5000000 in 90 days, split 50/40/10',
      },
      { event: 'disabled' },
      { event: 'enabled' },
      { event: 'released' },
    ])
  })

  test('release their wallets, and stay reserved unless the operator frees them', async () => {
    expect(await operate('release')).toMatchObject(done)
    expect(await findAffiliate(fixture.ctx.db, wallet.address)).toBeUndefined()
    expect(await operate('release')).toMatchObject(
      refused(/is already released, nobody may register/),
    )
    expect(await operate('enable')).toMatchObject(refused(/nobody has the code/))
    const another = await signRegistration({ wallet })
    await registerAffiliate(fixture.ctx, another)
    const registration = await signRegistration({ code })
    await expect(registerAffiliate(fixture.ctx, registration)).rejects.toMatchObject({
      code: 'Conflict',
    })
    const released = await operateWith('release', '--anyone')
    expect(released).toMatchObject(done)
    expect(released.out).toContain('earns from every link')
    expect(await fixture.lastAction()).toMatchObject({ action: 'keep-code', target: code })
    await registerAffiliate(fixture.ctx, registration)
    const { out } = await fixture.operate('affiliates list --limit 3 --json')
    expect(JSON.parse(out)).toMatchObject([
      { code, state: 'enabled' },
      { code: another.code, wallet: wallet.address, state: 'enabled' },
      { code, wallet: wallet.address, state: 'released' },
    ])
  })

  test('are reserved for one wallet with --for', async () => {
    const heir = createWallet()
    expect(await operateWith('release', `--for ${heir.address}`)).toMatchObject(done)
    const { out } = await fixture.operate('affiliates list --limit 1 --json')
    expect(JSON.parse(out)).toMatchObject([{ state: `released, reserved for ${heir.address}` }])
    await registerAffiliate(fixture.ctx, await signRegistration({ code, wallet: heir }))
    expect(await findAffiliate(fixture.ctx.db, heir.address)).toMatchObject({ code })
  })

  test('cannot be reserved for the wallet that holds them, nor with --for and --anyone together', async () => {
    expect(await operateWith('release', `--for ${wallet.address}`)).toMatchObject(
      refused(/already holds the code/),
    )
    const both = await operateWith('release', `--for ${wallet.address} --anyone`)
    expect(both).toMatchObject({ code: 2, err: expect.stringMatching(/not both/) })
    await operate('release')
    const kept = await operateWith('release', `--for ${wallet.address}`)
    expect(kept).toMatchObject(refused(/use affiliates restore/))
  })

  test('are restored to their last wallet', async () => {
    expect(await operate('restore')).toMatchObject(refused(/has the code/))
    await operate('release')
    expect(await operate('restore')).toMatchObject(done)
    expect(await findAffiliate(fixture.ctx.db, wallet.address)).toMatchObject({
      code,
      enabled: true,
    })
    expect(await fixture.lastAction()).toMatchObject({
      action: 'restore-code',
      details: { walletAddress: wallet.address },
    })
  })

  test('stay unchanged in a dry run', async () => {
    const { out } = await fixture.operate(`affiliates release ${code} --reason x --dry-run`)
    expect(out).toContain('planned')
    expect(await findAffiliate(fixture.ctx.db, wallet.address)).toMatchObject({ code })
  })

  test('cause a usage error if malformed, and are not found if never registered', async () => {
    expect(await fixture.operate('affiliates show abc')).toMatchObject({
      code: 2,
      err: expect.stringMatching(/"abc" is not a code: use 5 to 20 letters/),
    })
    expect(await fixture.operate('affiliates show NEVER-1')).toMatchObject(
      refused(/nobody ever registered/),
    )
  })
})
