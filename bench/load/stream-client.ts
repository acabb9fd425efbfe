import { connect, Socket } from 'node:net'

/** Work of the process that holds streams open; `group` names streams opened together. */
export type StreamTask =
  | {
      readonly kind: 'open'
      readonly group: string
      readonly port: number
      readonly path: string
      readonly count: number
    }
  /** Waits until each stream of the group has received `events` more events. */
  | { readonly kind: 'await'; readonly group: string; readonly events: number }
  /** Cuts each stream once within `ms`, at a random time, and resumes it from its last event id. */
  | { readonly kind: 'cut'; readonly group: string; readonly ms: number }
  /** Compares each stream's events with these notification ids. */
  | { readonly kind: 'compare'; readonly group: string; readonly ids: readonly string[] }
  | { readonly kind: 'close'; readonly group: string }

/** Milliseconds from sending to arrival, over all streams; or the lost and repeated events. */
export type StreamResult = {
  readonly delays: readonly number[]
  readonly lost: number
  readonly repeated: number
}

type Stream = { socket: Socket; id: string; rest: string; events: number; readonly got: string[] }

type Group = {
  readonly port: number
  readonly path: string
  readonly streams: Stream[]
  delays: number[]
  wanted: number
  onEvent: () => void
}

/** Streams per client address, within the limit of the service; loopback has many addresses. */
const streamsPerAddress = 45
const groups = new Map<string, Group>()
const none: StreamResult = { delays: [], lost: 0, repeated: 0 }

process.send?.('ready')
process.on('message', (task: StreamTask) => {
  run(task).then(
    (result) => process.send?.({ result }),
    (error) => process.send?.({ error: String(error?.stack ?? error) }),
  )
})

async function run(task: StreamTask): Promise<StreamResult> {
  if (task.kind === 'open') return open(task)
  const group = groups.get(task.group)
  if (!group) throw new Error(`no streams ${task.group}`)
  if (task.kind === 'await') {
    group.wanted += task.events
    await gotAll(group, group.wanted)
    const delays = group.delays
    group.delays = []
    return { ...none, delays }
  }
  if (task.kind === 'cut') return cut(group, task.ms)
  if (task.kind === 'compare') return compare(group, task.ids)
  for (const { socket } of group.streams) socket.destroy()
  groups.delete(task.group)
  return none
}

async function open(task: Extract<StreamTask, { kind: 'open' }>): Promise<StreamResult> {
  const { port, path } = task
  const group: Group = { port, path, streams: [], delays: [], wanted: 1, onEvent: () => undefined }
  groups.set(task.group, group)
  for (let index = 0; index < task.count; index++) {
    const stream: Stream = { socket: new Socket(), id: '', rest: '', events: 0, got: [] }
    group.streams.push(stream)
    ask(group, stream, index)
    if (index % 50 === 49) await new Promise((resolve) => setTimeout(resolve, 20))
  }
  await gotAll(group, 1)
  group.delays = []
  return none
}

function ask(group: Group, stream: Stream, index: number): void {
  const localAddress = `127.0.1.${1 + Math.floor(index / streamsPerAddress)}`
  const socket = connect({ port: group.port, host: '127.0.0.1', localAddress })
  const resume = stream.id === '' ? '' : `Last-Event-ID: ${stream.id}\r\n`
  socket.write(`GET ${group.path} HTTP/1.1\r\nHost: bench\r\n${resume}\r\n`)
  stream.socket = socket
  stream.rest = ''
  socket.on('data', (chunk) => read(group, stream, chunk.toString('latin1')))
  socket.on('error', () => undefined)
}

function read(group: Group, stream: Stream, text: string): void {
  const blocks = (stream.rest + text).split('\n\n')
  stream.rest = blocks.pop() ?? ''
  const now = Date.now()
  for (const block of blocks) {
    const data = block.indexOf('data: ')
    if (data < 0) continue
    const id = /^id: (.*)$/m.exec(block)?.[1]
    if (id !== undefined) stream.id = id
    const at = /"at":(\d+)/.exec(block)?.[1]
    if (at) group.delays.push(now - Number(at))
    if (block.includes('event: notification'))
      stream.got.push(/"id":"([^"]*)"/.exec(block)?.[1] ?? '')
    stream.events += 1
    group.onEvent()
  }
}

function gotAll(group: Group, events: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => {
      const behind = group.streams.filter((stream) => stream.events < events).length
      reject(new Error(`${behind} of ${group.streams.length} streams wait for event ${events}`))
    }, 60_000)
    let ahead = 0
    const check = () => {
      while (ahead < group.streams.length && (group.streams[ahead]?.events ?? 0) >= events)
        ahead += 1
      if (ahead < group.streams.length) return
      clearTimeout(late)
      group.onEvent = () => undefined
      resolve()
    }
    group.onEvent = check
    check()
  })
}

async function cut(group: Group, ms: number): Promise<StreamResult> {
  const cuts = group.streams.map(async (stream, index) => {
    await new Promise((resolve) => setTimeout(resolve, Math.random() * ms))
    stream.socket.destroy()
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 500))
    ask(group, stream, index)
  })
  await Promise.all(cuts)
  return none
}

async function compare(group: Group, ids: readonly string[]): Promise<StreamResult> {
  const lost = () =>
    group.streams.reduce((sum, { got }) => {
      const known = new Set(got)
      return sum + ids.filter((id) => !known.has(id)).length
    }, 0)
  for (let tries = 0; tries < 20 && lost() > 0; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  const repeated = group.streams.reduce((sum, { got }) => sum + got.length - new Set(got).size, 0)
  return { delays: [], lost: lost(), repeated }
}
