import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'
import { channelEnvironment, dataDir } from '@/e2e/support/service-environment'

/**
 * A service that runs already, with the variables of e2e/support/service-environment.ts and its data in E2E_DATA_DIR; left out: one
 * is started for the tests, with data of its own.
 */
const running = process.env.BASE_URL
const port = process.env.E2E_PORT ?? '3917'
const systemChromium = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find(existsSync)
const executablePath = process.env.CHROMIUM_PATH ?? systemChromium
/** A journey takes a quarter less processor time in it. But it shows no notifications, and draws text differently. */
const shell = ['/usr/bin/chromium-headless-shell'].find(existsSync) ?? executablePath
/** Tests that change nothing that another one looks at. */
const reading = ['pages/{docs,header,language,next-start,pages,search,status,targets}.spec.ts']
/** Likewise, in the whole browser. */
const drawing = ['notifications/service-worker.spec.ts', 'pages/snapshots.spec.ts']
/** Tests that trade with accounts of which no other file has an order. */
const walking = [
  'orders/{auction,cancellation,edit,list,own,page,transaction}.spec.ts',
  'pages/{dialogs,offline,portfolio,sight,token}.spec.ts',
  'swap/{chart,limit,names,native-sale,permit,phone,quote-errors,reload-rail}.spec.ts',
  'swap/{refusals,review,schedule,settings,wrap}.spec.ts',
  'wallets/*.spec.ts',
]
/** Tests of what is told to demo accounts 4 to 9, by the README's script too, on channels that there is one each of. */
const telling = [
  'notifications/{mail,news,notifications,push,states,telegram}.spec.ts',
  'pages/docs-snippets.spec.ts',
]
/**
 * Each window's address bar starts a page of its own, as dear as a page of ours. Chromium heeds the last list only, so
 * what Playwright leaves out stands here too.
 */
const leftOut = [
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'AimEnabled'],
  ...['AvoidCorsURLLoaderRestartOnRedirect', 'AvoidUnnecessaryBeforeUnloadCheckSync'],
  ...['DestroyProfileOnBrowserClose', 'HttpsFirstBalancedModeAutoEnable', 'HttpsUpgrades'],
  ...['LensOverlay', 'MediaRouter', 'NetworkTimeServiceQuerying', 'OptimizationHints'],
  ...['PaintHolding', 'PreconnectToSearch', 'ThirdPartyStoragePartitioning'],
]
const launchOptions = (path: string | undefined) => ({
  ...(path ? { executablePath: path } : {}),
  args: [
    ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
    `--disable-features=${leftOut.join()}`,
  ],
})
const inShell = { launchOptions: launchOptions(shell) }
const server = {
  command: 'node scripts/start.mjs',
  wait: { stdout: /Ready after/ },
  env: {
    PORT: port,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    ...channelEnvironment,
  },
  timeout: 600_000,
  stdout: 'pipe' as const,
  gracefulShutdown: { signal: 'SIGINT' as const, timeout: 20_000 },
}

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  snapshotPathTemplate: 'e2e/snapshots/{arg}{ext}',
  // Nothing is hurried: what is waited for comes on a busy machine too, only later.
  timeout: 480_000,
  expect: { timeout: 60_000 },
  // They share one service and wait for its blocks most of the time; more would only wait for one another on two cores.
  workers: 6,
  projects: [
    { name: 'telling', testMatch: telling, workers: 1 },
    // Of demo accounts 1 to 3.
    {
      name: 'trading',
      testIgnore: [...drawing, ...reading, ...telling, ...walking],
      workers: 1,
      use: inShell,
    },
    { name: 'walking', testMatch: walking, workers: 4, use: inShell },
    { name: 'reading', testMatch: reading, workers: 4, use: inShell },
    { name: 'drawing', testMatch: drawing, workers: 4 },
  ],
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  use: {
    baseURL: running ?? `http://localhost:${port}`,
    locale: 'en-GB',
    timezoneId: 'UTC',
    // Its requests reach no `page.route`. The tests of the worker allow it.
    serviceWorkers: 'block',
    // Without a GPU, drawing the frames of animations takes a sixth of all processor time. e2e/swap/phone.spec.ts has them.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    launchOptions: launchOptions(executablePath),
  },
  ...(running ? {} : { webServer: server }),
})
