import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { translatorOf } from '@/lib/testing/translator-of'
import { channelSayings, saidText } from './said-text'

const [english, german] = [translatorOf('notifications'), translatorOf('notifications', 'de')]

test('what the service says is told in the language of the reader, with its values', () => {
  expect(saidText(english, 'answered 500')).toBe('it answered 500')
  expect(saidText(german, 'answered 500')).toBe('die Antwort war 500')
  expect(saidText(german, 'not sent, the receiver was given up: did not answer')).toBe(
    'nicht gesendet, der Empfänger wurde aufgegeben: keine Antwort',
  )
  expect(saidText(german, 'there is no such mailbox, the mail server said 550 5.1.1')).toBe(
    'dieses Postfach gibt es nicht, der Mailserver meldet 550 5.1.1',
  )
})

test('what nobody has translated is told as the service says it', () => {
  expect(saidText(german, 'the moon is full')).toBe('the moon is full')
})

test.each(Object.values(channelSayings))(
  '“%s” is said by the service, and translated',
  (saying) => {
    const values = saying.replace(/\{\w+\}/g, '7')
    expect(saidText(german, values)).not.toBe(saidText(english, values))
    expect(partsOf(saying).filter((part) => !source.includes(part))).toEqual([])
  },
)

/** The service's messages by reason code; a message may be composed of several texts. */
const source = ['lib/channels', 'lib/api', 'lib/notifications']
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  )
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
  .map((path) => readFileSync(path, 'utf8'))
  .join('\n')

function partsOf(saying: string): string[] {
  return saying
    .replace(/^(url|address|label) /, '')
    .split(/\{\w+\}|, (?:try again )?|: |; /)
    .map((part) => part.trim())
    .filter(Boolean)
}
