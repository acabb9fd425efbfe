import { describe, expect, test } from 'vitest'
import { serviceUrl, webEnvironment, workerEnvironment } from './services'
import { readSettings } from './settings'

describe('the settings of npm start', () => {
  test('are local and embedded by default', () => {
    expect(readSettings([], {})).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      isDev: false,
      isReset: false,
      databaseUrl: undefined,
      embeddedChainIds: [1, 100, 11155111],
    })
  })

  test('embed no network if the operator configures one, unless requested', () => {
    const rpc = { RPC_URL_100: 'http://b' }
    expect(readSettings([], rpc).embeddedChainIds).toEqual([])
    const both = { ...rpc, EMBEDDED_NETWORKS: 'sepolia, gnosis,1' }
    expect(readSettings([], both)).toMatchObject({
      embeddedChainIds: [11155111, 1],
      externalChainIds: [100],
    })
  })

  test.each([
    [['--fast'], {}, /--fast/],
    [[], { PORT: '70000' }, /PORT is "70000"/],
    [[], { PORT: '3000x' }, /PORT/],
    [[], { EMBEDDED_NETWORKS: 'moon' }, /"moon"; known are mainnet/],
    [[], { DATABASE_URL: 'localhost/coincide' }, /DATABASE_URL must be of the form postgresql:/],
  ])('reject %j %j', (args, environment, message) => {
    expect(() => readSettings(args, environment)).toThrow(message)
  })
})

describe('the service processes', () => {
  const settings = readSettings([], {})
  const facts = {
    databaseUrls: {
      owner: 'postgresql://x',
      web: 'postgresql://web@x',
      worker: 'postgresql://w@x',
    },
    rpcUrls: new Map([[1, 'http://chain']]),
    cmsApiKey: 'cms',
    encryptionKey: 'ab'.repeat(32),
    webPassword: 'w',
    workerPassword: 'k',
    vapidPublicKey: 'public',
    vapidPrivateKey: 'private',
    sessionSecret: 'session',
    solverKey: '0x01',
  }

  test('keep the key that signs settlements to the worker', () => {
    const operator = { SOLVER_PRIVATE_KEY: '0x02' }
    const web = webEnvironment(settings, facts, operator)
    expect(web).toMatchObject({ RPC_URL_1: 'http://chain', EMBEDDED_CHAIN_IDS: '1' })
    expect('SOLVER_PRIVATE_KEY' in web && web.SOLVER_PRIVATE_KEY === undefined).toBe(true)
    expect(workerEnvironment(web, facts, operator).SOLVER_PRIVATE_KEY).toBe('0x02')
    expect(workerEnvironment(web, facts, {}).SOLVER_PRIVATE_KEY).toBe('0x01')
  })

  test('keep the keys of single networks to the worker, and the embedded key as their default', () => {
    const operator = { SOLVER_PRIVATE_KEY_100: '0x02', SOLVER_PRIVATE_KEY_8453: '' }
    const web = webEnvironment(settings, facts, operator)
    expect(web).toMatchObject({ SOLVER_PRIVATE_KEY: undefined, SOLVER_PRIVATE_KEY_100: undefined })
    expect(workerEnvironment(web, facts, operator)).toMatchObject({
      SOLVER_PRIVATE_KEY: '0x01',
      SOLVER_PRIVATE_KEY_100: '0x02',
    })
  })

  test('leave the key in a remote signer, which the worker alone knows', () => {
    const operator = { SOLVER_ADDRESS: '0x03', SIGNER_URL_1: 'http://signer', SIGNER_URL_100: '' }
    const web = webEnvironment(settings, facts, operator)
    expect(web).toMatchObject({ SOLVER_ADDRESS: undefined, SIGNER_URL_1: undefined })
    const worker = workerEnvironment(web, facts, operator)
    expect(worker).toMatchObject({ SOLVER_ADDRESS: '0x03', SIGNER_URL_1: 'http://signer' })
    expect(worker.SOLVER_PRIVATE_KEY).toBeUndefined()
    const one = { SOLVER_ADDRESS_1: '0x03', SIGNER_URL_1: 'http://signer' }
    const withOne = webEnvironment(settings, facts, one)
    expect(withOne).toMatchObject({ SOLVER_ADDRESS_1: undefined, SIGNER_URL_1: undefined })
    expect(workerEnvironment(withOne, facts, one)).toMatchObject({
      ...one,
      SOLVER_PRIVATE_KEY: undefined,
    })
  })

  test('log in to the database with their own rights', () => {
    const web = webEnvironment(settings, facts, {})
    expect(web.DATABASE_URL).toBe(facts.databaseUrls.web)
    expect(workerEnvironment(web, facts, {}).DATABASE_URL).toBe(facts.databaseUrls.worker)
  })

  test("prefer the operator's secrets to generated ones", () => {
    expect(webEnvironment(settings, facts, {}).CMS_API_KEY).toBe('cms')
    expect(webEnvironment(settings, facts, { CMS_API_KEY: 'mine' }).CMS_API_KEY).toBe('mine')
  })

  test.each([
    ['127.0.0.1', 'http://localhost:80'],
    ['0.0.0.0', 'http://localhost:80'],
    ['10.0.0.7', 'http://10.0.0.7:80'],
    ['fd00::1', 'http://[fd00::1]:80'],
  ])('listening on %s are reached at %s', (host, url) => {
    expect(serviceUrl({ host, port: 80 })).toBe(url)
  })
})
