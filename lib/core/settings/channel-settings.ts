import { type Hex, parseHex } from '@/lib/core/bytes'

/** The servers that channels send through; undefined: the channel is not offered. */
export type ChannelSettings = {
  readonly telegram: { readonly token: string; readonly url: string } | undefined
  /** VAPID keys as base64url, and the operator's contact address for push services (RFC 8292). */
  readonly webPush:
    | { readonly publicKey: string; readonly privateKey: string; readonly subject: string }
    | undefined
  readonly mail: { readonly smtpUrl: string; readonly from: string } | undefined
  /** Hosts (`name:port`) that webhooks may reach although they are private. */
  readonly privateWebhookHosts: readonly string[]
}

type ChannelVariables = {
  readonly telegramToken: string | undefined
  readonly telegramUrl: string
  readonly vapidPublicKey: string | undefined
  readonly vapidPrivateKey: string | undefined
  readonly vapidSubject: string | undefined
  readonly smtpUrl: string | undefined
  readonly mailFrom: string | undefined
  readonly privateWebhookHosts: string | undefined
}

/**
 * Parses the channel variables.
 *
 * @throws {Error} when a channel is configured only in part or a value is malformed.
 */
export function parseChannels(env: ChannelVariables): ChannelSettings {
  return {
    telegram:
      env.telegramToken === undefined
        ? undefined
        : { token: parseToken(env.telegramToken), url: env.telegramUrl },
    webPush: parseWebPush(env),
    mail: parseMail(env),
    privateWebhookHosts: (env.privateWebhookHosts ?? '')
      .split(',')
      .map((host) => host.trim().toLowerCase())
      .filter((host) => host !== ''),
  }
}

/**
 * Parses the comma-separated keys of `ENCRYPTION_KEY`.
 *
 * @throws {Error} when one is not 32 bytes of hex.
 */
export function parseEncryptionKeys(text: string | undefined): readonly Hex[] {
  if (text === undefined) return []
  return text.split(',').map((part) => {
    const digits = part.trim().replace(/^0x/, '')
    const key = parseHex(`0x${digits}`, 32)
    if (key) return key
    throw new Error('ENCRYPTION_KEY: must be 32 bytes of hex, or several by commas')
  })
}

/** The token becomes part of a URL path, so a typo must not address another path. */
function parseToken(text: string): string {
  if (/^[0-9]+:[A-Za-z0-9_-]+$/.test(text)) return text
  throw new Error('TELEGRAM_BOT_TOKEN: must be the token that BotFather gave, as 123456:ABC-DEF')
}

function parseWebPush({ vapidPublicKey, vapidPrivateKey, vapidSubject }: ChannelVariables) {
  if (vapidPublicKey === undefined && vapidPrivateKey === undefined) return undefined
  if (vapidPublicKey === undefined || vapidPrivateKey === undefined) {
    throw new Error('VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY: one is not enough')
  }
  const subject = vapidSubject ?? ''
  if (!/^(mailto:.+@.+|https:\/\/.+)$/.test(subject)) {
    throw new Error('VAPID_SUBJECT: must be a mailto: or https: address of the operator')
  }
  return { publicKey: vapidPublicKey, privateKey: vapidPrivateKey, subject }
}

function parseMail({ smtpUrl, mailFrom }: ChannelVariables) {
  if (smtpUrl === undefined) return undefined
  if (!/^smtps?:\/\/\S+$/.test(smtpUrl) || !URL.canParse(smtpUrl)) {
    throw new Error('SMTP_URL: must be as smtps://user:password@host:465')
  }
  if (
    mailFrom === undefined ||
    !/^[^\r\n]*[^\s@]+@[^\s@]+$|^[^\r\n<>]*<[^\s@]+@[^\s@]+>$/.test(mailFrom)
  ) {
    throw new Error(
      'MAIL_FROM: must be the address that mail comes from, as Coincide <no-reply@example.org>',
    )
  }
  return { smtpUrl, from: mailFrom }
}
