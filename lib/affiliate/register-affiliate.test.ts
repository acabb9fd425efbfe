import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { createRpc } from '@/lib/devnet/rpc'
import { createTestContext } from '@/lib/testing/test-context'
import { createTestDatabase, type TestDatabase } from '@/lib/testing/test-database'
import { startTestNetwork, type TestNetwork } from '@/lib/testing/test-network'
import { affiliateTypedData } from './affiliate-code'
import { getAffiliate, getAffiliateByCode } from './get-affiliate'
import { registerAffiliate } from './register-affiliate'

const now = 1_800_000_000_000
const curveOrder = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

let network: TestNetwork
let database: TestDatabase
let ctx: Context

beforeAll(async () => {
  ;[network, database] = await Promise.all([startTestNetwork({ chainId: 1 }), createTestDatabase()])
  ctx = createTestContext({ db: database.db, rpcUrls: new Map([[1, network.rpcUrl]]), now })
})
afterAll(() => Promise.all([network?.stop(), database?.drop()]))

function createWallet() {
  const account = privateKeyToAccount(generatePrivateKey())
  return { account, address: account.address.toLowerCase() as Address }
}

let sequence = 0
const newCode = () => `CODE-${String(++sequence).padStart(4, '0')}`

type Signed = ReturnType<typeof affiliateTypedData>

async function submission(
  change: (data: Signed) => unknown = (data) => data,
  wallet = createWallet(),
) {
  const code = newCode()
  const data = affiliateTypedData('Coincide Affiliate', { walletAddress: wallet.address, code })
  const signedMessage = await wallet.account.signTypedData(change(data) as Signed)
  return { pathAddress: wallet.address, walletAddress: wallet.address, code, signedMessage }
}

const refusal = (code: string, message: string) => expect.objectContaining({ code, message })
const invalid = refusal('Unauthorized', 'affiliate has invalid signature')
const bound = refusal('Conflict', 'affiliate wallet address already bound to a code')
const taken = refusal('Conflict', 'affiliate code already taken')
const setCode = (address: Address, code: Hex) =>
  createRpc(network.rpcUrl)('anvil_setCode', [address, code])
const acceptingCode: Hex = `0x7f1626ba7e${'0'.repeat(56)}60005260206000f3`

