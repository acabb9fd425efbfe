import { existsSync } from 'node:fs'
import fc from 'fast-check'
import { keccak256, toHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import type { Hex } from '@/lib/core/bytes'
import { cases } from '@/lib/testing/cases'
import { isRecoveryNative } from './native-recovery'
import { canonicalSignature, type EcdsaScheme, recoverByViem, recoverSigner } from './signature'

const curveOrder = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

const v1 = {
  digest: '0x0e45d31fd31b28c26031cdd81b35a8938b2ccca2cc425fcf440fd3bfed1eede9' as Hex,
  signer: '0x70997970c51812dc3a010c7d01b50e0d17dc79c8',
  eip712:
    '0x59c0f5c151071c1320575f6da826a6c276525bbe733234bad1afb2879657d65d2afe6812746f4cc97f28f3a5dfdbfc7087511695d23da5e9792cd7ed6c9ddeb71c' as Hex,
  ethsign:
    '0xbf3bc5a9b60d08dc05768320553ba59a6f301d985903618cfc002e8a61cb78b55d4a474a43a60193d90cda35ff2764f3913b47e5b5b87770064f549fe871afcc1b' as Hex,
}
const v2 = {
  digest: '0xc95c0093ac625698d627b6a16b20ea16a8a735493b6f9c7b72d996de978eb823' as Hex,
  signer: '0xddb53511e1e322133d03d5c0b8a9555c4c9904d0',
  eip712:
    '0x3e15164874dde780a5ec85f1aea773d99aa2eea6d9d28c748ea605fb9149eb49596dda50576598cd9f27d3c230b53cfd1725d3227d323407f19ce9dc7f60d4781b' as Hex,
  ethsign:
    '0x5efb0a28b4bdb3d83660a26a3ccbc118bb9a6f0c0757ba559f811ba6d43472041342c4b385685869d976510f804e06c0025fb411303cafd17d086126f35a92d71b' as Hex,
}

async function signerOf(digest: Hex, scheme: EcdsaScheme, text: Hex) {
  const signature = canonicalSignature(text)
  return signature && recoverSigner(digest, { scheme, signature })
}

const v3 = {
  digest: '0x4e614d44cb4b2026401e9f06337b3c97998f9581593310a0c7179e5c6f98c9cf' as Hex,
  signer: '0x7e5f4552091a69125d5dfcb7b8c2659029395bdf',
  eip712:
    '0x3ded4321caed85c3a56f3580ec93a9f2907d450602dfdb1a421842a9af9b1b8606e358377ec1f97bbedb5006c3c75046f309e84cd80a314c31eac5d66449fe2b1c' as Hex,
}

const withR = (signature: Hex, r: bigint): Hex =>
  `${toHex(r, { size: 32 })}${signature.slice(66)}` as Hex
const withS = (signature: Hex, s: bigint): Hex =>
  `${signature.slice(0, 66)}${toHex(s, { size: 32 }).slice(2)}${signature.slice(130)}` as Hex
const withV = (signature: Hex, v: string): Hex => `${signature.slice(0, 130)}${v}` as Hex
const highS = (signature: Hex): Hex => {
  const s = curveOrder - BigInt(`0x${signature.slice(66, 130)}`)
  return withV(withS(signature, s), signature.endsWith('1b') ? '1c' : '1b')
}

describe('ECDSA signatures', () => {
  it.each([
    ['V1', v1],
    ['V2', v2],
  ])('recover the owner of vector %s under both schemes', async (_, vector) => {
    expect(await signerOf(vector.digest, 'eip712', vector.eip712)).toBe(vector.signer)
    expect(await signerOf(vector.digest, 'ethsign', vector.ethsign)).toBe(vector.signer)
  })

  it('recover the owner of vector V3', async () => {
    expect(await signerOf(v3.digest, 'eip712', v3.eip712)).toBe(v3.signer)
  })

  it('recover another account under the other scheme', async () => {
    expect(await signerOf(v1.digest, 'ethsign', v1.eip712)).not.toBe(v1.signer)
    expect(await signerOf(v1.digest, 'eip712', v1.ethsign)).not.toBe(v1.signer)
  })

  it('are stored with v 27 or 28, also when given as 0 or 1', () => {
    expect(canonicalSignature(withV(v1.eip712, '01'))).toBe(v1.eip712)
    expect(canonicalSignature(withV(v2.eip712, '00'))).toBe(v2.eip712)
    expect(canonicalSignature(v1.eip712)).toBe(v1.eip712)
  })

  it.each<[string, Hex]>([
    ['the high s', highS(v1.eip712)],
    ['v 2', withV(v1.eip712, '02')],
    ['v 29', withV(v1.eip712, '1d')],
    ['v 37 (EIP-155)', withV(v1.eip712, '25')],
    ['r 0', withR(v1.eip712, 0n)],
    ['r at the curve order', withR(v1.eip712, curveOrder)],
    ['s 0', withS(v1.eip712, 0n)],
    ['s over the curve order', withS(v1.eip712, curveOrder + 1n)],
    ['64 bytes (EIP-2098)', v1.eip712.slice(0, 130) as Hex],
    ['66 bytes', `${v1.eip712}00`],
    ['a cut end', v1.eip712.slice(0, 128) as Hex],
    ['nothing', '0x'],
    ['20 bytes', '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'],
  ])('are rejected with %s', (_, signature) => {
    expect(canonicalSignature(signature)).toBeUndefined()
  })

  it('yield no signer when r is not on the curve', async () => {
    expect(await signerOf(v1.digest, 'eip712', withR(v1.eip712, 5n))).toBeUndefined()
  })

  it('with any byte changed recover the same signer or another, with one stored form each', async () => {
    const account = privateKeyToAccount(`0x${'42'.repeat(32)}`)
    const digest = v1.digest
    const signature = await account.sign({ hash: digest })
    const mutation = fc.record({
      at: fc.integer({ min: 0, max: 64 }),
      byte: fc.integer({ min: 0, max: 255 }),
    })
    await fc.assert(
      fc.asyncProperty(mutation, async ({ at, byte }) => {
        const start = 2 + at * 2
        const hex = byte.toString(16).padStart(2, '0')
        const mutant = (signature.slice(0, start) + hex + signature.slice(start + 2)) as Hex
        const signer = await signerOf(digest, 'eip712', mutant)
        const isSame = canonicalSignature(mutant) === signature
        expect(signer === account.address.toLowerCase()).toBe(isSame)
      }),
      { seed: 20261121, numRuns: 200 },
    )
  })
})

describe('native recovery', () => {
  const hex = (bytes: number) =>
    fc.uint8Array({ minLength: bytes, maxLength: bytes }).map((array): Hex => {
      return `0x${Buffer.from(array).toString('hex')}`
    })
  const byte = fc.integer({ min: 0, max: 255 })
  const change = fc.record({ at: fc.integer({ min: 0, max: 64 }), byte })
  const scheme = fc.constantFrom('eip712' as const, 'ethsign' as const)

  async function expectAgreement(digest: Hex, scheme: EcdsaScheme, text: Hex) {
    const signature = canonicalSignature(text)
    if (!signature) return 'refused'
    const signed = { scheme, signature }
    const signer = await recoverSigner(digest, signed)
    expect(signer).toBe(await recoverByViem(digest, signed))
    return signer ? 'recovered' : 'no signer'
  }

  const { platform, arch } = process
  it.runIf(existsSync(`node_modules/secp256k1/prebuilds/${platform}-${arch}`))(
    'is available where the package has a prebuild for the machine',
    () => {
      expect(isRecoveryNative).toBe(true)
    },
  )

  // viem takes several milliseconds per recovery.
  const numRuns = cases(200, 5_000)
  it('agrees with viem on random signatures', { tags: ['long'] }, async () => {
    const outcomes = new Map<string, number>()
    const v = fc.constantFrom('00', '01', '1b', '1c')
    await fc.assert(
      fc.asyncProperty(hex(32), hex(64), v, scheme, async (digest, rs, end, kind) => {
        const outcome = await expectAgreement(digest, kind, `${rs}${end}`)
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
      }),
      { seed: 20261121, numRuns },
    )
    expect(outcomes.get('recovered')).toBeGreaterThan(numRuns / 10)
    expect(outcomes.get('no signer')).toBeGreaterThan(numRuns / 10)
  })

  it('agrees with viem on mutated signatures', { tags: ['long'] }, async () => {
    const account = privateKeyToAccount(`0x${'42'.repeat(32)}`)
    const signatures = await Promise.all(
      Array.from({ length: 50 }, async (_, index) => {
        const digest = keccak256(toHex(index))
        return { digest, signature: await account.sign({ hash: digest }) }
      }),
    )
    const changes = fc.array(change, { maxLength: 2 })
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...signatures),
        changes,
        scheme,
        async ({ digest, signature }, places, kind) => {
          const bytes = Buffer.from(signature.slice(2), 'hex')
          for (const place of places) bytes[place.at] = place.byte
          await expectAgreement(digest, kind, `0x${bytes.toString('hex')}`)
        },
      ),
      { seed: 20261121, numRuns },
    )
  })
})
