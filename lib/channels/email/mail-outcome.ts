import type { Outcome } from '@/lib/channels/channel'

/** The error object of nodemailer. */
type MailError = {
  readonly code?: unknown
  readonly responseCode?: unknown
  readonly response?: unknown
  /** The SMTP command that failed. */
  readonly command?: unknown
}

/**
 * Maps a mail server error to an outcome: only a missing mailbox (RFC 3463, such as 5.1.1) ends its subscription. The
 * server's text is not shown, since it may reveal our account there.
 */
export function mailOutcome(error: unknown): Exclude<Outcome, { kind: 'sent' | 'later' }> {
  const { code, responseCode, response, command } = error as MailError
  if (code === 'EAUTH') {
    return { kind: 'failed', error: { code: 'mailLoginRefused' } }
  }
  const status = typeof responseCode === 'number' ? responseCode : 0
  const detail = /\b([45]\.\d{1,3}\.\d{1,3})\b/.exec(String(response ?? ''))?.[1] ?? ''
  const reply = [status, detail].filter(Boolean).join(' ')
  // Errors of other commands concern our session and may be transient.
  const isAboutMail = command === 'RCPT TO' || command === 'DATA'
  if (isAboutMail && /^5\.(?:1\.(?:[1236]|10)|2\.1)$/.test(detail)) {
    return { kind: 'gone', error: { code: 'noMailbox', reply } }
  }
  if (isAboutMail && status >= 500)
    return { kind: 'refused', error: { code: 'mailRefused', reply } }
  if (status >= 400) return { kind: 'failed', error: { code: 'mailServerReplied', reply } }
  return { kind: 'failed', error: { code: 'mailServerUnreachable' } }
}
