import { expect, test } from 'vitest'
import { hostOf, parseRelayUrls, parseRpcUrls } from './rpc-urls'

const parse = (text: string | undefined) => parseRpcUrls({ RPC_URL_1: text })
const key = 'a-secret-key'

test('keeps the order of the operator', () => {
  const urls = ['https://a.example/v2/key', 'http://b.example:8545']
  expect(parse(urls.join(' , '))).toEqual(new Map([[1, urls]]))
  expect(parse(' ').size).toBe(0)
  expect(parse(undefined).size).toBe(0)
})

test.each([
  [`https://a.example,,https://b.example/${key}`, 'RPC_URL_1: part 2 of 3 is empty'],
  [`https://a.example/${key},`, 'RPC_URL_1: part 2 of 2 is empty'],
  [`wss://a.example/${key}`, 'RPC_URL_1: part 1 of 1 is not an http or https URL'],
  [`a.example:8545/${key}`, 'RPC_URL_1: part 1 of 1 is not an http or https URL'],
  [`https://a.example,a.example/${key}`, 'RPC_URL_1: part 2 of 2 is not an http or https URL'],
  [`https://a.example/${key},https://a.example/${key}`, 'RPC_URL_1: part 2 of 2 repeats'],
])('refuses the malformed list %s without quoting its key', (text, message) => {
  const parsing = () => parse(text)
  expect(parsing).toThrow(message)
  expect(parsing).not.toThrow(key)
})

test('reads one node for the relay', () => {
  const url = `https://a.example/${key}`
  expect(parseRelayUrls({ RELAY_URL_1: url })).toEqual(new Map([[1, url]]))
  const several = () => parseRelayUrls({ RELAY_URL_1: `${url},https://b.example` })
  expect(several).toThrow('RELAY_URL_1: names more than one URL')
})

test('names an endpoint by its host alone', () => {
  expect(hostOf(`https://user:pass@a.example:8545/${key}?apikey=${key}`)).toBe('a.example:8545')
})
