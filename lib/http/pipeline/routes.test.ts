import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { pathsOf } from '@/lib/api/declare/endpoint'
import { endpoints } from '@/lib/api/declare/registry'

const unknownPaths = 'app/[chainId]/[...path]/route.ts'
const session = 'app/api/auth/[...nextauth]/route.ts'

const files = new Map<string, string>(
  readdirSync('app', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('/route.ts'))
    .map((file) => [`app/${file}`, readFileSync(`app/${file}`, 'utf8')] as const),
)

/** Sign-in is one file, as in next-auth. Next allows one parameter per segment; our router splits `{base}-{quote}`. */
function fileOf(path: string): string {
  if (path.startsWith('/api/auth/')) return session
  const segments = path.split('/').map((part) => (part.includes('}-{') ? '[pair]' : part))
  return `app${segments.join('/').replaceAll('{', '[').replaceAll('}', ']')}/route.ts`
}

function mountedIn(text: string): string[] {
  const [, list = ''] = /= mount\(([^)]*)\)/.exec(text) ?? []
  return list.split(',').flatMap((name) => name.trim() || [])
}

test.each(endpoints.flatMap((endpoint) => pathsOf(endpoint).map((path) => ({ path, endpoint }))))(
  'Next mounts $endpoint.method $path',
  ({ path, endpoint }) => {
    expect(mountedIn(files.get(fileOf(path)) ?? '')).toContain(endpoint.name)
  },
)

test('no route file mounts an endpoint declared at another path', () => {
  for (const [file, text] of files) {
    if (file === unknownPaths) continue
    const declared = endpoints.filter((endpoint) => pathsOf(endpoint).map(fileOf).includes(file))
    expect(mountedIn(text).sort(), file).toEqual(declared.map(({ name }) => name).sort())
  }
})

test('the name, the method and path, and the shape of each endpoint are unique', () => {
  const names = endpoints.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  const places = endpoints.map(({ method, path }) => `${method} ${path.replace(/\{.*?\}/g, '{}')}`)
  expect(new Set(places).size).toBe(places.length)
})

test('answers unknown API paths with JSON, not with a page of Next', () => {
  expect(mountedIn(files.get(unknownPaths) ?? 'missing')).toEqual([])
  expect(files.has(unknownPaths)).toBe(true)
})
