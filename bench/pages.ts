import { join } from 'node:path'
import { chromium, type Page } from 'playwright'
import { connectWallet } from '@/e2e/connect-wallet'
import { findChromium } from '@/scripts/chromium.mjs'
import { findOrStartInstance, temporaryFolder } from './instance'
import { listPages, orderOwner } from './load/listed-pages'
import { createReport, median } from './load/measure'

// What a person sees of the pages: how far they move by themselves while they load (CLS, without a wallet
// and with one, as a phone and as a desktop), and milliseconds from choosing a wallet to its first order.
// Measures the service at BASE_URL, or starts one.
const mostShift = 0.05
const mostMilliseconds = 1_000
const runs = 5
const widths = [375, 1280]

const report = createReport('pages')
const folder = temporaryFolder()
const instance = await findOrStartInstance(join(folder.path, 'data'))
const browser = await chromium.launch({
  executablePath: await findChromium(() => {}),
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  report.calibrate()
  const pages = Object.entries(await listPages(instance.url))
  for (const width of widths) {
    await measureShifts(pages, { width })
    await measureShifts(pages, { width, account: orderOwner.demo })
  }
  const waits: number[] = []
  for (let run = 0; run < runs; run++) waits.push(await waitForFirstOrder())
  report.atMost('first order after connecting:', median(waits), {
    ...{ ceiling: mostMilliseconds, unit: 'ms' },
  })
} finally {
  await browser.close()
  await instance.stop()
  folder.remove()
}

type Visit = { readonly width: number; readonly account?: string }

/** A page of a browser that was never here, with a wallet connected when `account` names one. */
async function visit<Result>(
  { width, account }: Visit,
  look: (page: Page) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext({
    viewport: { width, height: 800 },
    baseURL: instance.url,
  })
  try {
    const page = await context.newPage()
    if (account) {
      await page.goto('/')
      await connectWallet(page, account)
    }
    return await look(page)
  } finally {
    await context.close()
  }
}

/** Prints the page that moves most of `pages`. */
async function measureShifts(pages: readonly [string, string][], seen: Visit): Promise<void> {
  const shifts: { name: string; shift: number }[] = []
  for (const [name, path] of pages) {
    shifts.push({ name, shift: await visit(seen, (page) => shiftOf(page, path)) })
  }
  const most = shifts.reduce((worst, next) => (next.shift > worst.shift ? next : worst))
  const wallet = seen.account ? 'with a wallet' : 'without a wallet'
  report.atMost(`${seen.width} px, ${wallet}, most moved is ${most.name}:`, most.shift, {
    ...{ ceiling: mostShift, unit: 'CLS', digits: 3 },
  })
}

/** What has moved by itself within three seconds, as the browser counts it. */
async function shiftOf(page: Page, path: string): Promise<number> {
  await page.goto(path, { waitUntil: 'load' })
  await page.waitForTimeout(3_000)
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const observer = new PerformanceObserver((list) => {
          const entries = list.getEntries() as (PerformanceEntry & {
            readonly value: number
            readonly hadRecentInput: boolean
          })[]
          const moved = entries.filter(({ hadRecentInput }) => !hadRecentInput)
          resolve(moved.reduce((sum, { value }) => sum + value, 0))
        })
        observer.observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => resolve(0), 500)
      }),
  )
}

/** Milliseconds from choosing the wallet to the first order in sight. */
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
