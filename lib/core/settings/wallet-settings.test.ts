import { expect, test } from 'vitest'
import { parseWallets } from './wallet-settings'

const nothing = {
  ...{ projectId: undefined, relayUrl: undefined },
  ...{ safeAppOrigins: undefined, embedOrigins: undefined },
}

test('without settings the pages offer only browser wallets and no framing', () => {
  expect(parseWallets(nothing)).toEqual({
    ...{ walletConnect: undefined, safeAppOrigins: [], embedOrigins: [] },
  })
})

test('a project id enables WalletConnect through the public relay, unless another is configured', () => {
  expect(parseWallets({ ...nothing, projectId: 'id' }).walletConnect).toEqual({
    ...{ projectId: 'id', relayUrl: 'wss://relay.walletconnect.org' },
  })
  const given = { ...nothing, projectId: 'id', relayUrl: 'ws://127.0.0.1:9/' }
  expect(parseWallets(given).walletConnect?.relayUrl).toBe('ws://127.0.0.1:9')
})

test('Safe app origins are comma-separated', () => {
  const safeAppOrigins = 'https://app.safe.global, http://localhost:3000'
  expect(parseWallets({ ...nothing, safeAppOrigins }).safeAppOrigins).toEqual([
    'https://app.safe.global',
    'http://localhost:3000',
  ])
})

test('origins of pages that may embed the card are comma-separated', () => {
  const embedOrigins = 'https://blog.example,https://shop.example:8443,'
  expect(parseWallets({ ...nothing, embedOrigins }).embedOrigins).toEqual([
    ...['https://blog.example', 'https://shop.example:8443'],
  ])
})

test.each([
  ['relayUrl', 'https://relay.example', /WALLETCONNECT_RELAY_URL/],
  ['safeAppOrigins', 'app.safe.global', /SAFE_APP_ORIGINS/],
  ['safeAppOrigins', 'https://app.safe.global/path', /SAFE_APP_ORIGINS/],
  ['safeAppOrigins', "https://a.example 'unsafe-inline'", /SAFE_APP_ORIGINS/],
  ['safeAppOrigins', 'https://*', /SAFE_APP_ORIGINS/],
  ['embedOrigins', 'https://shop.example, *', /EMBED_ORIGINS: \* is no origin/],
  ['embedOrigins', 'https://Shop.example', /EMBED_ORIGINS/],
  ['embedOrigins', 'https://shop.example/', /EMBED_ORIGINS/],
  ['embedOrigins', 'https://shop.example:443', /EMBED_ORIGINS/],
  ['embedOrigins', 'https://*.shop.example', /EMBED_ORIGINS/],
  ['embedOrigins', 'null', /EMBED_ORIGINS/],
])('rejects %s %s by name', (name, text, message) => {
  expect(() => parseWallets({ ...nothing, [name]: text })).toThrow(message)
})
