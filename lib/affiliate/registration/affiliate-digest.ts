import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import {
  addressWord,
  digestStruct,
  hashHex,
  hashText,
  numberWord,
} from '@/lib/core/typed-data-words'
import { affiliateChainId } from './affiliate-code'

/**
 * Computes the EIP-712 digest of a registration as viem does for `affiliateTypedData`, about twenty times faster.
 * `name` is the service's affiliate signing name. Spec: Authentication.
 */
export function digestAffiliateCode(
  name: string,
  { walletAddress, code }: { walletAddress: Address; code: string },
): Hex {
  return digestStruct(
    separatorOf(name),
    typeHash + addressWord(walletAddress) + hashText(code) + chainWord,
  )
}

const typeHash = hashText('AffiliateCode(address walletAddress,string code,uint256 chainId)')
const domainTypeHash = hashText('EIP712Domain(string name,string version)')
const versionHash = hashText('1')
const chainWord = numberWord(affiliateChainId)

let known = { name: '', separator: '' }

/** Caches one separator: the name is constant per process. */
function separatorOf(name: string): string {
  if (known.name !== name) {
    known = { name, separator: hashHex(domainTypeHash + hashText(name) + versionHash) }
  }
  return known.separator
}
