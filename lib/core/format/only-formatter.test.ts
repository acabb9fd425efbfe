import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** What only the platform can do, and files that write no text for people. */
const allowed = [
  'lib/core/format/list-text.ts',
  // Numbers of the API.
  'lib/orders/queries/order-view.ts',
  // The clock of a subscriber's time zone.
  'lib/channels/sending/local-time.ts',
  // The browser's time zone, and the list of all.
  'components/notifications/channels/channel-form.tsx',
]

const files = execFileSync('git', ['ls-files', '-z', 'app', 'components', 'lib'], {
  encoding: 'utf8',
})
  .split('\0')
  .filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.') && existsSync(path))

test('numbers, amounts and times are formatted in one place', () => {
  const others = files.filter((path) =>
    /\bIntl\.|\.toLocale(?:Date|Time)?String\(/.test(readFileSync(path, 'utf8')),
  )
  expect(others.toSorted()).toEqual(allowed.toSorted())
})

test('no text puts a percent sign after a number itself', () => {
  const texts = files.filter((path) =>
    /^(?:app|components|lib\/(?:client|notifications|channels))\//.test(path),
  )
  expect(texts.filter((path) => /\} %/.test(readFileSync(path, 'utf8')))).toEqual([])
})

test('no catalogue puts a percent sign after a value', () => {
  const catalogues = execFileSync('git', ['ls-files', '-z', 'messages'], { encoding: 'utf8' })
  const paths = catalogues.split('\0').filter((path) => path !== '')
  expect(paths.length).toBeGreaterThan(0)
  expect(paths.filter((path) => /\}\s?%/.test(readFileSync(path, 'utf8')))).toEqual([])
})
