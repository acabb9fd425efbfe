import { hashMessage } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { describe, expect } from 'vitest'
import { fetchInbox } from '@/lib/client/inbox'
import { fetchSessions, signIn } from '@/lib/client/sign-in'
import { type Address, toAddress } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { deploySafe } from '@/lib/devnet/deploy/deploy-fixtures'
import { createRpc } from '@/lib/devnet/rpc'
import { notifyOnBoth } from '@/lib/testing/accounts/account-fixture'
import { noChain, type SignInFixture } from '@/lib/testing/accounts/sign-in-fixture'
import { signDigestAsSafe } from '@/lib/testing/auctions/solver-fixture'
import { deployWallet, signAsOwner } from '@/lib/testing/chain/contract-wallet'
import type { TestNetwork } from '@/lib/testing/chain/test-network'
import { startLocalServer } from '@/lib/testing/local-server'
import { test } from '@/lib/testing/test'
import { openTestBrowser, type TestBrowser } from '@/lib/testing/test-browser'

let fixture: SignInFixture

test.beforeAll(({ signIns }) => {
  fixture = signIns
})
let mainnet: TestNetwork
let gnosis: TestNetwork
/** Origin of a service with both networks. */
let url = ''

test.beforeAll(async ({ network, gnosis: second }) => {
  mainnet = network
  gnosis = second
  await deploySafe(createRpc(gnosis.rpcUrl))
  url = await serve()
})

/** Starts a service with these RPC URLs and returns its origin. */
async function serve({ one = mainnet.rpcUrl, hundred = gnosis.rpcUrl } = {}): Promise<string> {
  const rpcUrls = new Map([
    [1, one],
    [100, hundred],
  ])
  return (await fixture.serve({ CMS_API_KEY: 'a key' }, rpcUrls)).url
}

const newAddress = () => toAddress(privateKeyToAccount(generatePrivateKey()).address)

type Signer = {
  readonly account: Address
  readonly chainId: number
  readonly sign: (message: string) => Promise<Hex>
}

/** Signs in, and returns the session's networks and those that did not answer. */
async function enter(signer: Signer, browser: TestBrowser = openTestBrowser(url)) {
  const { sessions, unanswered } = await signIn(
    { ...signer, origin: browser.origin },
    browser.options,
  )
  expect(await fetchSessions(browser.options)).toEqual(sessions)
  return { networks: sessions[0]?.networks, unanswered }
}

const owned = (account: Address, { by, on }: { by: Hex; on: number }): Signer => ({
  ...{ account, chainId: on, sign: (message) => signAsOwner(message, by) },
})
const asSafe = (chainId: number, ownerKey = mainnet.fixtures!.safeOwnerKey): Signer => {
  const safe = mainnet.fixtures!.safeWallet
  const sign = (message: string) =>
    signDigestAsSafe(hashMessage(message), { safe, ownerKey, chainId })
  return { account: safe, chainId, sign }
}

const everywhere = { networks: null, unanswered: [] }
const only = (...networks: number[]) => ({ networks, unanswered: [] })
const refused = { status: 401, message: expect.stringContaining('not one of this message') }

describe('an externally owned account', () => {
  const key = generatePrivateKey()
  const account = toAddress(privateKeyToAccount(key).address)

  test('is signed in on all networks without a request to them', async () => {
    const silent = openTestBrowser(await serve({ one: noChain, hundred: noChain }))
    expect(await enter(owned(account, { by: key, on: 1 }), silent)).toEqual(everywhere)
  })

  test('is signed in on all networks despite delegated code (EIP-7702)', async () => {
    const { misbehavingWallet, delegated } = await delegate(account)
    expect(delegated).toBe(`0xef0100${misbehavingWallet.slice(2)}`)
    expect(await enter(owned(account, { by: key, on: 1 }))).toEqual(everywhere)
  })

  /** Has the account run the code of a wallet that takes nothing, on mainnet. */
  async function delegate(of: Address) {
    const misbehavingWallet = mainnet.fixtures!.gasHogWallet
    const rpc = createRpc(mainnet.rpcUrl)
    await rpc('anvil_setCode', [of, `0xef0100${misbehavingWallet.slice(2)}`])
    return { misbehavingWallet, delegated: await rpc('eth_getCode', [of, 'latest']) }
  }
})

describe('a Safe with the same owner on two networks', () => {
  test.each([1, 100])('is signed in on the network of the message only: %s', async (chainId) => {
    expect(await enter(asSafe(chainId))).toEqual(only(chainId))
  })

  test('replaces its session in the browser when it signs in on the other network', async () => {
    const browser = openTestBrowser(url)
    await enter(asSafe(1), browser)
    expect(await enter(asSafe(100), browser)).toEqual(only(100))
    expect(await fetchSessions(browser.options)).toHaveLength(1)
  })

  test('is rejected with a signature for the other network or of another owner', async () => {
    const forOther = { ...asSafe(100), chainId: 1 }
    await expect(enter(forOther)).rejects.toMatchObject(refused)
    await expect(enter(asSafe(1, generatePrivateKey()))).rejects.toMatchObject(refused)
  })
})

