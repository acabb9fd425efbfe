/** A server-sent event as a client reads it. */
export type ReadEvent = {
  readonly event: string
  readonly id: string | undefined
  readonly data: Awaited<ReturnType<Response['json']>>
}

/** An open event stream. */
export type EventReader = {
  readonly response: Response
  /** The next event, or undefined at the end of the stream. Rejects after four minutes without an event. */
  readonly next: () => Promise<ReadEvent | undefined>
  readonly close: () => void
}

/** Opens an event stream, resuming after the event `lastEventId` if given. */
export async function readEvents(url: string, lastEventId?: string): Promise<EventReader> {
  const leaving = new AbortController()
  const headers: Record<string, string> = lastEventId ? { 'last-event-id': lastEventId } : {}
  const response = await fetch(url, { headers, signal: leaving.signal })
  const events = parseEvents(response.body ?? new ReadableStream())
  return {
    response,
    next: async () => {
      const late = setTimeout(() => leaving.abort(new Error('no event in time')), 240_000)
      const { value } = await events.next().finally(() => clearTimeout(late))
      return value
    },
    close: () => leaving.abort(),
  }
}

async function* parseEvents(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<ReadEvent, undefined, undefined> {
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true })
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1]
      const data = field('data')
      if (data === undefined) continue
      yield { event: field('event') ?? 'message', id: field('id'), data: JSON.parse(data) }
    }
  }
}
