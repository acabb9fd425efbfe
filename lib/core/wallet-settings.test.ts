import { expect, test } from 'vitest'
import { parseWallets } from './wallet-settings'

const nothing = { projectId: undefined, relayUrl: undefined, safeAppOrigins: undefined }

test('without settings pages offer the wallets of the browser only, in no frame', () => {
  expect(parseWallets(nothing)).toEqual({ walletConnect: undefined, safeAppOrigins: [] })
})

test('a project id switches WalletConnect on, by its public relay unless another is named', () => {
  expect(parseWallets({ ...nothing, projectId: 'id' }).walletConnect).toEqual({
    ...{ projectId: 'id', relayUrl: 'wss://relay.walletconnect.org' },
  })
  const given = { ...nothing, projectId: 'id', relayUrl: 'ws://127.0.0.1:9/' }
  expect(parseWallets(given).walletConnect?.relayUrl).toBe('ws://127.0.0.1:9')
})

test('origins of Safe apps are listed by commas', () => {
  const safeAppOrigins = 'https://app.safe.global, http://localhost:3000'
  expect(parseWallets({ ...nothing, safeAppOrigins }).safeAppOrigins).toEqual([
    'https://app.safe.global',
    'http://localhost:3000',
  ])
})

test.each([
  ['relayUrl', 'https://relay.example', /WALLETCONNECT_RELAY_URL/],
  ['safeAppOrigins', 'app.safe.global', /SAFE_APP_ORIGINS/],
  ['safeAppOrigins', 'https://app.safe.global/path', /SAFE_APP_ORIGINS/],
  ['safeAppOrigins', "https://a.example 'unsafe-inline'", /SAFE_APP_ORIGINS/],
  ['safeAppOrigins', 'https://*', /SAFE_APP_ORIGINS/],
])('%s %s is refused by name', (name, text, message) => {
  expect(() => parseWallets({ ...nothing, [name]: text })).toThrow(message)
})
