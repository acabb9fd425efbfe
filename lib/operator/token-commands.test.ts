import { describe, expect } from 'vitest'
import { nativeToken } from '@/lib/core/address'
import { getNetwork } from '@/lib/core/networks'
import { done, type OperatorFixture, usdc, weth } from '@/lib/testing/accounts/operator-fixture'
import { test } from '@/lib/testing/test'
import { checkTokens } from '@/lib/tokens/policy/check-tokens'

let fixture: OperatorFixture

test.beforeEach(({ operator }) => {
  fixture = operator
})

describe('the deny list', () => {
  const deny = `tokens deny mainnet ${weth} --reason "a fake" --yes`
  const check = (address: typeof weth, chainId = 1) =>
    checkTokens(fixture.ctx, { chainId, addresses: [address], holderOf: () => undefined })

  test('rejects quotes and orders in a token until it is allowed', async () => {
    expect(await fixture.operate(deny)).toMatchObject(done)
    await expect(check(weth)).rejects.toMatchObject({
      code: 'UnsupportedToken',
      message: expect.stringContaining(weth),
    })
    await expect(check(nativeToken)).rejects.toMatchObject({
      code: 'UnsupportedToken',
    })
    await check(usdc)
    await expect(fixture.submit()).rejects.toMatchObject({ code: 'UnsupportedToken' })
    expect((await fixture.operate('tokens denied')).out).toMatch(/mainnet +0xc02aaa.+ a fake/)
    expect(await fixture.operate(`tokens allow 1 ${weth} --reason "genuine" --yes`)).toMatchObject(
      done,
    )
    await check(weth)
  })

  test('keeps open orders in the token out of auctions, on its network only', async () => {
    const other = await fixture.place({ sellToken: usdc, buyToken: getNetwork(1).baseTokens[2]! })
    await fixture.place({ sellToken: usdc, buyToken: weth })
    await fixture.place({ sellToken: usdc, buyToken: nativeToken })
    await fixture.operate(`tokens deny gnosis ${weth} --reason x --yes`)
    expect(await fixture.inAuction()).toHaveLength(3)
    expect((await fixture.operate(deny)).out).toMatch(/2 open orders stay out of auctions/)
    expect(await fixture.inAuction()).toEqual([other.uid])
  })

  test('holds a token once', async () => {
    await fixture.operate(deny)
    expect(await fixture.operate(deny)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/already denied: a fake/),
    })
    expect(await fixture.operate(`tokens allow gnosis ${weth} --reason x --yes`)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/not on the deny list of gnosis/),
    })
  })
})