describe('a contract that accepts one signature on any network', () => {
  const [anna, bert] = [generatePrivateKey(), generatePrivateKey()]
  const deploy = (network: TestNetwork, address: Address, ownerKey: Hex) =>
    deployWallet(network, { address, ownerKey })

  test('is signed in on each network whose code accepts it', async () => {
    const address = newAddress()
    await Promise.all([mainnet, gnosis].map((network) => deploy(network, address, anna)))
    expect(await enter(owned(address, { by: anna, on: 1 }))).toEqual(only(1, 100))
    expect(await enter(owned(address, { by: anna, on: 100 }))).toEqual(only(1, 100))
  })

  test('is not signed in on a network where it has no code', async () => {
    const address = newAddress()
    await deploy(mainnet, address, anna)
    expect(await enter(owned(address, { by: anna, on: 1 }))).toEqual(only(1))
  })

  test('is not signed in where another owner controls the address, nor vice versa', async () => {
    const address = newAddress()
    await deploy(mainnet, address, anna)
    await deploy(gnosis, address, bert)
    expect(await enter(owned(address, { by: anna, on: 1 }))).toEqual(only(1))
    expect(await enter(owned(address, { by: bert, on: 100 }))).toEqual(only(100))
  })

  test('sees only the notifications of its session’s networks', async () => {
    const account = newAddress()
    await deploy(mainnet, account, anna)
    await deploy(gnosis, account, bert)
    const ids = await notifyOnBoth(fixture.database.db, { account, name: 'news' })
    for (const [index, by] of [anna, bert].entries()) {
      const browser = openTestBrowser(url)
      await enter(owned(account, { by, on: [1, 100][index]! }), browser)
      const query = { types: [], limit: 10 } as const
      const { unread, notifications } = await fetchInbox(account, query, browser.options)
      expect({ unread, ids: notifications.map(({ id }) => id) }).toEqual({
        ...{ unread: 1, ids: [ids[index]] },
      })
    }
  })

  test('is rejected if the network of the message has no code or another owner’s', async () => {
    const address = newAddress()
    await deploy(gnosis, address, anna)
    await expect(enter(owned(address, { by: anna, on: 1 }))).rejects.toMatchObject(refused)
    const taken = newAddress()
    await deploy(mainnet, taken, bert)
    await deploy(gnosis, taken, anna)
    await expect(enter(owned(taken, { by: anna, on: 1 }))).rejects.toMatchObject(refused)
  })

  test('is not signed in on a network that is down, which the response names', async () => {
    const address = newAddress()
    await Promise.all([mainnet, gnosis].map((network) => deploy(network, address, anna)))
    const browser = openTestBrowser(await serve({ hundred: noChain }))
    const reached = { networks: [1], unanswered: [100] }
    expect(await enter(owned(address, { by: anna, on: 1 }), browser)).toEqual(reached)
  })

  test('is neither accepted nor rejected while the network of the message is down', async () => {
    const address = newAddress()
    await deploy(gnosis, address, anna)
    const browser = openTestBrowser(await serve({ one: noChain }))
    const later = { status: 500, retryAfterSeconds: 2 }
    await expect(enter(owned(address, { by: anna, on: 1 }), browser)).rejects.toMatchObject(later)
  })

  test('is rejected with a signature for an undeployed contract (ERC-6492)', async () => {
    const address = newAddress()
    const sign = async (): Promise<Hex> => `0x${'00'.repeat(96)}${'6492'.repeat(16)}`
    await expect(enter({ account: address, chainId: 1, sign })).rejects.toMatchObject(refused)
  })
})

test('an outage does not consume the nonce, so the same message works afterwards', async () => {
  let isUp = false
  const relay = await startLocalServer(async (request, response) => {
    if (!isUp) {
      response.destroy()
      return
    }
    const body = Buffer.concat(await request.toArray())
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(mainnet.rpcUrl, { method: 'POST', headers, body })
    response.end(await answer.text())
  })
  fixture.closing(relay.close)
  const browser = openTestBrowser(await serve({ one: relay.url }))
  const sleep = async () => {
    isUp = true
  }
  const options = { transport: { ...browser.options.transport, sleep }, tries: 2 }
  const { sessions } = await signIn({ ...asSafe(1), origin: browser.origin }, options)
  expect(sessions).toHaveLength(1)
  expect(isUp).toBe(true)
})
