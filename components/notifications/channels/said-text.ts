import { matchMessage } from '@/lib/client/i18n/match-message'
import type { Translator } from '@/lib/client/i18n/translator'

/** The service's messages about failing channels and refused requests; `why` is another of these. */
export const channelSayings = {
  noAnswer: 'did not answer',
  redirects: 'answered {status}, and redirects are not followed',
  answered: 'answered {status}',
  broke: 'the service could not send it',
  slow: 'no answer within a minute',
  off: '{what} is switched off on this service',
  allOff: 'channels are switched off on this service',
  mailLogin: 'the mail server does not let this service in',
  mailUnreached: 'the mail server cannot be reached',
  mailSaid: 'the mail server said {status}',
  noMailbox: 'there is no such mailbox, {why}',
  unknownMailbox: 'there is no such mailbox',
  mailNotTaken: 'not taken, {why}',
  mailRefused: 'the mail server did not take the mail',
  unsubscribed: 'the reader of the mails has unsubscribed',
  telegramUnreached: 'Telegram cannot be reached',
  telegramWait: 'Telegram asks to wait for {seconds} s',
  telegramFull: 'Telegram takes no more messages now',
  telegramBlocked: 'the chat has blocked the bot',
  telegramRefused: 'Telegram does not take the message',
  telegramBot: 'Telegram does not know the bot of this service',
  telegramAnswered: 'Telegram answered {status}',
  pushUnreached: 'the push service of the browser did not answer',
  pushAnswered: 'the push service answered {status}',
  pushRefused: 'the push service does not take the message',
  pushGone: 'the browser no longer wants notifications',
  pushKeys: 'the keys of the browser do not hold',
  fiveDays: 'every attempt of five days failed: {why}',
  receiverGivenUp: 'not sent, the receiver was given up: {why}',
  takenBack: 'not sent, it was taken back before',
  tooLong: 'url must have {most} characters at most',
  notHttpsHere:
    'url must be an https address, unless WEBHOOK_ALLOWED_HOSTS names its host and port',
  notHttps: 'url must be an https address',
  otherPort: 'url must have no port but 443, unless WEBHOOK_ALLOWED_HOSTS names its host and port',
  password: 'url must not hold a name or password',
  unknownHost: 'url cannot be sent to: its host was not found on the public Internet',
  noAddress: 'address must be a mail address',
  unreadable: 'label must have letters that can be read',
  known: 'the account has this channel already',
  full: 'an account has {most} channels at most, remove one first',
  gone: 'the account has no such channel',
  noDelivery: 'the account has no such delivery',
  notAgreed: 'the receiver has not agreed yet',
  oneTry: 'one test or retry in ten seconds, try again in a moment',
  taken: 'what it tells was taken back since',
  wasGivenUp: 'the channel was given up, switch it on first',
  isOff: 'the channel is switched off, switch it on first',
  forgotten: 'the browser is gone, add it again first',
  notFailed: 'only a delivery that has failed is sent again',
  mailsOfYours: 'you had this address sent three confirmation mails today, try again tomorrow',
  mailsByYou: 'you had ten confirmation mails sent today, try again tomorrow',
  mailsOfAddress: 'this address was sent ten confirmation mails today, try again tomorrow',
  mailsOfAll: 'this service has sent many confirmation mails, try again within the hour',
  oldLink: 'this link is too old or was replaced; ask for another one under Notifications',
  otherLink: 'this is no link of a mail of ours',
} as const

/** Translates the service's message about a channel, for the middle of a sentence; unknown ones stay as they are. */
export function saidText(t: Translator<'notifications'>, text: string): string {
  const saying = matchMessage(channelSayings, text)
  if (!saying) return text
  const { why, ...values } = saying.values
  return t(`said.${saying.name}`, why === undefined ? values : { ...values, why: saidText(t, why) })
}
