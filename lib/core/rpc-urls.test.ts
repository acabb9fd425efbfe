import { expect, test } from 'vitest'
import { hostOf, parseRpcUrls } from './rpc-urls'

const name = 'RPC_URL_1'
const key = 'a-secret-key'

test('keeps the order of the operator', () => {
  const urls = ['https://a.example/v2/key', 'http://b.example:8545']
  expect(parseRpcUrls(name, urls.join(' , '))).toEqual(urls)
  expect(parseRpcUrls(name, ' ')).toEqual([])
  expect(parseRpcUrls(name, undefined)).toEqual([])
})

test.each([
  [`https://a.example,,https://b.example/${key}`, 'RPC_URL_1: part 2 of 3 is empty'],
  [`https://a.example/${key},`, 'RPC_URL_1: part 2 of 2 is empty'],
  [`wss://a.example/${key}`, 'RPC_URL_1: part 1 of 1 is not an http or https URL'],
  [`a.example:8545/${key}`, 'RPC_URL_1: part 1 of 1 is not an http or https URL'],
  [`https://a.example,a.example/${key}`, 'RPC_URL_1: part 2 of 2 is not an http or https URL'],
  [`https://a.example/${key},https://a.example/${key}`, 'RPC_URL_1: part 2 of 2 repeats'],
])('refuses the malformed list %s and tells no key', (text, message) => {
  const parse = () => parseRpcUrls(name, text)
  expect(parse).toThrow(message)
  expect(parse).not.toThrow(key)
})

test('names an endpoint by its host alone', () => {
  expect(hostOf(`https://user:pass@a.example:8545/${key}?apikey=${key}`)).toBe('a.example:8545')
})
