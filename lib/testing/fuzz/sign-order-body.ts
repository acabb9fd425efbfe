import { hashMessage } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { hashAppData } from '@/lib/app-data/app-data-document'
import { type Address, parseAddress, zeroAddress } from '@/lib/core/address'
import { type Hex, parseHex } from '@/lib/core/bytes'
import { defaultSettlement } from '@/lib/core/networks'
import { hashOrder, type Order, orderDomain } from '@/lib/core/order'
import { signAsSafe } from '@/lib/testing/auctions/solver-fixture'
import type { FuzzFixture } from './fuzz-fixture'

type Fields = Readonly<Record<string, unknown>>

/** Signs a submission by its scheme; returns it unchanged if it does not form an order. */
export async function signOrderBody(fixture: FuzzFixture, fields: Fields): Promise<Fields> {
  const order = orderOf(fields)
  if (!order) return fields
  const accounts = fixture.network.accounts.slice(0, 5)
  const owner = accounts.find((account) => account.address === fields.from) ?? accounts[0]
  const { address, privateKey } = owner ?? fixture.network.solver
  const scheme = fields.signingScheme
  if (scheme === 'presign') return { ...fields, from: address, signature: '0x' }
  if (scheme === 'eip1271') return signForSafe(fixture, { order, fields })
  const digest = hashOrder(orderDomain(1, defaultSettlement), order)
  const hash = scheme === 'ethsign' ? hashMessage({ raw: digest }) : digest
  const signature = await privateKeyToAccount(privateKey).sign({ hash })
  // `from` is optional.
  return { ...fields, from: fields.from === undefined ? undefined : address, signature }
}

async function signForSafe(
  { network }: FuzzFixture,
  { order, fields }: { order: Order; fields: Fields },
): Promise<Fields> {
  const { safeWallet: safe = '0x', safeOwnerKey: ownerKey = '0x' } = network.fixtures ?? {}
  const signature = await signAsSafe(order, { safe, ownerKey })
  return { ...fields, from: safe, signature }
}

function orderOf(fields: Fields): Order | undefined {
  const amount = (name: string) => {
    const text = fields[name]
    return typeof text === 'string' && /^[0-9]{1,77}$/.test(text) ? BigInt(text) : undefined
  }
  const address = (name: string): Address | undefined => {
    const text = fields[name]
    return typeof text === 'string' ? parseAddress(text) : undefined
  }
  const [sellToken, buyToken] = [address('sellToken'), address('buyToken')]
  const [sellAmount, buyAmount] = [amount('sellAmount'), amount('buyAmount')]
  const { validTo, appData } = fields
  const isComplete = sellToken && buyToken && sellAmount !== undefined && buyAmount !== undefined
  if (!isComplete || typeof appData !== 'string') return undefined
  if (!Number.isInteger(validTo) || Number(validTo) < 0 || Number(validTo) >= 2 ** 32)
    return undefined
  return {
    sellToken,
    buyToken,
    sellAmount,
    buyAmount,
    receiver: address('receiver') ?? zeroAddress,
    validTo: Number(validTo),
    appData: (parseHex(appData, 32) ?? hashAppData(appData)) as Hex,
    feeAmount: amount('feeAmount') ?? 0n,
    kind: fields.kind === 'buy' ? 'buy' : 'sell',
    partiallyFillable: fields.partiallyFillable === true,
    sellTokenBalance: chosen(fields.sellTokenBalance, ['internal', 'external'] as const),
    buyTokenBalance: chosen(fields.buyTokenBalance, ['internal'] as const),
  }
}

function chosen<const T extends string>(value: unknown, others: readonly T[]): T | 'erc20' {
  return others.find((other) => other === value) ?? 'erc20'
}
