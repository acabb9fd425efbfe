import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const readPublic = (path: string) => readFileSync(`public/${path}`, 'utf8')
const manifest = JSON.parse(readPublic('manifest.json'))

test('the manifest has what a Safe asks of its apps', () => {
  expect(manifest).toMatchObject({ name: 'Coincide', description: expect.any(String) })
  expect(existsSync(`public/${manifest.iconPath}`)).toBe(true)
})

test('the manifest has what browsers ask of an app that is installed', () => {
  expect(manifest).toMatchObject({ id: '/', start_url: '/', scope: '/', display: 'standalone' })
  for (const { src, type } of manifest.icons) {
    expect(type).toBe('image/svg+xml')
    expect(readPublic(src)).toContain('<svg')
  }
})

test('the manifest says of itself what the pages say', () => {
  const { description } = JSON.parse(readFileSync('messages/en/shell.json', 'utf8'))
  expect(manifest.description).toBe(description)
})
