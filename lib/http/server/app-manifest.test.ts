import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const readPublic = (path: string) => readFileSync(`public/${path}`, 'utf8')
const manifest = JSON.parse(readPublic('manifest.json'))

test('the manifest has the members that Safe requires of an app', () => {
  expect(manifest).toMatchObject({ name: 'Coincide', description: expect.any(String) })
  expect(existsSync(`public/${manifest.iconPath}`)).toBe(true)
})

test('the manifest has the members that browsers require of an installable app', () => {
  expect(manifest).toMatchObject({ id: '/', start_url: '/', scope: '/', display: 'standalone' })
  for (const { src, type, sizes } of manifest.icons) {
    expect(type).toBe('image/png')
    // Width and height follow the signature and the head of the first chunk.
    const bytes = readFileSync(`public${src}`)
    expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(sizes)
  }
  expect(manifest.icons.map(({ sizes }: { sizes: string }) => sizes)).toEqual([
    '192x192',
    '512x512',
  ])
})

test('the manifest and the pages have the same description', () => {
  const { description } = JSON.parse(readFileSync('messages/en/shell.json', 'utf8'))
  expect(manifest.description).toBe(description)
})
