import { describe, expect } from 'vitest'
import { createRpc } from '@/lib/devnet/rpc'
import { abiNumber, abiText, untrustedTokenCode } from '@/lib/testing/chain/untrusted-market'
import type { ServiceFixture } from '@/lib/testing/http/service-fixture'
import { testWith } from '@/lib/testing/test'

const weth = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'
const nobody = `0x${'12'.repeat(20)}`

let fixture: ServiceFixture

const test = testWith({ READS_PER_SECOND: '0' })

test.beforeAll(({ service }) => {
  fixture = service
})

async function ask(path: string, body?: unknown) {
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }
  const response = await fetch(`${fixture.url}/${path}`, body === undefined ? {} : init)
  const cacheControl = response.headers.get('cache-control')
  return { status: response.status, cacheControl, body: await response.json() }
}

describe('token details', () => {
  test('are returned for any case of the address and any name of the network', async () => {
    const mixed = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
    for (const path of [`1/tokens/${mixed}/details`, `mainnet/tokens/${weth}/details`]) {
      const { status, body, cacheControl } = await ask(path)
      expect([status, cacheControl]).toEqual([200, 'public, max-age=3600'])
      expect(body).toEqual({ address: weth, name: 'Wrapped Ether', symbol: 'WETH', decimals: 18 })
    }
  })

  test('are those of the network for - and 0xeeee…', async () => {
    const native = `0x${'ee'.repeat(20)}`
    for (const token of ['-', native]) {
      const { body } = await ask(`1/tokens/${token}/details`)
      expect(body).toEqual({ address: native, name: 'ETH', symbol: 'ETH', decimals: 18 })
    }
  })

  test('are 404 Token not found, cached for three seconds', async () => {
    const answer = await ask(`1/tokens/${nobody}/details`)
    expect(answer).toMatchObject({ status: 404, body: { message: 'Token not found' } })
    expect(answer.cacheControl).toBe('no-store')
  })

  test('omit fields that the contract does not return', async () => {
    const address = `0x${'d7'.repeat(20)}`
    const code = untrustedTokenCode({
      totalSupply: abiNumber(1n),
      symbol: abiText('\u202eA\u200b'),
    })
    await createRpc(fixture.network.rpcUrl)('anvil_setCode', [address, code])
    expect((await ask(`1/tokens/${address}/details`)).body).toEqual({ address, symbol: 'A' })
  })

  test('are returned in batches, in request order with repeats, without non-tokens', async () => {
    const tokenAddresses = [weth, nobody, weth]
    const { status, body } = await ask('1/tokens/details', { tokenAddresses })
    expect(status).toBe(200)
    expect(body.map(({ address }: { address: string }) => address)).toEqual([weth, weth])
    const none = await ask('1/tokens/details', { tokenAddresses: [nobody] })
    expect(none).toMatchObject({ status: 404, body: { message: 'No tokens found' } })
  })

  test.each<[unknown, string]>([
    [{}, 'tokenAddresses is missing'],
    [{ tokenAddresses: [] }, 'tokenAddresses must name at least one token'],
    [{ tokenAddresses: Array(101).fill(weth) }, 'tokenAddresses must name at most 100 tokens'],
    [{ tokenAddresses: weth }, 'tokenAddresses must be a list of addresses'],
    [
      { tokenAddresses: ['0x12'] },
      'tokenAddresses.0 must be an address: 0x and 40 hexadecimal digits',
    ],
    [
      { tokenAddresses: [null] },
      'tokenAddresses.0 must be an address: 0x and 40 hexadecimal digits',
    ],
  ])('reject a malformed batch: %#', async (body, message) => {
    expect(await ask('1/tokens/details', body)).toMatchObject({ status: 400, body: { message } })
  })

  test('reject a malformed address and unknown networks', async () => {
    expect((await ask('1/tokens/0x12/details')).status).toBe(400)
    expect((await ask(`2/tokens/${weth}/details`)).status).toBe(404)
    expect((await ask(`gnosis/tokens/${weth}/details`)).status).toBe(503)
  })
})
