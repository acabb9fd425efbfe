import { domainSeparator, encodeAbiParameters, recoverTypedDataAddress } from 'viem'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { hashOrder, type Order, orderDomain, orderTypes } from '@/lib/core/order'
import { checkSigner, SigningError } from './signing-error'

/** The part of a wallet that signs. */
export type OrderSigner = {
  readonly account: () => Promise<Address>
  readonly chainId: () => Promise<number>
  /** What `domainSeparator()` of a settlement contract answers on the network of the order. */
  readonly domainSeparator: (contract: Address) => Promise<Hex>
  readonly signTypedData: (typedData: OrderTypedData) => Promise<Hex>
}

/** An order and where it is to be settled. */
export type OrderToSign = {
  readonly order: Order
  readonly from: Address
  readonly chainId: number
  readonly settlementContract: Address
}

/** What the wallet is shown. */
export type OrderTypedData = {
  readonly domain: ReturnType<typeof orderDomain>
  readonly types: typeof orderTypes
  readonly primaryType: 'Order'
  readonly message: Order
}

/** A wallet that is a contract: it says itself which signatures are its own. */
export type ContractSigner = OrderSigner & {
  /** Whether the contract of `owner` takes a signature of a digest (ERC-1271). */
  readonly takesSignature: (
    owner: Address,
    signed: { readonly digest: Hex; readonly signature: Hex },
  ) => Promise<boolean>
}

/**
 * Has a wallet sign an order, and makes sure that what comes back is this order's signature by `from`.
 * Struct, network, contract and account are checked before the wallet is asked. Spec: Signing errors.
 *
 * @throws {SigningError} with the spec's three reasons, and whatever the wallet throws (4001: declined).
 */
export async function signOrder(wallet: OrderSigner, input: OrderToSign): Promise<Hex> {
  const { typedData, signature } = await askForSignature(wallet, input)
  const signer = await recoverTypedDataAddress({ ...typedData, signature }).catch(() => undefined)
  return checkSigner(signature, { signer, owner: input.from })
}

/**
 * Has a wallet that is a contract sign an order, as {@link signOrder} does, and makes sure that the contract takes
 * what comes back (ERC-1271).
 *
 * @throws {SigningError} as {@link signOrder}; `wrong-struct` when the contract does not take it.
 */
export async function signOrderByContract(
  signer: ContractSigner,
  input: OrderToSign,
): Promise<Hex> {
  const { typedData, signature } = await askForSignature(signer, input)
  const digest = hashOrder(typedData.domain, input.order)
  const isTaken = await signer.takesSignature(input.from, { digest, signature })
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
 * Makes sure that a wallet is where an order is to be settled, and whose it is.
 *
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

/** A wallet would cut or refuse what does not fit the types of the signed struct. */
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
