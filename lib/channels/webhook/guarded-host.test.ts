import { createServer as createTlsServer } from 'node:tls'
import { describe, expect } from 'vitest'
import { pinnedTo } from '@/lib/public-host'
import type { HostAddress } from '@/lib/resolve-host'
import { type Names, type PostFixture, postContext } from '@/lib/testing/orders/post-fixture'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import { isReachableHost, ssrfSafePost } from './ssrf-safe-post'

let fixture: PostFixture

test.beforeEach(({ posts }) => {
  fixture = posts
})

describe('the host of a post', () => {
  const guarded = (url: string, names: Names) => {
    const { ctx, questions } = postContext('', names)
    const sent = ssrfSafePost(ctx, { url: new URL(url), headers: {}, body: '', timeoutMs: 500 })
    return { sent, questions }
  }
  const refusal = { kind: 'unreachable', cause: 'its host is not on the public Internet' }

  test.each([
    ['loopback', ['127.0.0.1']],
    ['private among public addresses', ['93.184.215.14', '10.0.0.1']],
    ['a cloud metadata service', ['169.254.169.254']],
    ['private by IPv6', ['2606:4700::1', '::1']],
    ['IPv4-mapped loopback', ['::ffff:127.0.0.1']],
  ])('is rejected when it is %s', async (_, addresses) => {
    const { sent } = guarded('https://receiver.test/', { 'receiver.test': addresses })
    expect(await sent).toEqual(refusal)
  })

  test.each([
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://017700000001/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://169.254.169.254/latest/meta-data',
    'https://１２７.０.０.１/',
    'https://0/',
  ])('is rejected when written as %s', async (url) => {
    const ctx = createTestContext()
    expect(await ssrfSafePost(ctx, { url: new URL(url), headers: {}, body: '' })).toEqual(refusal)
    expect(await isReachableHost(ctx, new URL(url))).toBe(false)
  })

  test('is resolved once per message and connected to at the resolved address', async () => {
    const names: Record<string, readonly string[]> = { 'receiver.test': ['192.0.0.8'] }
    const { ctx, questions } = postContext('', names)
    const url = new URL('https://receiver.test/')
    // Public when checked, private when connected to (DNS rebinding).
    names['receiver.test'] = ['2606:4700:4700::1111']
    expect(await isReachableHost(ctx, url)).toBe(true)
    names['receiver.test'] = ['127.0.0.1']
    expect(await ssrfSafePost(ctx, { url, headers: {}, body: '' })).toEqual(refusal)
    expect(questions).toEqual(['receiver.test', 'receiver.test'])
    const connect = pinnedTo([{ address: '1.1.1.1', family: 4 }])
    connect('receiver.test', { all: true }, (_, found) =>
      expect(found).toEqual([{ address: '1.1.1.1', family: 4 }]),
    )
    connect('receiver.test', {}, (_, address, family) =>
      expect([address, family]).toEqual(['1.1.1.1', 4]),
    )
    expect(questions).toHaveLength(2)
  })

  test('is connected to at the resolved address even if its name now resolves elsewhere', async () => {
    let answers = 0
    // The system resolver returns loopback for localhost; no host has the resolved address.
    const resolveHost = async (): Promise<HostAddress[]> => {
      answers += 1
      return [{ address: answers === 1 ? '2000::1' : '127.0.0.1', family: answers === 1 ? 6 : 4 }]
    }
    const ctx = createTestContext({ resolveHost })
    const url = new URL('https://localhost/')
    const sent = await ssrfSafePost(ctx, { url, headers: {}, body: '', timeoutMs: 500 })
    // This machine would refuse at once or present a certificate.
    expect(['its host cannot be reached', 'no answer in time']).toContain(
      sent.kind === 'unreachable' && sent.cause,
    )
    expect(answers).toBe(1)
  })

  test('gives the same public error for every resolution failure, and the log the cause', async () => {
    const names = { 'none.test': [], 'inside.test': ['10.0.0.1'] }
    const { ctx } = postContext('', names)
    for (const name of ['none.test', 'dark.test', 'inside.test']) {
      expect(await isReachableHost(ctx, new URL(`https://${name}/`))).toBe(false)
    }
    const send = (url: string) => ssrfSafePost(ctx, { url: new URL(url), headers: {}, body: '' })
    expect(await send('https://none.test/')).toMatchObject({ cause: 'its host has no address' })
    expect(await send('https://dark.test/')).toMatchObject({
      cause: 'no name server knows its host now',
    })
  })

  test('does not exceed the timeout when its name server never answers', async () => {
    const ctx = createTestContext({ resolveHost: () => new Promise(() => {}) })
    const url = new URL('https://silent.test/')
    expect(await ssrfSafePost(ctx, { url, headers: {}, body: '', timeoutMs: 100 })).toEqual({
      kind: 'unreachable',
      cause: 'no answer in time',
    })
  })

  test('requires https when public', async () => {
    const { sent, questions } = guarded('http://receiver.test/', { 'receiver.test': ['1.1.1.1'] })
    const cause = 'its address must be an https address'
    expect(await sent).toEqual({ kind: 'unreachable', cause })
    expect(questions).toEqual([])
  })

  test('requires port 443 when public, whatever was allowed when it was stored', async () => {
    const names = { 'receiver.test': ['1.1.1.1'] }
    const cause = 'its address must have no port but 443'
    for (const port of [22, 80, 8443]) {
      const { sent, questions } = guarded(`https://receiver.test:${port}/`, names)
      expect(await sent).toEqual({ kind: 'unreachable', cause })
      expect(questions).toEqual([])
    }
  })

  test('may be private only with its configured port', async () => {
    const { ctx } = postContext(`127.0.0.1:${fixture.port}`, { '127.0.0.1': ['127.0.0.1'] })
    const send = (url: string) => ssrfSafePost(ctx, { url: new URL(url), headers: {}, body: '' })
    expect(await send(`http://127.0.0.1:${fixture.port}/`)).toMatchObject({ status: 204 })
    expect(await send(`https://127.0.0.1:${fixture.port + 1}/`)).toMatchObject({
      kind: 'unreachable',
    })
    expect(fixture.asked).toHaveLength(1)
  })
})

test('an https endpoint gets SNI, and its certificate must be valid', async () => {
  const names: string[] = []
  const secure = createTlsServer({
    SNICallback: (name, done) => {
      names.push(name)
      done(new Error('no certificate'))
    },
  })
  secure.on('tlsClientError', () => {})
  const at = await fixture.listen(secure)
  const { ctx } = postContext(`localhost:${at}`)
  const url = new URL(`https://localhost:${at}/`)
  const sent = await ssrfSafePost(ctx, { url, headers: {}, body: '' })
  expect(sent).toMatchObject({ kind: 'unreachable' })
  expect(names).toContain('localhost')
})
