import { expect, test } from 'vitest'
import { hostOf, parseRpcUrls } from './rpc-urls'

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
])('refuses the malformed list %s and tells no key', (text, message) => {
  const parsing = () => parse(text)
  expect(parsing).toThrow(message)
  expect(parsing).not.toThrow(key)
})

test('names an endpoint by its host alone', () => {
  expect(hostOf(`https://user:pass@a.example:8545/${key}?apikey=${key}`)).toBe('a.example:8545')
})
