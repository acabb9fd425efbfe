import { hashTypedData, serializeErc6492Signature } from 'viem'
import { sign } from 'viem/accounts'
import { describe, expect } from 'vitest'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { getTestAccount } from '@/lib/devnet/accounts'
import { createRpc } from '@/lib/devnet/rpc'
import {
  affiliateName,
  createWallet,
  newCode,
  type SignedCode,
  signRegistration,
} from '@/lib/testing/affiliate/affiliate-fixture'
import type { TestNetwork } from '@/lib/testing/chain/test-network'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import { digestAffiliateCode } from './affiliate-digest'
import { verifyRegistration } from './verify-registration'

const curveOrder = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const magicWord = `1626ba7e${'0'.repeat(56)}`

let network: TestNetwork
let ctx: Context
/** Nothing listens there, so every chain request is an outage. */
const chainless = createTestContext({ rpcUrls: new Map([[1, 'http://127.0.0.1:1']]) })

test.beforeAll(({ network: mainnet }) => {
  network = mainnet
  ctx = createTestContext({ rpcUrls: new Map([[1, network.rpcUrl]]) })
})

const invalid = expect.objectContaining({
  code: 'Unauthorized',
  message: 'affiliate has invalid signature',
})

/** Deploys code that answers every call with these bytes. */
async function answerAt(address: Address, answer: string): Promise<void> {
  const bytes = answer.length / 2
  const size = bytes.toString(16).padStart(4, '0')
  // CODECOPY of what follows these 15 bytes, and RETURN.
  const code = `0x61${size}61000f60003961${size}6000f3${answer}`
  await createRpc(network.rpcUrl)('anvil_setCode', [address, code])
}

describe('the signature of a wallet with a key', () => {
  test('is accepted without a chain request', async () => {
    const registration = await signRegistration()
    expect(await verifyRegistration(chainless, registration)).toEqual({
      digest: digestAffiliateCode(affiliateName, registration),
      signedMessage: registration.signedMessage,
    })
  })

  test('is accepted for the public vector under its own name', async () => {
    const environment = { AFFILIATE_NAME: 'CoW' }
    const { config, ...rest } = createTestContext({ environment })
    expect(config.affiliateName).toBe('CoW Affiliate')
    const named = { ...rest, config: { ...config, affiliateName: 'CoW Swap Affiliate' } }
    const vector = {
      walletAddress: '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266',
      code: 'COW-12345',
      signedMessage:
        '0x09036b5d7a87bad1bf14b003e2c14ae46ee94a3eb5285b6f8601067b3ccb963932815f98b8b9fd879506fb8687aa1fcc8620bdad2be32703aee4beacaaff129f1b',
    } as const
    expect(await verifyRegistration(named, vector)).toMatchObject({
      digest: '0x4c8b6c216b6e47a5f931d5e6de675d78ed868c017c6a2a7ebab297b21841c0eb',
    })
    await expect(verifyRegistration(ctx, vector)).rejects.toEqual(invalid)
  })

  test.each<[string, (signature: Hex) => string]>([
    ['as signed', (signature) => signature],
    ['with v as 0 or 1', (text) => `${text.slice(0, 130)}${text.endsWith('1b') ? '00' : '01'}`],
    ['in upper case', (text) => `0x${text.slice(2).toUpperCase()}`],
  ])('has one stored form: %s', async (_, write) => {
    const registration = await signRegistration()
    const signedMessage = write(registration.signedMessage)
    expect(await verifyRegistration(chainless, { ...registration, signedMessage })).toMatchObject({
      signedMessage: registration.signedMessage,
    })
  })

  test.each<[string, (signature: Hex) => string]>([
    ['with the high s', highTwin],
    ['with the other v', (text) => text.slice(0, 130) + (text.endsWith('1b') ? '1c' : '1b')],
    ['with v 2', (text) => `${text.slice(0, 130)}02`],
    ['with v 37', (text) => `${text.slice(0, 130)}25`],
    ['in 64 bytes (ERC-2098)', compact],
    ['with a byte more', (text) => `${text}00`],
    ['with half a byte less', (text) => text.slice(0, -1)],
    ['without 0x', (text) => text.slice(2)],
    ['with 0X', (text) => `0X${text.slice(2)}`],
    ['with a space', (text) => ` ${text}`],
    ['of zeros', () => `0x${'00'.repeat(65)}`],
    ['that is two bytes', () => '0x1234'],
    ['that is 33 bytes', () => `0x${'ab'.repeat(33)}`],
    ['that is empty', () => '0x'],
    ['that is no hex', () => 'zzz'],
    ['of more than 8192 bytes', () => `0x${'11'.repeat(8193)}`],
    ['of a wallet that is not deployed (ERC-6492)', undeployed],
  ])('is rejected %s', async (_, write) => {
    const registration = await signRegistration()
    const signedMessage = write(registration.signedMessage)
    const attempt = verifyRegistration(ctx, { ...registration, signedMessage })
    await expect(attempt).rejects.toEqual(invalid)
  })

  test.each<[string, string]>([
    ['that is no hex', 'zzz'],
    ['of more than 8192 bytes', `0x${'11'.repeat(8193)}`],
    ['of a wallet that is not deployed', undeployed(`0x${'11'.repeat(65)}`)],
  ])('is rejected without a chain request when it is one %s', async (_, signedMessage) => {
    const registration = { ...(await signRegistration()), signedMessage }
    await expect(verifyRegistration(chainless, registration)).rejects.toEqual(invalid)
  })

  test.each<[string, (data: SignedCode) => unknown]>([
    ['chainId 100', (data) => ({ ...data, message: { ...data.message, chainId: 100n } })],
    ['another code', (data) => ({ ...data, message: { ...data.message, code: 'OTHER-1' } })],
    [
      'the code in lower case',
      (data) => ({ ...data, message: { ...data.message, code: data.message.code.toLowerCase() } }),
    ],
    [
      'another wallet',
      (data) => ({
        ...data,
        message: { ...data.message, walletAddress: getTestAccount(2).address },
      }),
    ],
    ['another name', (data) => ({ ...data, domain: { ...data.domain, name: 'Other Affiliate' } })],
    ['another version', (data) => ({ ...data, domain: { ...data.domain, version: '2' } })],
    ['a domain with a chainId', (data) => ({ ...data, domain: { ...data.domain, chainId: 1 } })],
    [
      'other types',
      (data) => ({ ...data, types: { AffiliateCode: [...data.types.AffiliateCode].reverse() } }),
    ],
  ])('is rejected over %s', async (_, change) => {
    const registration = await signRegistration({ change })
    await expect(verifyRegistration(ctx, registration)).rejects.toEqual(invalid)
  })

  test('is rejected when made by another wallet', async () => {
    const { signedMessage, code } = await signRegistration()
    const { address: walletAddress } = createWallet()
    const attempt = verifyRegistration(ctx, { walletAddress, code, signedMessage })
    await expect(attempt).rejects.toEqual(invalid)
  })
})

