import { randomBytes } from 'node:crypto'
import { createRequire } from 'node:module'
import { recoverTypedDataAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { Hex } from '@/lib/core/bytes'
import { defaultSettlement } from '@/lib/core/networks'
import { type Order, orderDomain, orderTypes } from '@/lib/core/order'
import { digestOrder } from '@/lib/core/order-digest'
import { canonicalSignature, recoverSigner } from '@/lib/orders/signatures/signature'
import { createReport, median } from './load/measure'

// Verifying an order's signature (digest, recovery, address) compared with viem, which it replaces, and with the bare
// native recovery, its lower bound. Interleaved, so that machine load affects all three.
const rounds = 9
const native = createRequire(import.meta.url)('secp256k1/bindings')
const domain = orderDomain(1, defaultSettlement)
const account = privateKeyToAccount(`0x${randomBytes(32).toString('hex')}`)
const signed = await Promise.all(Array.from({ length: 200 }, (_, index) => signOrder(index)))
const report = createReport('verify')

const rates = { viem: [] as number[], ours: [] as number[], bare: [] as number[] }
for (let round = -1; round < rounds; round++) {
  const viem = await rateOf(20, verifyByViem)
  const ours = await rateOf(1000, verify)
  const bare = await rateOf(1000, recoverBare)
  // The first round warms up.
  if (round < 0) continue
  rates.viem.push(viem)
  rates.ours.push(ours)
  rates.bare.push(bare)
}
const overPeer = rates.ours.map((rate, round) => rate / (rates.viem[round] ?? 0))
const ofBare = rates.ours.map((rate, round) => rate / (rates.bare[round] ?? 0))
report.calibrate()
report.say(
  `per second: ours ${median(rates.ours).toFixed(0)}, viem ${median(rates.viem).toFixed(0)}, bare native recovery ${median(rates.bare).toFixed(0)}`,
)
report.ratio('times viem:', median(overPeer), { floor: 30 })
report.ratio('of the bare native recovery:', median(ofBare), { floor: 0.6 })

async function signOrder(index: number) {
  const order: Order = {
    sellToken: '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2',
    buyToken: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
    receiver: '0x0000000000000000000000000000000000000000',
    sellAmount: 10n ** 18n + BigInt(index),
    buyAmount: 10n ** 9n,
    validTo: 1_800_000_000,
    appData: `0x${'00'.repeat(32)}`,
    feeAmount: 0n,
    kind: 'sell',
    partiallyFillable: false,
    sellTokenBalance: 'erc20',
    buyTokenBalance: 'erc20',
  }
  const digest = digestOrder(domain, order)
  const signature = await account.sign({ hash: digest })
  return {
    order,
    signature,
    bytes: Buffer.from(signature.slice(2, 130), 'hex'),
    parity: signature.endsWith('1b') ? 0 : 1,
    message: Buffer.from(digest.slice(2), 'hex'),
  }
}

type Signed = (typeof signed)[number]

async function rateOf(runs: number, work: (one: Signed) => unknown): Promise<number> {
  const began = performance.now()
  for (let run = 0; run < runs; run++) await work(signed[run % signed.length] as Signed)
  return (runs / (performance.now() - began)) * 1000
}

async function verify({ order, signature }: Signed): Promise<void> {
  const text = canonicalSignature(signature) as Hex
  const signer = await recoverSigner(digestOrder(domain, order), {
    scheme: 'eip712',
    signature: text,
  })
  expectOwner(signer)
}

async function verifyByViem({ order, signature }: Signed): Promise<void> {
  const typed = { domain, types: orderTypes, primaryType: 'Order', message: order } as const
  expectOwner((await recoverTypedDataAddress({ ...typed, signature })).toLowerCase())
}

function recoverBare({ bytes, parity, message }: Signed): void {
  native.ecdsaRecover(bytes, parity, message, false)
}

function expectOwner(signer: string | undefined): void {
  if (signer !== account.address.toLowerCase()) throw new Error(`recovered ${signer}`)
}
