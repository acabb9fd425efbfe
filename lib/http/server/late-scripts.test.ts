import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { delayScripts } from './late-scripts'

const page = `<!DOCTYPE html><head><title>1 < 2 € ✓</title>
<script src="/_next/static/chunks/a.js" async="" nonce="n"></script>
<script src="/_next/static/chunks/old.js" noModule="" nonce="n"></script></head>
<body><script nonce="n">for(i=0;i<9;i++)self.push("\\u003cscript src=")</script>
<script src="/_next/static/chunks/main.js" id="_R_" nonce="n" async=""></script></body>`

let write: (response: ServerResponse) => void = () => {}
const server = createServer((_request, response) => {
  delayScripts(response, 'n')
  write(response)
}).listen(0)
afterAll(() => server.close())
await once(server, 'listening')
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

async function sent(parts: readonly (string | Uint8Array)[], type = 'text/html; charset=utf-8') {
  write = (response) => {
    response.setHeader('content-type', type)
    for (const part of parts) response.write(part)
    response.end()
  }
  return (await fetch(url)).text()
}

test('a page starts its module scripts by one script with its nonce, and is otherwise unchanged', async () => {
  const text = await sent([page])
  const [starter = ''] = /<script nonce="n">\(\(\)=>\{[^<]*<\/script>/.exec(text) ?? []
  expect(text.split(starter)).toHaveLength(2)
  expect(text.replace(starter, '').replaceAll('<script type="late"', '<script')).toBe(page)
  expect(text.match(/type="late"/g)).toHaveLength(2)
  expect(text).toContain('<script type="late" src="/_next/static/chunks/main.js" id="_R_"')
})

test('a link that preloads a script is left out', async () => {
  const link = '<link rel="preload" as="script" fetchPriority="low" href="/_next/static/a.js"/>'
  const font = '<link rel="preload" as="font" href="/_next/static/a.woff2"/>'
  expect(await sent([`<head>${link.slice(0, 20)}`, `${link.slice(20)}${font}</head>`])).toBe(
    `<head>${font}</head>`,
  )
})

test('it does not matter how a page is cut into parts', async () => {
  const whole = await sent([page])
  const bytes = Buffer.from(page)
  const cuts = fc.uniqueArray(fc.integer({ min: 1, max: bytes.length - 1 }), { maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(cuts, async (found) => {
      const at = [0, ...found.sort((a, b) => a - b), bytes.length]
      const parts = at.slice(1).map((end, index) => bytes.subarray(at[index], end))
      expect(await sent(parts)).toBe(whole)
    }),
    { numRuns: 100 },
  )
})

test('a page of known length has its new one', async () => {
  write = (response) => {
    response.setHeader('content-type', 'text/html')
    response.setHeader('content-length', Buffer.byteLength(page))
    response.end(page)
  }
  const text = await (await fetch(url)).text()
  expect(text.endsWith('</body>')).toBe(true)
})

test('other types pass unchanged', async () => {
  expect(await sent([page], 'text/x-component')).toBe(page)
})