describe('the signature of a contract wallet', () => {
  test('is accepted when its owner signed in the wallet’s format', async () => {
    const { safeWallet: walletAddress = '0x', safeOwnerKey: privateKey = '0x' } =
      network.fixtures ?? {}
    const code = newCode()
    const hash = hashTypedData({
      domain: { chainId: 1, verifyingContract: walletAddress },
      types: { SafeMessage: [{ name: 'message', type: 'bytes' }] },
      primaryType: 'SafeMessage',
      message: { message: digestAffiliateCode(affiliateName, { walletAddress, code }) },
    })
    const signedMessage = await sign({ hash, privateKey, to: 'hex' })
    const registration = { walletAddress, code, signedMessage }
    expect(await verifyRegistration(ctx, registration)).toMatchObject({ signedMessage })
    const other = { ...registration, code: newCode() }
    await expect(verifyRegistration(ctx, other)).rejects.toEqual(invalid)
  })

  test.each([
    ['the magic value in a word', magicWord, true],
    ['0xffffffff', `ffffffff${'0'.repeat(56)}`, false],
    ['the magic value alone', '1626ba7e', false],
    ['33 bytes of garbage', 'ab'.repeat(33), false],
    ['nothing', '', false],
  ])('is verified by the wallet’s answer: %s', async (_, answer, isTaken) => {
    const { address: walletAddress } = createWallet()
    await answerAt(walletAddress, answer)
    const attempt = verifyRegistration(ctx, {
      walletAddress,
      code: newCode(),
      signedMessage: '0x01',
    })
    if (isTaken) expect(await attempt).toMatchObject({ signedMessage: '0x01' })
    else await expect(attempt).rejects.toEqual(invalid)
  })

  test('may be empty: some wallets have their owners approve on chain', async () => {
    const { address: walletAddress } = createWallet()
    await answerAt(walletAddress, magicWord)
    const registration = { walletAddress, code: newCode(), signedMessage: '0x' }
    expect(await verifyRegistration(ctx, registration)).toMatchObject({ signedMessage: '0x' })
  })

  test('is rejected when the wallet reverts', async () => {
    const { address: walletAddress } = createWallet()
    await createRpc(network.rpcUrl)('anvil_setCode', [walletAddress, '0x60006000fd'])
    const attempt = verifyRegistration(ctx, {
      walletAddress,
      code: newCode(),
      signedMessage: '0x01',
    })
    await expect(attempt).rejects.toEqual(invalid)
  })

  test.each(['gasHogWallet', 'returnBombWallet', 'shortMagicWallet'] as const)(
    'is rejected from the %s',
    async (name) => {
      const walletAddress = network.fixtures?.[name] ?? '0x'
      const registration = { walletAddress, code: newCode(), signedMessage: '0x01' }
      await expect(verifyRegistration(ctx, registration)).rejects.toEqual(invalid)
    },
  )

  test('is not checked when the address’s own key signed', async () => {
    const registration = await signRegistration()
    await answerAt(registration.walletAddress, `ffffffff${'0'.repeat(56)}`)
    expect(await verifyRegistration(ctx, registration)).toBeDefined()
  })
})

function highTwin(signature: Hex): string {
  const s = curveOrder - BigInt(`0x${signature.slice(66, 130)}`)
  const v = signature.endsWith('1b') ? '1c' : '1b'
  return `${signature.slice(0, 66)}${s.toString(16).padStart(64, '0')}${v}`
}

function compact(signature: Hex): string {
  const s = BigInt(`0x${signature.slice(66, 130)}`) + (signature.endsWith('1c') ? 1n << 255n : 0n)
  return `${signature.slice(0, 66)}${s.toString(16).padStart(64, '0')}`
}

function undeployed(signature: Hex): string {
  const address = getTestAccount(3).address
  return serializeErc6492Signature({ address, data: '0x', signature })
}
