import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { findFreePort } from '@/lib/devnet/processes/anvil'
import { findChromium } from '@/scripts/chromium.mjs'
import { findOrStartInstance, temporaryFolder } from './instance'
import { listPages } from './load/listed-pages'
import { createReport, median } from './load/measure'

// Lighthouse on every kind of page, as a phone and as a desktop: per category the median of three runs with its floor, and
// the largest layout shift of them. Measures the service at BASE_URL, or starts one. LIGHTHOUSE_PAGES selects pages by comma-separated
// names. On a machine of two cores the browser, Lighthouse and the service share them: only what the page itself needs should
// be measured, so Lighthouse and the service have a low priority, and one browser stays for all runs.
const runs = 3
/** Attempts per run: a busy machine fails one now and then. */
const tries = 3
/** Not a dependency: it brings 150 packages that nothing else here needs. */
const lighthouse = 'lighthouse@12.8.2'
const floors = {
  phone: { performance: 0.9, accessibility: 1, 'best-practices': 0.95, seo: 0.95 },
  desktop: { performance: 0.98, accessibility: 1, 'best-practices': 0.95, seo: 0.95 },
} as const
/** Cumulative layout shift, as in Web Vitals. */
const maxShift = 0.02
/** Pages excluded from search engines. */
const unlisted = new Set(['find', 'embed', '404'])
type Device = keyof typeof floors
type Category = keyof (typeof floors)[Device]

const report = createReport('lighthouse')
const folder = temporaryFolder()
const instance = await findOrStartInstance({ dataDir: join(folder.path, 'data'), priority: 'low' })
const port = await findFreePort('127.0.0.1')
const browser = spawn(await findChromium(() => {}), browserFlags(port), { stdio: 'ignore' })
const ended = once(browser, 'exit')
try {
  report.calibrate()
  const wanted = process.env.LIGHTHOUSE_PAGES ? process.env.LIGHTHOUSE_PAGES.split(',') : undefined
  for (const [name, path] of Object.entries(await listPages(instance.url))) {
    if (wanted && !wanted.includes(name)) continue
    for (const device of ['phone', 'desktop'] as const) measure(name, device, path)
  }
} finally {
  browser.kill()
  await ended
  await instance.stop()
  folder.remove()
}

/** Without what a browser does for itself. */
function browserFlags(debuggingPort: number): string[] {
  return [
    ...[
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      `--remote-debugging-port=${debuggingPort}`,
    ],
    ...[`--user-data-dir=${join(folder.path, 'browser')}`, '--no-first-run', '--disable-sync'],
    ...['--disable-extensions', '--disable-component-extensions-with-background-pages'],
    ...['--disable-component-update', '--disable-background-networking', '--disable-default-apps'],
    ...['--disable-features=Translate,OptimizationHints,MediaRouter', '--metrics-recording-only'],
    // Without graphics hardware, scrollbars that fade cost two processes a third of the machine.
    '--hide-scrollbars',
    'about:blank',
  ]
}

type Scores = Record<Category | 'shift', number>

/** Prints the median of each category of one page on one device, or that the measurement failed. */
function measure(name: string, device: Device, path: string): void {
  const url = `${instance.url}${path}`
  const scores: Scores[] = []
  for (let run = 0; run < runs; run++) {
    const found = scoreOrFail(() => score(url, device))
    if (!found) {
      report.failed(`${name}, ${device}: Lighthouse failed ${tries} times`)
      return
    }
    scores.push(found)
  }
  for (const [category, floor] of Object.entries(floors[device]) as [Category, number][]) {
    if (category === 'seo' && unlisted.has(name)) continue
    const value = median(scores.map((run) => run[category]))
    report.ratio(`${name}, ${device}, ${category}:`, value, { floor })
  }
  const shift = Math.max(...scores.map((run) => run.shift))
  const bound = { ceiling: maxShift, unit: 'CLS', digits: 3 }
  report.atMost(`${name}, ${device}, layout shift:`, shift, bound)
}

/** Returns the scores of the first successful attempt; undefined if all fail. */
function scoreOrFail(run: () => Scores): Scores | undefined {
  for (let left = tries; left > 0; left--) {
    try {
      return run()
    } catch (error) {
      report.say(error instanceof Error ? error.message : String(error))
    }
  }
  return undefined
}

/** Runs Lighthouse once. Throws if it fails or has not recorded the page. */
function score(url: string, device: Device): Scores {
  const file = join(folder.path, 'report.json')
  rmSync(file, { force: true })
  execFileSync(
    'nice',
    [
      ...['-n', '10', 'npx', '--yes', lighthouse, url, `--port=${port}`, '--quiet'],
      ...['--output=json', `--output-path=${file}`, '--max-wait-for-load=30000'],
      '--ignore-status-code',
      ...[`--only-categories=${Object.keys(floors[device]).join(',')}`],
      ...(device === 'desktop' ? ['--preset=desktop'] : []),
    ],
    {
      env: { ...process.env, npm_config_loglevel: 'error' },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  const { categories, audits, runtimeError } = JSON.parse(readFileSync(file, 'utf8')) as {
    categories: Record<Category, { readonly score: number | null }>
    audits: { readonly 'cumulative-layout-shift'?: { readonly numericValue?: number } }
    runtimeError?: { readonly message: string }
  }
  if (runtimeError) throw new Error(runtimeError.message)
  const points = Object.entries(categories).map(([name, { score }]) => [name, score ?? 0])
  const shift = audits['cumulative-layout-shift']?.numericValue ?? Number.NaN
  return { ...Object.fromEntries(points), shift } as Scores
}
