import fc from 'fast-check'
import { hostileJson } from './hostile'
import { toJsonText } from './raw-json'

type Real = { readonly addresses: readonly string[]; readonly uids: readonly string[] }

/** Draws either a plausible or a hostile value. */
const either = (...meant: readonly unknown[]) =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...meant) },
    { weight: 1, arbitrary: hostileJson },
  )

/** Returns app data documents, as text, whose metadata is valid or nearly valid. */
export function hostileDocuments({ addresses, uids }: Real): fc.Arbitrary<string> {
  const address = either(...addresses)
  const bps = either(0, 1, 100, 10_000, -1, 0.5, 2 ** 53)
  const hook = fc.record(
    {
      target: address,
      callData: either('0x', '0x12345678', `0x${'00'.repeat(1_000)}`),
      gasLimit: either('21000', '100000', '8000001', '0', '-1', 50_000),
    },
    { requiredKeys: ['target', 'callData'] },
  )
  const hooks = fc.array(hook, { maxLength: 3 })
  const fee = fc.record(
    { recipient: address, volumeBps: bps, surplusBps: bps, maxVolumeBps: bps, bps },
    { requiredKeys: ['recipient'] },
  )
  const metadata = fc.record(
    {
      signer: address,
      replacedOrder: fc.record({ uid: either(...uids) }),
      hooks: fc.oneof(fc.record({ pre: hooks, post: hooks }, { requiredKeys: [] }), hostileJson),
      partnerFee: fc.oneof(fee, fc.array(fee, { maxLength: 4 }), hostileJson),
      validFrom: either(0, 1, 2 ** 31, 2 ** 32, -1),
      orderClass: fc.record({ orderClass: either('market', 'limit', 'liquidity') }),
      quote: fc.record({ slippageBips: either(50, '50', 10_001) }),
      referrer: fc.record({ code: either('FRIEND-1', 'x'), address }, { requiredKeys: [] }),
      utm: hostileJson,
    },
    { requiredKeys: [] },
  )
  const version = either('1.15.0', '0.1.0', '')
  return fc
    .record({ version, appCode: either('fuzz'), metadata: fc.oneof(metadata, hostileJson) })
    .map(toJsonText)
}