describe('registering an affiliate', () => {
  it('binds the code to the wallet', async () => {
    const input = await submission()
    const { walletAddress, code } = input
    const affiliate = await registerAffiliate(ctx, input)
    expect(affiliate).toMatchObject({ walletAddress, code, createdAt: new Date(now) })
    expect(await getAffiliate(ctx, walletAddress)).toMatchObject({ code, enabled: true })
    expect(await getAffiliateByCode(ctx, code)).toMatchObject({ walletAddress })
  })

  it('refuses another wallet in the path before it looks at the signature', async () => {
    const input = await submission()
    const pathAddress = createWallet().address
    const mismatch = registerAffiliate(ctx, { ...input, pathAddress, signedMessage: 'zzz' })
    await expect(mismatch).rejects.toEqual(
      refusal('BadRequest', 'affiliate wallet address mismatch'),
    )
  })

  it.each<[string, (data: Signed) => unknown]>([
    ['chainId 100', (data) => ({ ...data, message: { ...data.message, chainId: 100n } })],
    ['another code', (data) => ({ ...data, message: { ...data.message, code: 'OTHER-1' } })],
    ['another name', (data) => ({ ...data, domain: { ...data.domain, name: 'Other Affiliate' } })],
    ['another version', (data) => ({ ...data, domain: { ...data.domain, version: '2' } })],
    ['a domain with a chainId', (data) => ({ ...data, domain: { ...data.domain, chainId: 1 } })],
    [
      'other types',
      (data) => ({ ...data, types: { AffiliateCode: [...data.types.AffiliateCode].reverse() } }),
    ],
  ])('refuses a signature over %s', async (_, change) => {
    await expect(registerAffiliate(ctx, await submission(change))).rejects.toEqual(invalid)
  })

  it.each(['zzz', '0x', '0x1', '0x1234', `0x${'00'.repeat(65)}`, `0x${'11'.repeat(8193)}`])(
    'refuses the signature %.12s',
    async (signedMessage) => {
      const input = await submission()
      await expect(registerAffiliate(ctx, { ...input, signedMessage })).rejects.toEqual(invalid)
    },
  )

  it('takes one text of a signature only', async () => {
    const input = await submission()
    const { signedMessage } = input
    const s = curveOrder - BigInt(`0x${signedMessage.slice(66, 130)}`)
    const v = signedMessage.endsWith('1b') ? '1c' : '1b'
    const twin = `${signedMessage.slice(0, 66)}${s.toString(16).padStart(64, '0')}${v}`
    const texts = [twin, `${signedMessage}00`, signedMessage.slice(0, -1)]
    for (const text of texts) {
      const attempt = registerAffiliate(ctx, { ...input, signedMessage: text })
      await expect(attempt).rejects.toEqual(invalid)
    }
    const upper = `0x${signedMessage.slice(2).toUpperCase()}`
    const stored = await registerAffiliate(ctx, { ...input, signedMessage: upper })
    expect(stored.signedMessage).toBe(signedMessage)
  })

  it('asks a contract wallet of chain 1', async () => {
    const input = { ...(await submission()), signedMessage: '0x01' }
    await expect(registerAffiliate(ctx, input)).rejects.toEqual(invalid)
    await setCode(input.walletAddress, acceptingCode)
    expect(await registerAffiliate(ctx, input)).toMatchObject({ code: input.code })
  })

  it('refuses a wallet that is not deployed yet (ERC-6492)', async () => {
    const input = await submission()
    await setCode(input.walletAddress, acceptingCode)
    const signedMessage = `0x01${'6492'.repeat(16)}`
    await expect(registerAffiliate(ctx, { ...input, signedMessage })).rejects.toEqual(invalid)
  })

  it.each(['gasHogWallet', 'returnBombWallet', 'shortMagicWallet'] as const)(
    'refuses the %s',
    async (name) => {
      const walletAddress = network.fixtures?.[name] ?? '0x'
      const input = { pathAddress: walletAddress, walletAddress, code: newCode() }
      const attempt = registerAffiliate(ctx, { ...input, signedMessage: '0x01' })
      await expect(attempt).rejects.toEqual(invalid)
    },
  )

  it('needs no RPC for an ordinary wallet, and takes no outage for a bad signature', async () => {
    const rpcUrls = new Map([[1, 'http://127.0.0.1:1']])
    const dead = createTestContext({ db: database.db, rpcUrls, now })
    expect(await registerAffiliate(dead, await submission())).toBeDefined()
    const input = { ...(await submission()), signedMessage: '0x01' }
    const outage = { code: 'InternalServerError', retryAfterSeconds: 2 }
    await expect(registerAffiliate(dead, input)).rejects.toEqual(expect.objectContaining(outage))
  })
})

describe('a second registration', () => {
  it('of the same wallet is refused, with the same code or another', async () => {
    const wallet = createWallet()
    const input = await submission((data) => data, wallet)
    await registerAffiliate(ctx, input)
    await expect(registerAffiliate(ctx, input)).rejects.toEqual(bound)
    const another = await submission((data) => data, wallet)
    await expect(registerAffiliate(ctx, another)).rejects.toEqual(bound)
  })

  it('of the same code by another wallet is refused', async () => {
    const first = await submission()
    await registerAffiliate(ctx, first)
    const { account, address } = createWallet()
    const { code } = first
    const data = affiliateTypedData('Coincide Affiliate', { walletAddress: address, code })
    const signedMessage = await account.signTypedData(data)
    const second = { pathAddress: address, walletAddress: address, code, signedMessage }
    await expect(registerAffiliate(ctx, second)).rejects.toEqual(taken)
  })

  it('by a used signature is refused after the operator freed the code', async () => {
    const input = await submission()
    const { walletAddress } = input
    await registerAffiliate(ctx, input)
    await ctx.db.affiliate.updateMany({ where: { walletAddress }, data: { freedAt: new Date() } })
    await expect(registerAffiliate(ctx, input)).rejects.toEqual(invalid)
    await expect(getAffiliate(ctx, walletAddress)).rejects.toEqual(
      refusal('NotFound', 'affiliate not found'),
    )
  })

  it('at the same time leaves one code and one wallet', async () => {
    const input = await submission()
    const results = await Promise.allSettled([1, 2, 3].map(() => registerAffiliate(ctx, input)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toEqual(bound)
  })
})

it('a code that the operator disabled is forbidden', async () => {
  const input = await submission()
  await registerAffiliate(ctx, input)
  const { walletAddress, code } = input
  await ctx.db.affiliate.updateMany({ where: { walletAddress }, data: { enabled: false } })
  await expect(getAffiliateByCode(ctx, code)).rejects.toEqual(
    refusal('Forbidden', 'affiliate code disabled'),
  )
})
