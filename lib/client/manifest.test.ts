import { expect, test } from 'vitest'
import { endpoints } from '@/lib/api/declare/registry'

const width = 100

function lineOf({ name, method, path }: (typeof endpoints)[number]): string {
  const line = `  ${name}: '${method} ${path}',`
  return line.length <= width ? line : line.replace(': ', ':\n    ')
}

/** Updated by `npx vitest run lib/client/manifest.test.ts -u`. */
test('the manifest matches the declarations', async () => {
  const lines = [
    '/** Method and path of every endpoint, by its name; written from the declarations by manifest.test.ts. */',
    'export const manifest = {',
    ...endpoints.map(lineOf).sort(),
    '} as const',
    '',
  ]
  await expect(lines.join('\n')).toMatchFileSnapshot('manifest.ts')
})
