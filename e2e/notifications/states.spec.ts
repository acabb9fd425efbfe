import { expect, type Page, test } from '@playwright/test'
import { generatePrivateKey } from 'viem/accounts'
import { connectWallet, signIn } from '@/e2e/support/connect-wallet'
import { injectWallet } from '@/e2e/support/injected-wallet'
import { fetchSettings } from '@/e2e/support/service-api'

const sepolia = 11_155_111

test('shows the inbox without sign-in and reports a declined sign-in', async ({
  page,
  baseURL,
}) => {
  const { networks } = await fetchSettings(baseURL ?? '')
  const rpcUrl = networks.find(({ chainId }) => chainId === sepolia)?.rpcUrl ?? ''
  const wallet = await injectWallet(page, {
    privateKey: generatePrivateKey(),
    networks: [{ chainId: sepolia, rpcUrl }],
    chainId: sepolia,
  })
  await page.goto('/notifications?chain=sepolia')
  await connectWallet(page, 'Test wallet')
  await expect(page.getByText('All caught up')).toBeVisible()
  await expect(page.getByText('Sign in to sync read status')).toBeVisible()
  expect(wallet.calls).not.toContain('personal_sign')

  wallet.declineNext('personal_sign')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('You declined the request')).toBeVisible()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('button', { name: 'Sign out', exact: true })).toBeVisible()
  await expect(page.getByText('Sign in to sync read status')).toBeHidden()

  await page.reload()
  await expect(page.getByRole('button', { name: 'Sign out', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(page.getByText('Sign in to sync read status')).toBeVisible()

  // A link to #channels also works on the page itself.
  await page.goto('/notifications?chain=sepolia#channels')
  await expect(page.getByRole('tab', { name: 'Channels', selected: true })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('tab', { name: 'Inbox', selected: true })).toBeVisible()
})

test('switches between two signed-in accounts and signs out one at a time', {
  tag: '@long',
}, async ({ page }) => {
  await signIn(page, 'Demo account 8')
  await page.getByRole('button', { name: /^Account 0x/ }).click()
  await page.getByRole('button', { name: 'Switch account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Connect a wallet' })
  await dialog.getByRole('button', { name: 'Demo account 9' }).click()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('button', { name: 'Sign out', exact: true })).toBeVisible()
  const choice = page.getByRole('group', { name: 'Account' }).getByRole('button')
  await expect(choice).toHaveCount(2)
  await choice.nth(1).click()
  await expect(choice.nth(1)).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(choice).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Sign out', exact: true })).toBeVisible()
})

test('signing out in one tab keeps the account signed in in another', { tag: '@long' }, async ({
  page,
  context,
}) => {
  await signIn(page, 'Demo account 8')
  const second = await context.newPage()
  await second.goto('/notifications?chain=mainnet')
  await second.getByRole('button', { name: /^Account 0x/ }).click()
  await second.getByRole('button', { name: 'Switch account' }).click()
  const dialog = second.getByRole('dialog', { name: 'Connect a wallet' })
  await dialog.getByRole('button', { name: 'Demo account 9' }).click()
  await second.getByRole('button', { name: 'Sign in' }).click()
  await expect(second.getByRole('button', { name: 'Sign out everywhere' })).toBeVisible()

  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await second.reload()
  await expect(second.getByRole('button', { name: 'Sign out', exact: true })).toBeVisible()
  await expect(second.getByRole('button', { name: 'Sign out everywhere' })).toBeHidden()
})

test('distinguishes disabled notifications from a failing service', { tag: '@long' }, async ({
  page,
}) => {
  const status = { now: 503 }
  await page.route('**/accounts/*/notifications*', (route) =>
    route.fulfill({ status: status.now, json: { message: 'service unavailable' } }),
  )
  await page.goto('/notifications?chain=mainnet')
  await connectWallet(page, 'Demo account 9')
  await expect(page.getByText('Notifications are turned off on this service')).toBeVisible()
  status.now = 404
  await page.reload()
  await expect(page.getByText('Could not load the inbox')).toBeVisible()
  await page.unroute('**/accounts/*/notifications*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Could not load the inbox')).toBeHidden()
})

