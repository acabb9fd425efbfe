import { domainSeparator, encodeAbiParameters, recoverTypedDataAddress } from 'viem'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { hashOrder, type Order, orderDomain, orderTypes } from '@/lib/core/order'
import { checkSigner, SigningError } from './signing-error'

/** The part of a wallet that signs. */
export type OrderSigner = {
  readonly account: () => Promise<Address>
  readonly chainId: () => Promise<number>
  /** Result of the settlement contract's `domainSeparator()` on the order's network. */
  readonly domainSeparator: (contract: Address) => Promise<Hex>
  readonly signTypedData: (typedData: OrderTypedData) => Promise<Hex>
}

/** An order and its network. */
export type OrderToSign = {
  readonly order: Order
  readonly from: Address
  readonly chainId: number
  readonly settlementContract: Address
}

/** The typed data to sign. */
export type OrderTypedData = {
  readonly domain: ReturnType<typeof orderDomain>
  readonly types: typeof orderTypes
  readonly primaryType: 'Order'
  readonly message: Order
}

/** A contract wallet, which validates signatures itself. */
export type ContractSigner = OrderSigner & {
  /** Whether the contract of `owner` accepts a signature of a digest (ERC-1271). */
  readonly isValidSignature: (
    owner: Address,
    signed: { readonly digest: Hex; readonly signature: Hex },
  ) => Promise<boolean>
}

/**
 * Has a wallet sign an order, and verifies that the result is this order's signature by `from`. Checks struct, network,
 * contract and account before it asks the wallet. Spec: Signing errors.
 * @throws {SigningError} with the spec's three reasons; the wallet's error (4001: declined).
 */
export async function signOrder(wallet: OrderSigner, input: OrderToSign): Promise<Hex> {
  const { typedData, signature } = await askForSignature(wallet, input)
  const signer = await recoverTypedDataAddress({ ...typedData, signature }).catch(() => undefined)
  return checkSigner(signature, { signer, owner: input.from })
}

/**
 * Has a contract wallet sign an order, as {@link signOrder} does, and verifies that the contract accepts the result
 * (ERC-1271).
 * @throws {SigningError} as {@link signOrder}; `wrong-struct` if the contract rejects it.
 */
export async function signOrderByContract(
  signer: ContractSigner,
  input: OrderToSign,
): Promise<Hex> {
  const { typedData, signature } = await askForSignature(signer, input)
  const digest = hashOrder(typedData.domain, input.order)
  const isTaken = await signer.isValidSignature(input.from, { digest, signature })
  if (isTaken) return signature
  throw new SigningError('not-taken')
}

async function askForSignature(signer: OrderSigner, input: OrderToSign) {
  const { order, chainId, settlementContract } = input
  checkStruct(order)
  await checkWallet(signer, input)
  const typedData: OrderTypedData = {
    domain: orderDomain(chainId, settlementContract),
    types: orderTypes,
    primaryType: 'Order',
    message: order,
  }
  return { typedData, signature: await signer.signTypedData(typedData) }
}

/**
 * Verifies a wallet's network and account.
 * @throws {SigningError} `wrong-domain` or `wrong-signer`.
 */
export async function checkWallet(
  signer: OrderSigner,
  { from, chainId, settlementContract }: Omit<OrderToSign, 'order'>,
): Promise<void> {
  if ((await signer.chainId()) !== chainId) throw new SigningError('other-network')
  const ours = domainSeparator({ domain: orderDomain(chainId, settlementContract) })
  if ((await signer.domainSeparator(settlementContract)) !== ours) {
    throw new SigningError('other-domain')
  }
  if ((await signer.account()) !== from) throw new SigningError('other-account')
}

/** A wallet would truncate or reject values that do not fit the struct's types. */
function checkStruct(order: Order): void {
  try {
    encodeAbiParameters(
      orderTypes.Order.map(({ type }) => ({ type })),
      orderTypes.Order.map(({ name }) => order[name]),
    )
  } catch {
    throw new SigningError('does-not-fit')
  }
}
