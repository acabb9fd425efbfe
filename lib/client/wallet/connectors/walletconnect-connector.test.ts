import { verifyMessage } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { mainnet, sepolia } from 'viem/chains'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createConfig, createStorage, http } from 'wagmi'
import {
  connect,
  disconnect,
  getConnection,
  reconnect,
  signMessage,
  switchChain,
} from 'wagmi/actions'
import {
  memoryStorage,
  startPhoneWallet,
  startRelay,
} from '@/lib/testing/accounts/walletconnect-wallet'
import { onPairing, walletConnectConnector } from './walletconnect-connector'

let relay: Awaited<ReturnType<typeof startRelay>>

beforeAll(async () => {
  // Page and wallet share this process, but nothing else.
  vi.stubEnv('DISABLE_GLOBAL_CORE', 'true')
  relay = await startRelay()
})
afterAll(() => relay.close())

/** A browser that keeps its storage between pages. */
function browser() {
  const items = new Map<string, string>()
  const storage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  }
  const sessions = memoryStorage()
  const openPage = () =>
    createConfig({
      chains: [mainnet, sepolia],
      transports: { [mainnet.id]: http(), [sepolia.id]: http() },
      storage: createStorage({ storage }),
      connectors: [
        walletConnectConnector({
          ...{ projectId: 'test', relayUrl: relay.url, origin: 'http://localhost' },
          storage: sessions,
        }),
      ],
    })
  return { openPage }
}

async function pair(chainIds: readonly number[] = [mainnet.id, sepolia.id]) {
  const account = privateKeyToAccount(generatePrivateKey())
  const wallet = await startPhoneWallet({ relayUrl: relay.url, account, chainIds })
  const { openPage } = browser()
  const config = openPage()
  const [connector] = config.connectors
  if (!connector) throw new Error('no connector')
  onPairing(connector, (uri) => void wallet.scan(uri))
  const connecting = () => connect(config, { connector, chainId: sepolia.id })
  return { account, wallet, config, openPage, connecting }
}

test('a wallet that scans the code connects, signs and follows the network', async () => {
  const { account, wallet, config, connecting } = await pair()
  await connecting()
  expect(getConnection(config)).toMatchObject({ address: account.address, chainId: sepolia.id })
  const signature = await signMessage(config, { message: 'hello' })
  const { address } = account
  expect(await verifyMessage({ address, message: 'hello', signature })).toBe(true)
  expect(wallet.asked).toEqual(['personal_sign'])
  await switchChain(config, { chainId: mainnet.id })
  expect(getConnection(config).chainId).toBe(mainnet.id)
  await wallet.close()
})

test('no code is reported after the user has gone back', () => {
  const [connector] = browser().openPage().connectors
  if (!connector) throw new Error('no connector')
  const stop = onPairing(connector, () => {})
  expect(connector.emitter.listenerCount('message')).toBe(1)
  stop()
  expect(connector.emitter.listenerCount('message')).toBe(0)
})

test('a reloaded page resumes the session; a page without one loads nothing', async () => {
  const { account, wallet, openPage, connecting } = await pair()
  const before = openPage()
  expect(await before.connectors[0]?.getProvider()).toBeUndefined()
  expect(await reconnect(before)).toEqual([])
  await connecting()
  const after = openPage()
  await reconnect(after)
  expect(getConnection(after)).toMatchObject({ status: 'connected', address: account.address })
  await wallet.close()
})

test('switching accounts in the wallet switches the page’s account', async () => {
  const { wallet, config, connecting } = await pair()
  await connecting()
  const other = privateKeyToAccount(generatePrivateKey()).address
  await wallet.turnTo(other)
  await expect.poll(() => getConnection(config).address).toBe(other)
  await wallet.close()
})

test('the wallet and the page can both end a session', async () => {
  const first = await pair()
  await first.connecting()
  await first.wallet.hangUp()
  await expect.poll(() => getConnection(first.config).status).toBe('disconnected')
  expect(await reconnect(first.openPage())).toEqual([])
  const second = await pair()
  await second.connecting()
  await disconnect(second.config)
  expect(await reconnect(second.openPage())).toEqual([])
})

test('a wallet that does not know the requested network connects on another one', async () => {
  const { config, connecting } = await pair([mainnet.id])
  await connecting()
  expect(getConnection(config).chainId).toBe(mainnet.id)
  await expect(switchChain(config, { chainId: sepolia.id })).rejects.toThrow()
})

test('a rejection by the wallet is reported as EIP-1193 code 4001', async () => {
  const { wallet, connecting } = await pair()
  wallet.refuse()
  await expect(connecting()).rejects.toMatchObject({ code: 4001 })
})
