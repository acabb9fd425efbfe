import { expect, type Page, test } from '@playwright/test'
import { deliveriesOf, openChannels, sendTest, trade } from '@/e2e/support/channels'
import { channelPorts } from '@/e2e/support/service-environment'
import {
  type MailServer,
  type ReadMail,
  readMail,
  startMailServer,
} from '@/lib/testing/channels/mail-server'

let server: MailServer
test.beforeAll(async () => {
  server = await startMailServer(channelPorts.mail)
})
test.afterAll(() => server.close())

/** A new mailbox per run: confirmation mails are rate-limited per address. */
const newMailbox = () => `anna.${Date.now()}@example.org`
const mailsTo = (address: string): ReadMail[] =>
  server.mails.filter(({ to }) => to === address).map(({ raw }) => readMail(raw))
const textOf = (mail: ReadMail | undefined) => mail?.parts.get('text/plain') ?? ''

/** Returns path and query of a mail's first link to `page`; the host is that of the service. */
function linkTo(page: 'confirm' | 'unsubscribe', mail: ReadMail | undefined): string {
  const [found = ''] =
    new RegExp(`https?://\\S+/notifications/${page}\\?token=[\\w.-]+`).exec(textOf(mail)) ?? []
  const { pathname, search } = new URL(found)
  return pathname + search
}

/** Confirms the subscription through the link of the confirmation mail. */
async function confirm(reader: Page, mail: ReadMail | undefined): Promise<void> {
  await reader.goto(linkTo('confirm', mail))
  await reader.getByRole('button', { name: 'Yes, send them' }).click()
  await expect(reader.getByRole('heading', { name: 'Confirmed', exact: true })).toBeVisible()
}

test('sends mail only between confirmation and unsubscription', async ({
  page,
  context,
  baseURL,
}) => {
  const address = newMailbox()
  await openChannels(page, 'Demo account 7')
  await page.getByRole('button', { name: 'Add Email' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send by email' })
  await dialog.getByLabel('Email address').fill(address)
  await dialog.getByRole('button', { name: 'Send confirmation email' }).click()
  await expect(dialog.getByText('Waiting for confirmation')).toBeVisible()
  expect(mailsTo(address)).toHaveLength(1)

  const reader = await context.newPage()
  await confirm(reader, mailsTo(address)[0])
  await expect(dialog.getByText('Confirmed.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).last().click()

  const card = page.getByRole('listitem', { name: 'Email a…@example.org' })
  await sendTest(card)
  const uid = await trade(baseURL ?? '', 6)
  await expect(deliveriesOf(page).getByText('Sent', { exact: true }).first()).toBeVisible()
  await expect.poll(() => mailsTo(address).map(textOf).join()).toContain(uid)
  const mail = mailsTo(address).at(-1)
  expect(mail?.headers.get('list-unsubscribe-post')).toEqual(['List-Unsubscribe=One-Click'])

  await reader.goto(linkTo('unsubscribe', mail))
  await reader.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(reader.getByRole('heading', { name: 'Unsubscribed' })).toBeVisible()
  await expect(card.getByText('Waiting for confirmation')).toBeVisible()
  await expect(card.getByRole('button', { name: 'Send a test' })).toBeHidden()
  const before = server.mails.length
  await trade(baseURL ?? '', 6)
  await expect(
    page.getByRole('region', { name: /^Messages/ }).getByText('Filled', { exact: true }),
  ).toBeVisible()
  expect(server.mails).toHaveLength(before)
})

test('saves quiet hours and digests and sends deferred messages once both are off', {
  tag: '@long',
}, async ({ page, context, baseURL }) => {
  const address = newMailbox()
  await openChannels(page, 'Demo account 7')
  await page.getByRole('button', { name: 'Add Email' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send by email' })
  await dialog.getByLabel('Email address').fill(address)
  await dialog.getByRole('button', { name: 'Send confirmation email' }).click()
  await expect(dialog.getByText('Waiting for confirmation')).toBeVisible()
  await confirm(await context.newPage(), mailsTo(address)[0])
  await page.keyboard.press('Escape')

  const card = page.getByRole('listitem', { name: /^Email/ })
  await card.getByText('Settings').click()
  await card.getByLabel('Name').fill('Office')
  await card.getByRole('button', { name: 'Together, daily at 9:00' }).click()
  await card.getByRole('switch', { name: 'Quiet hours' }).click()
  await card.getByLabel('From').fill('21:30')
  await card.getByLabel('To', { exact: true }).fill('06:15')
  await card.getByLabel('Time zone').selectOption('Europe/Vienna')
  await card.getByRole('checkbox', { name: 'Surplus' }).click()
  await card.getByRole('button', { name: 'Save' }).click()
  await expect(card.getByText('Saved.')).toBeVisible()

  await page.reload()
  await expect(card).toHaveAccessibleName('Email Office')
  await card.getByText('Settings').click()
  await expect(card.getByRole('button', { name: 'Together, daily at 9:00' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await expect(card.getByLabel('From')).toHaveValue('21:30')
  await expect(card.getByLabel('To', { exact: true })).toHaveValue('06:15')
  await expect(card.getByLabel('Time zone')).toHaveValue('Europe/Vienna')
  await expect(card.getByRole('checkbox', { name: 'Surplus' })).not.toBeChecked()

  const before = mailsTo(address).length
  await trade(baseURL ?? '', 6)
  const rows = deliveriesOf(page).getByRole('listitem')
  await expect(rows.filter({ hasText: 'Waiting' })).toContainText(/Order filled.*Due .*:/)
  expect(mailsTo(address)).toHaveLength(before)
  await card.getByRole('button', { name: 'Each right away' }).click()
  await card.getByRole('switch', { name: 'Quiet hours' }).click()
  await card.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => mailsTo(address).length).toBe(before + 1)
})

test('reports a mail server that does not respond', { tag: '@long' }, async ({ page }) => {
  await openChannels(page, 'Demo account 7')
  server.refuse = { from: 'cut' }
  await page.getByRole('button', { name: 'Add Email' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send by email' })
  await dialog.getByLabel('Email address').fill(newMailbox())
  await dialog.getByRole('button', { name: 'Send confirmation email' }).click()
  await expect(dialog.getByText('Something went wrong. Try again.')).toBeVisible()
  server.refuse = {}
  await dialog.getByRole('button', { name: 'Send confirmation email' }).click()
  await expect(dialog.getByText('Waiting for confirmation')).toBeVisible()
})
