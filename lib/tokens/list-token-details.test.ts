import { describe, expect } from 'vitest'
import type { Context } from '@/lib/context'
import { type Address, nativeToken } from '@/lib/core/address'
import { createRpc } from '@/lib/devnet/rpc'
import type { TestNetwork } from '@/lib/testing/chain/test-network'
import {
  abiNumber,
  abiText,
  type UntrustedToken,
  untrustedTokenCode,
} from '@/lib/testing/chain/untrusted-market'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import type { TestDatabase } from '@/lib/testing/test-database'
import { listTokenDetails } from './list-token-details'

let network: TestNetwork
let database: TestDatabase
let ctx: Context
let asked: string[] = []
let made = 0

test.beforeAll(({ network: mainnet, database: empty }) => {
  network = mainnet
  database = empty
  ctx = createTestContext({
    db: database.db,
    rpcUrls: new Map([[1, network.rpcUrl]]),
    fetch: (url, init) => {
      asked.push(String(init?.body))
      return fetch(url, init)
    },
  })
})

const list = (...addresses: readonly Address[]) => listTokenDetails(ctx, { chainId: 1, addresses })

/** Deploys code at a fresh address. */
async function place(code: string): Promise<Address> {
  made += 1
  const address: Address = `0x${made.toString(16).padStart(40, 'd')}`
  await createRpc(network.rpcUrl)('anvil_setCode', [address, code])
  return address
}

const token = (answers: UntrustedToken) =>
  place(untrustedTokenCode({ totalSupply: abiNumber(1n), ...answers }))

async function nameOf(answer: `0x${string}`): Promise<string | undefined> {
  const [details] = await list(await token({ name: answer }))
  return details?.name
}

describe('token details', () => {
  test('come from the contracts, in the requested sequence and with repeats', async () => {
    const { WETH = '0x', USDC = '0x' } = network.tokens
    const weth = { address: WETH, symbol: 'WETH', decimals: 18 }
    const usdc = { address: USDC, symbol: 'USDC', decimals: 6 }
    expect(await list(USDC, WETH, USDC)).toMatchObject([usdc, weth, usdc])
    expect(await list(WETH, USDC)).toMatchObject([weth, usdc])
  })

  test('come from the network for the native token', async () => {
    const native = { address: nativeToken, name: 'ETH', symbol: 'ETH', decimals: 18 }
    expect(await list(nativeToken)).toEqual([native])
  })

  test('omit addresses that are not tokens', async () => {
    const { WETH = '0x' } = network.tokens
    const account: Address = `0x${'77'.repeat(20)}`
    const multicall: Address = '0xca11bde05977b3631167028862be2a173976ca11'
    expect(await list(account, WETH, multicall)).toMatchObject([{ address: WETH }])
  })

  test('may lack name, symbol and decimals', async () => {
    const address = await token({})
    expect(await list(address)).toEqual([{ address }])
  })

  test('are read from a hundred contracts per request, and from none for stored tokens', async () => {
    const name = (i: number) => ({ name: abiText(`Token ${i}`), decimals: abiNumber(BigInt(i)) })
    const places = Array.from({ length: 100 }, (_, i) => token(name(i)))
    const addresses = await Promise.all(places)
    asked = []
    const details = await list(...addresses)
    expect(details.map(({ decimals }) => decimals)).toEqual(addresses.map((_, i) => i))
    expect(asked).toHaveLength(1)
    await list(...addresses)
    expect(asked).toHaveLength(1)
  })

  test('include a contract deployed after an earlier lookup', async () => {
    const address = await place('0x')
    expect(await list(address)).toEqual([])
    const code = untrustedTokenCode({ totalSupply: abiNumber(1n), symbol: abiText('NEW') })
    await createRpc(network.rpcUrl)('anvil_setCode', [address, code])
    expect(await list(address)).toEqual([{ address, symbol: 'NEW' }])
  })
})

