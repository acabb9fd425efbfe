import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Targets } from '@/lib/channels/channel'
import { startLocalServer } from '@/lib/testing/local-server'

/** A message as a push service accepted it, and its text as the browser decrypts it. */
export type PushedMessage = {
  readonly path: string
  readonly headers: IncomingMessage['headers']
  /** Claims of the sender's JWT, its signature verified (RFC 8292). */
  readonly claims: Readonly<Record<string, unknown>>
  /** VAPID key of the sender, base64url. */
  readonly sender: string
  readonly bytes: number
  readonly text: string
}

/** A subscribed browser: its push service and its private keys. */
export type PushService = {
  readonly host: string
  readonly subscription: Targets['web_push']
  readonly messages: PushedMessage[]
  /** Answers of the next requests, 201 after them, and an action before each. */
  readonly answers: {
    readonly status: number
    readonly headers?: Record<string, string>
    readonly before?: () => Promise<unknown>
  }[]
  readonly close: () => Promise<void>
}

/** Starts a push service with one browser, by default on a free port. */
export async function startPushService(port = 0): Promise<PushService> {
  const browser = createECDH('prime256v1')
  const publicKey = browser.generateKeys()
  const auth = randomBytes(16)
  const messages: PushedMessage[] = []
  const answers: PushService['answers'] = []
  const { host, close } = await startLocalServer(async (request, response) => {
    const body = await readBody(request)
    const { claims, sender } = readVapid(request.headers.authorization ?? '')
    const text = decrypt(body, { secret: (key) => browser.computeSecret(key), publicKey, auth })
    const path = request.url ?? ''
    messages.push({ path, headers: request.headers, claims, sender, bytes: body.length, text })
    const { status, headers = {}, before } = answers.shift() ?? { status: 201 }
    await before?.()
    response.writeHead(status, headers).end()
  }, port)
  return {
    host,
    subscription: {
      endpoint: `http://${host}/push/abc`,
      keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') },
    },
    messages,
    answers,
    close,
  }
}

type Keys = {
  readonly secret: (publicKey: Buffer) => Buffer
  readonly publicKey: Buffer
  readonly auth: Buffer
}

/** Decrypts as browsers do: RFC 8188 (one aes128gcm record) with the keys of RFC 8291. */
function decrypt(body: Buffer, { secret, publicKey, auth }: Keys): string {
  const salt = body.subarray(0, 16)
  const recordBytes = body.readUInt32BE(16)
  const keyBytes = body.readUInt8(20)
  const senderKey = body.subarray(21, 21 + keyBytes)
  const record = body.subarray(21 + keyBytes)
  if (record.length > recordBytes) throw new Error('more than one record')
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, senderKey])
  const derive = (from: Buffer, withSalt: Buffer, about: Buffer | string, length: number) =>
    Buffer.from(hkdfSync('sha256', from, withSalt, about, length))
  const shared = derive(secret(senderKey), auth, info, 32)
  const key = derive(shared, salt, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = derive(shared, salt, 'Content-Encoding: nonce\0', 12)
  const cipher = createDecipheriv('aes-128-gcm', key, nonce)
  cipher.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([cipher.update(record.subarray(0, -16)), cipher.final()])
  // The padding is a delimiter byte 2 and zeros (RFC 8188, section 2).
  const end = padded.lastIndexOf(2)
  return padded.subarray(0, end).toString('utf8')
}

/** Parses `vapid t=<JWT>, k=<key>` and verifies the signature (RFC 8292). */
function readVapid(header: string) {
  const [, token = '', sender = ''] = /^vapid t=([^,]+), ?k=(\S+)$/.exec(header) ?? []
  const [head = '', body = '', signature = ''] = token.split('.')
  const point = Buffer.from(sender, 'base64url')
  const coordinate = (from: number) => point.subarray(from, from + 32).toString('base64url')
  const key = createPublicKey({
    format: 'jwk',
    key: { kty: 'EC', crv: 'P-256', x: coordinate(1), y: coordinate(33) },
  })
  const signed = Buffer.from(`${head}.${body}`)
  const proof = Buffer.from(signature, 'base64url')
  if (!verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, proof)) {
    throw new Error('the sender did not sign this message')
  }
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<string, unknown>
  return { claims, sender }
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
