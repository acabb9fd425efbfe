import { afterAll, beforeEach, describe, expect } from 'vitest'
import { nativeToken } from '@/lib/core/address'
import { getNetwork } from '@/lib/core/networks'
import {
  done,
  type OperatorFixture,
  operateOn,
  usdc,
} from '@/lib/testing/accounts/operator-fixture'
import type { TestNetwork } from '@/lib/testing/chain/test-network'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import { listListedAddresses } from '@/lib/tokens/token-store'

let fixture: OperatorFixture

test.beforeEach(({ operator }) => {
  fixture = operator
})
const dai = '0x6b175474e89094c44da98b954eedeac495271d0f'
const refused = (text: RegExp) => ({ code: 1, err: expect.stringMatching(text) })

let network: TestNetwork
let ctx: typeof fixture.ctx

test.beforeAll(({ network: mainnet, database }) => {
  network = mainnet
  const rpcUrls = new Map([[1, network.rpcUrl]])
  ctx = createTestContext({ url: database.url, rpcUrls })
})
beforeEach(async () => {
  await fixture.ctx.db.token.deleteMany({ where: { address: dai } })
  await fixture.ctx.db.token.updateMany({ data: { listed: false } })
})
afterAll(async () => {
  await ctx?.db.$disconnect()
})

const operate = (line: string) => operateOn(ctx, line)
const list = (token: string) => operate(`tokens list mainnet ${token} --reason "asked for" --yes`)
const unlist = (token: string) => operate(`tokens unlist 1 ${token} --reason "a fake" --yes`)
const listed = () => listListedAddresses(fixture.ctx.db, 1)

describe('the token list', () => {
  test('adds a token with the metadata of its contract, and removes it', async () => {
    expect(await list(dai)).toMatchObject(done)
    expect(await listed()).toEqual([dai])
    expect((await operate('tokens listed')).out).toMatch(/mainnet +0x6b1754.+ DAI .+ 18/)
    expect(await fixture.lastAction()).toMatchObject({
      action: 'list-token',
      target: `mainnet ${dai}`,
      reason: 'asked for',
      details: { chainId: 1, symbol: 'DAI', decimals: 18 },
    })
    expect(await unlist(dai)).toMatchObject(done)
    expect(await listed()).toEqual([])
    expect(await fixture.lastAction()).toMatchObject({ action: 'unlist-token', reason: 'a fake' })
  })

  test('holds a token once', async () => {
    await list(dai)
    expect(await list(dai)).toMatchObject(refused(/already on the token list of mainnet/))
    expect(await unlist(usdc)).toMatchObject(refused(/not on the token list of mainnet/))
  })

  test('rejects the native token, and contracts that are not tokens', async () => {
    const contract = getNetwork(1).factories.uniswapV2[0]?.address ?? '0x'
    for (const address of [contract, `0x${'ab'.repeat(20)}`]) {
      expect(await list(address)).toMatchObject(refused(/has no symbol or no decimals/))
    }
    expect(await list(nativeToken)).toMatchObject(refused(/list the wrapped token, 0xc02aaa/))
    expect(await listed()).toEqual([])
  })

  test('rejects a token whose chain cannot be read', async () => {
    const line = `tokens list mainnet ${dai} --reason x --yes`
    expect((await fixture.operate(line)).code).toBe(1)
    expect(await listed()).toEqual([])
  })

  test('changes nothing in a dry run', async () => {
    await operate(`tokens list mainnet ${dai} --reason x --dry-run`)
    expect(await listed()).toEqual([])
  })
})