describe('token names', () => {
  test('may be bytes32, as of early tokens', async () => {
    const maker = `0x${Buffer.from('Maker').toString('hex').padEnd(64, '0')}` as const
    expect(await nameOf(maker)).toBe('Maker')
    expect(await nameOf(`0x${Buffer.from('M'.repeat(32)).toString('hex')}`)).toBe('M'.repeat(32))
  })

  test.each([
    ['bidirectional marks', 'USD\u202eC\u2066', 'USDC'],
    ['zero-width characters', 'U\u200bS\u200dD\ufeffC', 'USDC'],
    ['control characters', 'US\u0000D\u001b[31mC\u007f', 'USD31mC'],
    ['fillers that look like nothing', 'USD\u3164\u115f\u2800C', 'USDC'],
    ['line breaks', 'USD\nC\u2028', 'USDC'],
    ['full-width forms', '\uff35\uff33\uff24\uff23', 'USDC'],
    ['markup', '<b onload="x">USDC</b>', 'b onload=xUSDC/b'],
    ['heaps of accents', `U${'\u0335'.repeat(30)}SDC`, 'U\u0335\u0335SDC'],
    ['white space', '  USD \t C  ', 'USD C'],
  ])('lose %s', async (_, given, shown) => {
    expect(await nameOf(abiText(given))).toBe(shown)
  })

  test('are undefined when empty after sanitising', async () => {
    expect(await nameOf(abiText('\u200b\u202e \n'))).toBeUndefined()
    expect(await nameOf(abiText(''))).toBeUndefined()
    expect(await nameOf(`0x${'00'.repeat(32)}`)).toBeUndefined()
  })

  test('are truncated to 40 characters', async () => {
    expect(await nameOf(abiText('x'.repeat(5_000)))).toBe(`${'x'.repeat(39)}…`)
    expect(await nameOf(abiText('🦄'.repeat(500)))).toBe(`${'🦄'.repeat(39)}…`)
  })

  test('lose bytes that are not UTF-8', async () => {
    const garbled = `0x${'20'.padStart(64, '0')}${'6'.padStart(64, '0')}${'ff55fe53c3fd'.padEnd(64, '0')}`
    expect(await nameOf(garbled as '0x')).toBe('US')
  })

  test.each([
    ['an offset without end', `${'f'.repeat(64)}${'1'.padStart(64, '0')}`],
    ['a length without end', `${'20'.padStart(64, '0')}${'f'.repeat(64)}`],
    ['three bytes', '616263'],
    ['two words of nothing', '0'.repeat(128)],
  ])('are undefined when they are %s', async (_, answer) => {
    expect(await nameOf(`0x${answer}`)).toBeUndefined()
  })
})

describe('hostile contracts', () => {
  test.each([
    ['burns all gas', '0x5b600056'],
    ['answers a megabyte', '0x620f42406000f3'],
    ['reverts with a megabyte', '0x620f42406000fd'],
    ['stops at an invalid opcode', '0xfe'],
    ['answers nothing', '0x00'],
  ])('do not affect others: one that %s', async (_, code) => {
    const { WETH = '0x' } = network.tokens
    await database.db.token.deleteMany()
    const hostile = await place(code)
    expect(await list(hostile, WETH, hostile)).toMatchObject([{ address: WETH, symbol: 'WETH' }])
  })

  test('do not affect others: a hundred that burn all gas', async () => {
    const burners = await Promise.all(Array.from({ length: 99 }, () => place('0x5b600056')))
    const good = await token({ symbol: abiText('GOOD') })
    expect(await list(...burners, good)).toEqual([{ address: good, symbol: 'GOOD' }])
  })

  test('yield no decimals above 255', async () => {
    const [max] = await list(await token({ decimals: abiNumber(255n) }))
    expect(max?.decimals).toBe(255)
    const [more] = await list(await token({ decimals: abiNumber(256n) }))
    expect(more?.decimals).toBeUndefined()
  })

  test('may fail one call and answer the others', async () => {
    const address = await token({ symbol: abiText('OK'), decimals: abiNumber(8n) })
    expect(await list(address)).toEqual([{ address, symbol: 'OK', decimals: 8, name: undefined }])
  })
})

describe('an outage', () => {
  test.each([
    ['429', () => new Response('', { status: 429 })],
    ['HTML', () => new Response('<html>')],
    ['an error', () => Response.json({ error: { code: -32603, message: 'internal error' } })],
    ['a short answer', () => Response.json({ result: '0x' })],
  ])('is never "not found" and is not cached: %s', async (_, answer) => {
    let isDown = true
    const shaky = createTestContext({
      db: database.db,
      rpcUrls: new Map([[1, network.rpcUrl]]),
      fetch: async (url, init) => (isDown ? answer() : fetch(url, init)),
    })
    const address = await token({ symbol: abiText('UP') })
    const ask = () => listTokenDetails(shaky, { chainId: 1, addresses: [address] })
    await expect(ask()).rejects.toMatchObject({ code: 'InternalServerError', retryAfterSeconds: 2 })
    isDown = false
    expect(await ask()).toEqual([{ address, symbol: 'UP' }])
  })
})
