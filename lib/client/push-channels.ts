import { keptText } from './stored-text'
import { disablePush } from './web-push'

const kept = keptText('coincide.push-channels')

/** Records that an account's channel pushes to this browser, so that its removal ends the subscription. */
export function rememberPushChannel(id: string): void {
  write([...read().filter((known) => known !== id), id])
}

/**
 * Cancels this browser's push subscription once the last channel that uses it is removed. Does nothing for channels of
 * other browsers.
 */
export async function forgetPushChannel(id: string): Promise<void> {
  const known = read()
  if (!known.includes(id)) return
  const rest = known.filter((other) => other !== id)
  write(rest)
  if (rest.length === 0) await disablePush()
}

function read(): readonly string[] {
  return (kept.read() ?? '').split(',').filter((id) => id !== '')
}

function write(ids: readonly string[]): void {
  kept.write(ids.join(','))
}
