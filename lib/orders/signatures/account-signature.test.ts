import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect } from 'vitest'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { createRpc } from '@/lib/devnet/rpc'
import { createWallet } from '@/lib/testing/affiliate/affiliate-fixture'
import type { TestNetwork } from '@/lib/testing/chain/test-network'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import { findAccountSignature, isAcceptedByWallet } from './account-signature'

const digest = `0x${'d1'.repeat(32)}` as const

let network: TestNetwork
let ctx: Context

test.beforeAll(({ network: mainnet }) => {
  network = mainnet
  ctx = createTestContext({ rpcUrls: new Map([[1, network.rpcUrl]]) })
})

/** Builds a question for a wallet that is not cached. */
function uncachedWallet(owner = createWallet().address) {
  return { chainId: 1, owner, digest, signature: '0x01' } as const
}

describe('the cost of verifying a contract wallet', () => {
  /** The same chain with counters per method. */
  function counted() {
    const asked: string[] = []
    const counting: Context = {
      ...ctx,
      slots: new Map(),
      fetch: (input, init) => {
        asked.push(JSON.parse(String(init?.body)).method)
        return ctx.fetch(input, init)
      },
    }
    return { asked, counting }
  }

  const forge = (owner: Address, random: number) => ({
    ...uncachedWallet(owner),
    signature: `0x${random.toString(16).padStart(2, '0').repeat(65)}` as const,
  })

  test('is one request a minute for a wallet without code, whatever the signature', async () => {
    const { asked, counting } = counted()
    const { address } = createWallet()
    for (const random of [1, 2, 3]) {
      expect(await isAcceptedByWallet(counting, forge(address, random))).toBe(false)
    }
    expect(asked).toEqual(['eth_getCode'])
    const later = { ...counting, now: () => counting.now() + 60_000 }
    expect(await isAcceptedByWallet(later, forge(address, 4))).toBe(false)
    expect(asked).toEqual(['eth_getCode', 'eth_getCode'])
  })

  test('is one call per signature for a wallet with code', async () => {
    const { asked, counting } = counted()
    const { address } = createWallet()
    // PUSH4 of the magic value, shifted to the start of the word, and RETURN.
    const code = '0x631626ba7e60e01b60005260206000f3'
    await createRpc(network.rpcUrl)('anvil_setCode', [address, code])
    for (const random of [1, 2]) {
      expect(await isAcceptedByWallet(counting, forge(address, random))).toBe(true)
    }
    expect(asked).toEqual(['eth_getCode', 'eth_call', 'eth_call'])
  })
})

describe('a chain that does not answer', () => {
  const outage = expect.objectContaining({ code: 'InternalServerError', retryAfterSeconds: 2 })
  const nodes: Server[] = []
  afterAll(() => {
    for (const node of nodes) node.close().closeAllConnections()
  })

  async function askedOf(listener: RequestListener): Promise<Context> {
    const node = createServer(listener).listen(0, '127.0.0.1')
    nodes.push(node)
    await once(node, 'listening')
    const { port } = node.address() as AddressInfo
    return createTestContext({ rpcUrls: new Map([[1, `http://127.0.0.1:${port}`]]) })
  }

  test('is an outage, not an invalid signature, when nothing listens', async () => {
    const chainless = createTestContext({ rpcUrls: new Map([[1, 'http://127.0.0.1:1']]) })
    await expect(isAcceptedByWallet(chainless, uncachedWallet())).rejects.toEqual(outage)
  })

  test.each<[string, RequestListener]>([
    ['says nothing', () => {}],
    ['has had enough', (_, response) => response.writeHead(429).end('slow down')],
    ['answers no JSON', (_, response) => response.end('<html>')],
  ])('is an outage when the node %s', async (_, listener) => {
    const asked = await askedOf(listener)
    await expect(isAcceptedByWallet(asked, uncachedWallet())).rejects.toEqual(outage)
  })

  test('receives eight concurrent calls, and further callers must retry later', async () => {
    const asked = await askedOf(() => {})
    const attempts = Array.from({ length: 8 }, () => isAcceptedByWallet(asked, uncachedWallet()))
    const results = Promise.allSettled(attempts)
    const busy = expect.objectContaining({ code: 'RateLimited', retryAfterSeconds: 2 })
    await expect(isAcceptedByWallet(asked, uncachedWallet())).rejects.toEqual(busy)
    const { account, address } = createWallet()
    const signature = await account.sign({ hash: digest })
    const signed = { chainId: 1, account: address, digest, signature }
    expect(await findAccountSignature(asked, signed)).toBeDefined()
    const reasons = (await results).map((each) => each.status === 'rejected' && each.reason)
    expect(reasons).toEqual(Array.from({ length: 8 }, () => outage))
    await expect(isAcceptedByWallet(asked, uncachedWallet())).rejects.toEqual(outage)
  })

  test('is reported as an outage beyond eight calls too, once known', {
    tags: ['long-only'],
  }, async () => {
    const asked = await askedOf(() => {})
    await expect(isAcceptedByWallet(asked, uncachedWallet())).rejects.toEqual(outage)
    const attempts = Array.from({ length: 8 }, () => isAcceptedByWallet(asked, uncachedWallet()))
    const results = Promise.allSettled(attempts)
    await expect(isAcceptedByWallet(asked, uncachedWallet())).rejects.toEqual(outage)
    await results
  })

  test('is reported as not configured when absent', async () => {
    await expect(isAcceptedByWallet(createTestContext(), uncachedWallet())).rejects.toEqual(
      expect.objectContaining({ code: 'ServiceUnavailable' }),
    )
  })
})
