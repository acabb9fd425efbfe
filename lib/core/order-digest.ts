import type { Hex } from './bytes'
import {
  cancellationsTypes,
  cancellationTypes,
  type Order,
  type orderDomain,
  orderTypes,
} from './order'
import { addressWord, digestStruct, hashHex, hashText, numberWord } from './typed-data-words'

/** The return type of {@link orderDomain}. */
export type OrderDomain = ReturnType<typeof orderDomain>

/**
 * The EIP-712 digest that identifies `order` in `domain`. Equals `hashOrder` at about 20 times its speed, for the
 * server.
 *
 * @throws {RangeError} when an amount is negative or exceeds uint256.
 */
export function digestOrder(domain: OrderDomain, order: Order): Hex {
  return digestOf(
    domain,
    orderTypeHash +
      addressWord(order.sellToken) +
      addressWord(order.buyToken) +
      addressWord(order.receiver) +
      numberWord(order.sellAmount) +
      numberWord(order.buyAmount) +
      numberWord(order.validTo) +
      order.appData.slice(2) +
      numberWord(order.feeAmount) +
      wordHashes[order.kind] +
      numberWord(order.partiallyFillable ? 1 : 0) +
      wordHashes[order.sellTokenBalance] +
      wordHashes[order.buyTokenBalance],
  )
}

/** The digest that cancels one order; `domain` is the domain of orders. */
export function digestCancellation(domain: OrderDomain, orderUid: Hex): Hex {
  return digestOf(domain, cancellationTypeHash + hashHex(orderUid.slice(2)))
}

/** The digest that cancels all these orders, in the given sequence. */
export function digestCancellations(domain: OrderDomain, orderUids: readonly Hex[]): Hex {
  const hashes = orderUids.map((uid) => hashHex(uid.slice(2)))
  return digestOf(domain, cancellationsTypeHash + hashHex(hashes.join('')))
}

const orderTypeHash = typeHash(orderTypes)
const cancellationTypeHash = typeHash(cancellationTypes)
const cancellationsTypeHash = typeHash(cancellationsTypes)
const domainTypeHash = hashText(
  'EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)',
)

/** Hashes the type of one struct (EIP-712, encodeType). */
function typeHash(types: Readonly<Record<string, readonly Member[]>>): string {
  const structs = Object.entries(types).map(([name, members]) => {
    return `${name}(${members.map((member) => `${member.type} ${member.name}`).join(',')})`
  })
  return hashText(structs.join(''))
}

type Member = { readonly name: string; readonly type: string }

/** String members are hashed (EIP-712, encodeData). */
const wordHashes = {
  sell: hashText('sell'),
  buy: hashText('buy'),
  erc20: hashText('erc20'),
  external: hashText('external'),
  internal: hashText('internal'),
}

const separators = new Map<string, string>()

/** One entry per network, so the cache needs no bound. */
function separatorOf(domain: OrderDomain): string {
  const { chainId, verifyingContract } = domain
  const key = `${chainId}:${verifyingContract}`
  const known = separators.get(key)
  if (known) return known
  const names = hashText(domain.name) + hashText(domain.version)
  const separator = hashHex(
    domainTypeHash + names + numberWord(chainId) + addressWord(verifyingContract),
  )
  separators.set(key, separator)
  return separator
}

function digestOf(domain: OrderDomain, encodedStruct: string): Hex {
  return digestStruct(separatorOf(domain), encodedStruct)
}
