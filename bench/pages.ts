import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from 'playwright'
import { pressKeys, type Shift, shiftsOf, worstWindow } from '@/bench/load/page-probes'
import { connectWallet } from '@/e2e/support/connect-wallet'
import { openSelector, serveTokens, withThousands } from '@/e2e/support/token-selector'
import { findChromium } from '@/scripts/chromium.mjs'
import { findOrStartInstance, temporaryFolder } from './instance'
import { listPages, orderOwner } from './load/listed-pages'
import { createReport, median } from './load/measure'

// User-visible performance of the pages: layout shifts during loading (CLS, without and with a wallet, at 375 and
// 1280 px), milliseconds from choosing a wallet to its first order, and from a keystroke among 2,000 tokens to the
// next paint. Measures the service at BASE_URL, or starts one. PAGES selects pages by comma-separated names.
const maxShift = 0.02
/** Time to observe a page after its load event. */
const settledMs = 3_000
const maxMilliseconds = 1_000
const maxKeystrokeMs = 50
const runs = 5
const widths = [375, 1280]

const report = createReport('pages')
const folder = temporaryFolder()
const instance = await findOrStartInstance({ dataDir: join(folder.path, 'data') })
const browser = await chromium.launch({
  executablePath: await findChromium(() => {}),
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  report.calibrate()
  const wanted = process.env.PAGES?.split(',')
  const listed = Object.entries(await listPages(instance.url))
  const pages = listed.filter(([name]) => wanted?.includes(name) ?? true)
  const connected = await visit({ width: 1280 }, connect)
  for (const width of widths) {
    await measureShifts(pages, { width })
    await measureShifts(pages, { width, state: connected })
  }
  const waits: number[] = []
  for (let run = 0; run < runs; run++) waits.push(await waitForFirstOrder())
  report.atMost('first order after connecting:', median(waits), {
    ...{ ceiling: maxMilliseconds, unit: 'ms' },
  })
  report.atMost('keystrokes among 2,000 tokens, p98:', median(await typeAmongTokens()), {
    ...{ ceiling: maxKeystrokeMs, unit: 'ms' },
  })
} finally {
  await browser.close()
  await instance.stop()
  folder.remove()
}

/** The browser storage with a connected wallet, if any. */
type Kept = Awaited<ReturnType<BrowserContext['storageState']>>
type Visit = { readonly width: number; readonly state?: Kept }

/** Opens a page in a browser with an empty cache. */
async function visit<Result>(
  { width, state }: Visit,
  look: (page: Page) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext({
    viewport: { width, height: 800 },
    baseURL: instance.url,
    ...(state && { storageState: state }),
  })
  try {
    return await look(await context.newPage())
  } finally {
    await context.close()
  }
}

async function connect(page: Page): Promise<Kept> {
  await page.goto('/')
  await connectWallet(page, orderOwner.demo)
  return page.context().storageState()
}

/** Prints the worst of `pages`, after each page above the limit with its shifts. */
async function measureShifts(pages: readonly [string, string][], visitor: Visit): Promise<void> {
  const wallet = visitor.state ? 'with a wallet' : 'without a wallet'
  let most = { name: 'none', shift: 0 }
  for (const [name, path] of pages) {
    const shifts = await visit(visitor, (page) => shiftsOf(page, path, settledMs))
    const shift = worstWindow(shifts)
    if (shift >= most.shift) most = { name, shift }
    if (shift > maxShift) printShifts(`${visitor.width} px, ${wallet}, ${name}:`, shifts)
  }
  report.atMost(`${visitor.width} px, ${wallet}, most moved is ${most.name}:`, most.shift, {
    ...{ ceiling: maxShift, unit: 'CLS', digits: 3 },
  })
}

/** Prints each shift with its time and its moved elements. */
function printShifts(where: string, shifts: readonly Shift[]): void {
  for (const { value, time, moved } of shifts) {
    report.say(`${where} ${value.toFixed(3)} after ${time.toFixed(0)} ms`)
    for (const element of moved) report.say(`  ${element}`)
  }
}

/** Returns the milliseconds from choosing the wallet to the first visible order. */
function waitForFirstOrder(): Promise<number> {
  return visit({ width: 1280 }, async (page) => {
    await page.goto('/orders')
    await page.getByRole('banner').getByRole('button', { name: 'Connect' }).click()
    const wallet = page.getByRole('dialog').getByRole('button', { name: orderOwner.demo })
    await wallet.waitFor()
    const began = performance.now()
    await wallet.click()
    await page.locator('main a[href*="/orders/0x"]').first().waitFor()
    return performance.now() - began
  })
}

/** Returns each run's 98th percentile of 100 keystrokes in the token selector, in milliseconds. */
function typeAmongTokens(): Promise<number[]> {
  return visit({ width: 1280 }, async (page) => {
    await serveTokens(page, withThousands)
    await page.goto('/?chain=mainnet')
    const { search } = await openSelector(page)
    const waits: number[] = []
    for (let run = 0; run < runs; run++) waits.push(await pressKeys(page, search))
    return waits
  })
}