test('shows announcements first and as plain text, and keeps them dismissed', {
  tag: '@long',
}, async ({ page }) => {
  const dismissed: unknown[] = []
  const announcement = {
    id: '0b3f9a52-7c1e-4f66-9d0a-51c2f4a7e810',
    title: 'Maintenance <b>tonight</b>',
    message: 'From 22:00.\nOrders stay open.',
    url: 'https://status.example.org/plan',
    publishedAt: '2026-11-21T09:30:00.000Z',
    endsAt: null,
  }
  await page.route('**/api/account/inbox?*', async (route) => {
    const answer = await route.fetch()
    const isRead = dismissed.length > 0
    const body = { ...(await answer.json()), announcements: [{ ...announcement, isRead }] }
    await route.fulfill({ response: answer, json: body })
  })
  await page.route('**/api/account/inbox/read*', (route) => {
    dismissed.push(route.request().postDataJSON())
    return route.fulfill({ json: { unread: 0, more: false, undo: null } })
  })
  await signIn(page, 'Demo account 9')
  const notice = page.getByRole('article', { name: announcement.title })
  await expect(notice).toContainText('Maintenance <b>tonight</b>')
  await expect(notice.getByRole('link')).toHaveAttribute('rel', 'noreferrer')
  await notice.getByRole('button', { name: 'Dismiss' }).click()
  await expect(notice).toBeHidden()
  await expect.poll(() => dismissed).toEqual([{ announcementIds: [announcement.id] }])
  await page.reload()
  await expect(page.getByRole('tab', { name: 'Inbox' })).toBeVisible()
  await expect(notice).toBeHidden()
  // A request may still be in flight.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('shows announcements without a dismiss button before sign-in', { tag: '@long' }, async ({
  page,
}) => {
  const announcement = {
    id: '0b3f9a52-7c1e-4f66-9d0a-51c2f4a7e810',
    title: 'Maintenance tonight',
    message: 'From 22:00.',
    url: '/orders',
    publishedAt: '2026-11-21T09:30:00.000Z',
    endsAt: null,
  }
  await page.route('**/api/announcements', async (route) => {
    const answer = await route.fetch()
    expect(await answer.json()).toEqual([])
    await route.fulfill({ response: answer, json: [announcement] })
  })
  await page.goto('/notifications?chain=mainnet')
  const notice = page.getByRole('article', { name: announcement.title })
  await expect(notice).toContainText('From 22:00.')
  await connectWallet(page, 'Demo account 9')
  await expect(page.getByText('Sign in to sync read status')).toBeVisible()
  await expect(notice.getByRole('link')).toHaveAttribute('href', '/orders')
  await expect(notice.getByRole('button')).toHaveCount(0)
})

test('explains how to allow notifications if the browser blocks them', { tag: '@long' }, async ({
  page,
}) => {
  await signIn(page, 'Demo account 9')
  await page.getByRole('tab', { name: 'Channels' }).click()
  await page.getByRole('button', { name: 'Add Browser' }).click()
  await page.getByRole('button', { name: 'Ask for permission' }).click()
  await expect(page.getByText('Your browser blocks notifications from this page')).toBeVisible()
})

test('the tabs of a browser share one event stream, which another tab takes over when one closes', {
  tag: '@long',
}, async ({ page, context }) => {
  const streams: string[] = []
  const listen = (tab: Page) =>
    tab.on('request', (request) => {
      if (request.resourceType() === 'eventsource') streams.push(tab === page ? 'first' : 'second')
    })
  listen(page)
  await page.goto('/notifications?chain=mainnet')
  await connectWallet(page, 'Demo account 9')
  await expect.poll(() => streams).toEqual(['first'])
  const second = await context.newPage()
  listen(second)
  await second.goto('/notifications?chain=mainnet')
  await expect(second.getByRole('tab', { name: 'Inbox' })).toBeVisible()
  expect(streams).toEqual(['first'])
  await page.close()
  await expect.poll(() => streams).toEqual(['first', 'second'])
})

test('mail links act only after confirmation', async ({ page }) => {
  await page.goto('/notifications/confirm')
  await expect(page.getByText('This link is incomplete')).toBeVisible()
  for (const [path, button] of [
    ['confirm', 'Yes, send them'],
    ['unsubscribe', 'Unsubscribe'],
  ] as const) {
    const requests: string[] = []
    page.on('request', (request) => requests.push(`${request.method()} ${request.url()}`))
    await page.goto(`/notifications/${path}?token=made-up`)
    await expect(page.getByRole('button', { name: button })).toBeVisible()
    expect(requests.filter((each) => each.startsWith('POST'))).toEqual([])
    await page.getByRole('button', { name: button }).click()
    await expect(page.getByText('This link does not work')).toBeVisible()
  }
})
