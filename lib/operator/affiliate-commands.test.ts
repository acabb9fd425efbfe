import { beforeEach, describe, expect, it } from 'vitest'
import { findAffiliate } from '@/lib/affiliate/affiliate-store'
import { getAffiliateByCode } from '@/lib/affiliate/get-affiliate'
import { registerAffiliate } from '@/lib/affiliate/register-affiliate'
import { createWallet, newCode, signRegistration } from '@/lib/testing/affiliate-desk'
import { done, openOperatorDesk } from '@/lib/testing/operator-desk'

const desk = openOperatorDesk()

let code: string
let wallet: ReturnType<typeof createWallet>

beforeEach(async () => {
  code = newCode()
  wallet = createWallet()
  await registerAffiliate(desk.ctx, await signRegistration({ code, wallet }))
})

const operate = (verb: string) =>
  desk.operate(`affiliates ${verb} ${code.toLowerCase()} --reason "spam" --yes`)
const refused = (text: RegExp) => ({ code: 1, err: expect.stringMatching(text) })

describe('affiliate codes', () => {
  it('are forbidden while they are disabled', async () => {
    expect(await operate('disable')).toMatchObject(done)
    await expect(getAffiliateByCode(desk.ctx, code)).rejects.toMatchObject({ code: 'Forbidden' })
    expect(await operate('disable')).toMatchObject(refused(/is disabled already/))
    expect(await operate('enable')).toMatchObject(done)
    expect(await getAffiliateByCode(desk.ctx, code)).toMatchObject({ enabled: true })
    expect(await operate('enable')).toMatchObject(refused(/is enabled already/))
  })

  it('have each switch remembered, and who did it and why', async () => {
    await operate('disable')
    expect(await desk.lastAction()).toMatchObject({
      operator: 'alice',
      action: 'disable-code',
      target: code,
      reason: 'spam',
      details: { walletAddress: wallet.address, enabled: true },
    })
    await operate('enable')
    await operate('free')
    expect(await desk.lastAction()).toMatchObject({ action: 'free-code', target: code })
    const { out } = await desk.operate(`affiliates show ${code} --json`)
    expect(JSON.parse(out)).toMatchObject([
      {
        event: 'bound',
        wallet: wallet.address,
        terms: '$20 for each $50000 up to $5000000 in 90 days, split 50/40/10',
      },
      { event: 'disabled' },
      { event: 'enabled' },
      { event: 'freed' },
    ])
  })

  it('and their wallets can be bound anew once they are freed', async () => {
    expect(await operate('free')).toMatchObject(done)
    expect(await findAffiliate(desk.ctx.db, wallet.address)).toBeUndefined()
    expect(await operate('free')).toMatchObject(refused(/nobody has the code/))
    expect(await operate('enable')).toMatchObject(refused(/nobody has the code/))
    const another = await signRegistration({ wallet })
    await registerAffiliate(desk.ctx, another)
    await registerAffiliate(desk.ctx, await signRegistration({ code }))
    const { out } = await desk.operate('affiliates list --limit 3 --json')
    expect(JSON.parse(out)).toMatchObject([
      { code, state: 'enabled' },
      { code: another.code, wallet: wallet.address, state: 'enabled' },
      { code, wallet: wallet.address, state: 'freed' },
    ])
  })

  it('stay as they are in a dry run', async () => {
    const { out } = await desk.operate(`affiliates free ${code} --reason x --dry-run`)
    expect(out).toContain('planned')
    expect(await findAffiliate(desk.ctx.db, wallet.address)).toMatchObject({ code })
  })

  it('that are none are wrong usage, and that nobody had are told so', async () => {
    expect(await desk.operate('affiliates show abc')).toMatchObject({
      code: 2,
      err: expect.stringMatching(/"abc" is not a code: write 5 to 20 letters/),
    })
    expect(await desk.operate('affiliates show NEVER-1')).toMatchObject(refused(/nobody ever had/))
  })
})
