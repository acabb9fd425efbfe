import { expect, test } from 'vitest'
import { parseLogos } from './logo-settings'

const unset = { lists: undefined, ipfsGateway: undefined, privateHosts: undefined }

test('no list is configured by default', () => {
  expect(parseLogos(unset)).toEqual({ lists: [], ipfsGateway: undefined, privateHosts: [] })
})

test('lists keep their sequence', () => {
  const { lists } = parseLogos({ ...unset, lists: 'https://a.example/x, http://b.example/y' })
  expect(lists.map(({ href }) => href)).toEqual(['https://a.example/x', 'http://b.example/y'])
})

test.each(['list.json', 'file:///list.json', 'https://user:secret@a.example/'])(
  '%s is refused as a list and as a gateway',
  (text) => {
    expect(() => parseLogos({ ...unset, lists: text })).toThrow(/^TOKEN_LISTS: /)
    expect(() => parseLogos({ ...unset, ipfsGateway: text })).toThrow(/^IPFS_GATEWAY: /)
  },
)
