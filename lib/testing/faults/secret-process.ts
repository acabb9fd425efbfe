import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { nodeArgsOf } from '@/lib/testing/bundle-process'
import { type LocalServer, startLocalServer } from '@/lib/testing/local-server'

/** How the servers of an operator's settings fail; the first three quote the request's URL, headers and body. */
export const failures = [
  'JSON-RPC error',
  'HTTP 401',
  'text',
  'silence',
  'disconnection',
  'closed port',
] as const
type Failure = (typeof failures)[number]

/** Starts a server that fails in this way at every address. */
export async function startFailingServer(failure: Failure): Promise<LocalServer> {
  const server = await startLocalServer(async (request, response) => {
    const quoted = `${request.method} ${request.url} ${JSON.stringify(request.headers)}: ${await read(request)}`
    if (failure === 'silence') return
    if (failure === 'disconnection') return void response.socket?.destroy()
    if (failure === 'HTTP 401') return void response.writeHead(401).end(quoted)
    if (failure === 'text') return void response.end(quoted)
    const error = { code: -32_000, message: `refused: ${quoted}`, data: quoted }
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, error }))
  })
  if (failure === 'closed port') await server.close()
  return server
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

/** The environment of an operator, with a secret in everything that may hold one. */
export type SecretEnvironment = {
  readonly environment: Readonly<Record<string, string>>
  readonly secrets: readonly string[]
}

/** Returns an environment whose servers are all at `host`; the database at `databaseHost`, by default too. */
export function openSecretEnvironment(host: string, databaseHost = host): SecretEnvironment {
  const secrets: string[] = []
  const secret = (text: string) => {
    secrets.push(text)
    return text
  }
  const urlOf = (name: string) => {
    const [user, password] = [`${name}-us3r`, secret(`${name}-passw0rd`)]
    // As in the header of the request.
    secret(btoa(`${user}:${password}`))
    const path = secret(`${name}-k3y-in-path`)
    return `http://${user}:${password}@${host}/v3/${path}?apikey=${secret(`${name}-key-in-query`)}`
  }
  const withKey = (name: string) => `http://${host}/${secret(`${name}-k3y-in-path`)}`
  const hex = (digit: string) => secret(digit.repeat(64))
  return {
    secrets,
    environment: {
      SETTLE: 'on',
      RPC_URL_1: `${urlOf('node')},${urlOf('second')}`,
      RELAY_URL_1: urlOf('pages'),
      SUBMIT_URL_1: `private,${withKey('submit')}?auth=${secret('submit-key-in-query')}`,
      SOLVER_ENGINES: `one=${withKey('engine')}`,
      DATABASE_URL: `postgresql://owner:${secret('owner-passw0rd')}@${databaseHost}/coincide`,
      WEB_DATABASE_URL: `postgresql://web:${secret('web-passw0rd')}@${databaseHost}/coincide`,
      WORKER_DATABASE_URL: `postgresql://worker:${secret('worker-passw0rd')}@${databaseHost}/coincide`,
      OPERATOR_DATABASE_URL: `postgresql://operator:${secret('operator-passw0rd')}@${databaseHost}/coincide`,
      REDIS_URL: `redis://cache:${secret('cache-passw0rd')}@${host}`,
      SMTP_URL: `smtp://mailer:${secret('mailer-passw0rd')}@${host}`,
      MAIL_FROM: 'Coincide <no-reply@example.org>',
      SOLVER_PRIVATE_KEY: `0x${hex('7')}`,
      SOLVER_PRIVATE_KEY_1: `0x${hex('6')}`,
      DEPLOYER_PRIVATE_KEY: `0x${hex('8')}`,
      ENCRYPTION_KEY: hex('9'),
      NEXTAUTH_SECRET: secret('a-secret-that-signs-all-session-cookies'),
      CMS_API_KEY: secret('content-api-key'),
      TELEGRAM_BOT_TOKEN: secret('123456789:telegram-token'),
      TELEGRAM_URL: `http://${host}`,
      COINGECKO_API_KEY: secret('coingecko-key'),
      COINGECKO_URL: `http://${host}/coingecko`,
      MORALIS_API_KEY: secret('moralis-key'),
      MORALIS_URL: `http://${host}/moralis`,
      ETHPLORER_API_KEY: secret('ethplorer-key'),
      ETHPLORER_URL: `http://${host}/ethplorer`,
      GOLDRUSH_API_KEY: secret('goldrush-key'),
      GOLDRUSH_URL: `http://${host}/goldrush`,
      LOG_LEVEL: 'trace',
    },
  }
}

/** A process and everything that it has printed. */
export type PrintingProcess = {
  readonly printed: () => string
  /** Its exit code, once it has ended. */
  readonly ended: Promise<number | null>
  readonly stop: () => Promise<void>
}

/** Starts the bundle of a process's entry point; its environment has no other settings. */
export async function startPrinting(
  entryPoint: string,
  environment: Readonly<Record<string, string>>,
  args: readonly string[] = [],
): Promise<PrintingProcess> {
  const { PATH = '', HOME = '' } = process.env
  const child: ChildProcess = spawn(
    process.execPath,
    [...(await nodeArgsOf(entryPoint)), ...args],
    {
      env: { NODE_ENV: 'production', PATH, HOME, ...environment },
      stdio: ['pipe', 'pipe', 'pipe'],
    },
  )
  const chunks: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => chunks.push(String(chunk)))
  }
  const ended = once(child, 'close').then(([code]) => code as number | null)
  return {
    printed: () => chunks.join(''),
    ended,
    stop: async () => {
      child.kill('SIGTERM')
      await Promise.race([ended, delay(10_000).then(() => child.kill('SIGKILL'))])
      await ended
    },
  }
}
