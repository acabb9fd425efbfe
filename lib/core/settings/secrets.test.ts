import { describe, expect, test } from 'vitest'
import { createMask, findSecrets } from './secrets'

const hide = (environment: Record<string, string>) => createMask(findSecrets(environment))

describe('the secrets of an environment', () => {
  test('are keys, tokens, secrets and each part of a list of them', () => {
    const mask = hide({
      SOLVER_PRIVATE_KEY: '0xABCDEF0123456789',
      SOLVER_PRIVATE_KEY_100: '0xFEDCBA9876543210',
      ENCRYPTION_KEY: 'first-key-part,second-key-part',
      NEXTAUTH_SECRET: 'a session secret',
      TELEGRAM_BOT_TOKEN: '12:telegram-token',
    })
    expect(mask('key 0xabcdef0123456789 and abcdef0123456789')).toBe('key 0x[secret] and [secret]')
    expect(mask('key FEDCBA9876543210')).toBe('key [secret]')
    expect(mask('one second-key-part of two')).toBe('one [secret] of two')
    expect(mask('a session secret, /bot12:telegram-token/getMe')).toBe(
      '[secret], /bot[secret]/getMe',
    )
  })

  test('are passwords, keys in paths and queries of URLs, encoded or not, alone in any text', () => {
    const mask = hide({
      RPC_URL_1: 'https://us3r-name:p%40ss%20word@node.example/v3/k3y-of-node?apikey=query-key',
      SUBMIT_URL_1: 'private,https://relay.example/relay-k3y,https://other.example/#fragment-key',
      SOLVER_ENGINES: 'one=https://engine.example/engine-k3y',
      DATABASE_URL: 'postgresql://coincide:pass"word@db.example/coincide',
    })
    const text = [
      btoa('us3r-name:p@ss word'),
      ...['us3r-name', 'p@ss word', 'p%40ss%20word', 'k3y-of-node', 'query-key', '/v3/k3y-of-node'],
      ...['relay-k3y', 'fragment-key', 'engine-k3y', 'pass"word', 'pass%22word', 'pass\\"word'],
    ]
    for (const secret of text) expect(mask(`a ${secret} b`)).toBe('a [secret] b')
  })

  test('are not hosts, users and names of databases, short values, numbers and public keys', () => {
    const mask = hide({
      RPC_URL_1: 'https://node.example/mainnet',
      COINGECKO_URL: 'https://prices.example/api/v3',
      DATABASE_URL: 'postgresql://coincide:123456@db.example:5432/coincide',
      REDIS_URL: 'redis://:abc@cache.example:6379/0',
      VAPID_PUBLIC_KEY: 'a-public-key-for-browsers',
    })
    const text = 'node.example/mainnet /api/v3 coincide 123456 abc a-public-key-for-browsers'
    expect(mask(text)).toBe(text)
  })

  test('include a malformed URL as a whole', () => {
    const text = 'postgresql://user:pass word@:host'
    expect(hide({ DATABASE_URL: text })(`cannot parse ${text}`)).toBe('cannot parse [secret]')
  })
})
