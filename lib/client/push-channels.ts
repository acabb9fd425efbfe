import { keptText } from './stored-text'
import { disablePush } from './web-push'

const kept = keptText('coincide.push-channels')

/** Remembers that a channel of an account pushes to this browser, so that removing it is noticed here. */
export function rememberPushChannel(id: string): void {
  write([...read().filter((known) => known !== id), id])
}

/**
 * Has this browser take no more notifications once the last channel is removed that pushes to it. Nothing happens
 * for channels that push to another browser, or to none.
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
