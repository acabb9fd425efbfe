import { hashTypedData, keccak256, stringToHex, toHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { affiliateTypedData } from '@/lib/affiliate/registration/affiliate-code'
import { registerAffiliate } from '@/lib/affiliate/registration/register-affiliate'
import { hashAppData } from '@/lib/app-data/app-data-document'
import type { Hex } from '@/lib/core/bytes'
import { defaultSettlement } from '@/lib/core/networks'
import { cancellationsTypes, cancellationTypes, orderDomain } from '@/lib/core/order'
import { signRegistration } from '@/lib/testing/affiliate/affiliate-fixture'
import { insertOrder } from '@/lib/testing/orders/insert-order'
import { testOrder } from '@/lib/testing/test-order'
import type { Draft } from './draft'
import type { FuzzFixture } from './fuzz-fixture'
import { onlyAlert, removeAlerts } from './own-alerts'
import { csrfToken, newSignIn, signInElsewhere } from './own-browser'
import {
  deadDelivery,
  mailTokens,
  newUrl,
  onlyBrowser,
  onlyWebhook,
  removeChannels,
} from './own-channels'
import { toJsonText } from './raw-json'
import { signOrderBody } from './sign-order-body'

type Finish = (draft: Draft, fixture: FuzzFixture) => Promise<Draft>

const toWebhook: Finish = async (draft, fixture) => ({
  ...draft,
  params: { id: await onlyWebhook(fixture) },
})

const toAlert: Finish = async (draft, fixture) => ({
  ...draft,
  params: { id: await onlyAlert(fixture) },
})

/** Points a draft at an existing channel, delivery or price alert, by endpoint. */
const channelSigners: Readonly<Record<string, Finish>> = {
  // An account may have ten channels at most.
  addSubscription: async (draft, fixture) => {
    await removeChannels(fixture)
    const { types, label } = (draft.body ?? {}) as Readonly<Record<string, unknown>>
    return { ...draft, body: { channel: 'webhook', url: newUrl(), types, label } }
  },
  changeAccountSubscription: async (draft, fixture) => ({
    ...draft,
    params: { id: await onlyBrowser(fixture) },
  }),
  deleteAccountSubscription: toWebhook,
  testSubscription: toWebhook,
  rotateWebhookSecret: toWebhook,
  retryAccountDelivery: async (draft, fixture) => ({
    ...draft,
    params: { id: await deadDelivery(fixture) },
  }),
  // An account may have fifty price alerts at most.
  addAccountPriceAlert: async (draft, fixture) => {
    await removeAlerts(fixture)
    return draft
  },
  armAccountPriceAlert: toAlert,
  deleteAccountPriceAlert: toAlert,
  confirmMailAddress: async (draft, fixture) => ({
    ...draft,
    body: { token: (await mailTokens(fixture)).toAgree },
  }),
  unsubscribeFromMail: async (draft, fixture) => ({
    ...draft,
    params: { token: (await mailTokens(fixture)).toEnd },
  }),
}

type Fields = Readonly<Record<string, unknown>>

/** Makes the fields of a draft, each valid alone, consistent with one another. */
type Repair = (draft: Draft, fixture: FuzzFixture) => Draft

/** Adds the caller's proof, such as a signature, for the draft as given. */
type Sign = (draft: Draft, fixture: FuzzFixture) => Promise<Draft>

const bodyOf = ({ body }: Draft) =>
  (typeof body === 'object' && body !== null ? body : {}) as Fields

/** Rules between fields, by endpoint, which schemas do not express. */
export const repairs: Readonly<Record<string, Repair>> = {
  createQuote: repairQuote,
  readQuoteStream: repairQuote,
  createOrder: (draft, fixture) => {
    const fields = differingTokens(bodyOf(draft), fixture)
    const sellAmount = fitting(fixture, fields.sellAmount, fields.sellToken)
    return { ...draft, body: { ...fields, sellAmount, appDataHash: undefined, quoteId: undefined } }
  },
  markInbox: oneMarking,
  listTradesAtOnce: oneFilter,
  listTradesByPage: oneFilter,
  uploadAppData: (draft) => ({
    ...draft,
    params: { hash: hashAppData(String(bodyOf(draft).fullAppData)) },
  }),
}

const domain = orderDomain(1, defaultSettlement)

/** Signers, by endpoint. */
export const signers: Readonly<Record<string, Sign>> = {
  createOrder: async (draft, fixture) => ({
    ...draft,
    body: await signOrderBody(fixture, bodyOf(draft)),
  }),
  deleteOrder: async (draft, fixture) => {
    const { uid, privateKey } = await openOrder(fixture)
    const types = cancellationTypes
    const hash = hashTypedData({
      domain,
      types,
      primaryType: 'OrderCancellation',
      message: { orderUid: uid },
    })
    const signature = await privateKeyToAccount(privateKey).sign({ hash })
    return { ...draft, params: { uid }, body: { signature, signingScheme: 'eip712' } }
  },
  deleteOrders: async (draft, fixture) => {
    const count = 1 + (toJsonText(draft.body).length % 3)
    const opened = await Promise.all(Array.from({ length: count }, () => openOrder(fixture)))
    const orderUids = opened.map(({ uid }) => uid)
    const types = cancellationsTypes
    const hash = hashTypedData({
      domain,
      types,
      primaryType: 'OrderCancellations',
      message: { orderUids },
    })
    const signature = await privateKeyToAccount(
      fixture.network.accounts[1]?.privateKey ?? '0x',
    ).sign({
      hash,
    })
    return { ...draft, body: { orderUids, signature, signingScheme: 'eip712' } }
  },
  createAffiliate: async (draft, fixture) => {
    const code = String(bodyOf(draft).code).trim().toUpperCase()
    const account = privateKeyToAccount(keccak256(stringToHex(code)))
    const walletAddress = account.address.toLowerCase() as Hex
    const data = affiliateTypedData(fixture.ctx.config.affiliateName, { walletAddress, code })
    const signedMessage = await account.signTypedData(data)
    return { ...draft, params: { walletAddress }, body: { walletAddress, code, signedMessage } }
  },
  signInAccount: async (draft, { ctx }) => ({ ...draft, body: await newSignIn(ctx) }),
  signOutAccounts: async (draft) => ({ ...draft, body: { csrfToken } }),
  deleteSession: async (draft, { ctx, owner }) => ({
    ...draft,
    params: { id: await signInElsewhere(ctx, owner) },
  }),
  withdrawContentAnnouncement: async (draft, { ctx }) => {
    const text = { title: 'Fuzz', message: 'Fuzz', publishedAt: new Date() }
    return { ...draft, params: { id: (await ctx.db.announcement.create({ data: text })).id } }
  },
  ...channelSigners,
  // A code can be released only once, also by a request whose method was mutated.
  changeContentAffiliate: withOwnCode,
  freeContentAffiliate: withOwnCode,
}

/** Aims a request at a code registered for it alone. */
async function withOwnCode(draft: Draft, { ctx }: FuzzFixture): Promise<Draft> {
  const registration = await signRegistration()
  await registerAffiliate(ctx, registration)
  return { ...draft, params: { code: registration.code } }
}

/** Stores a cancellable order of account 1, without a valid signature. */
async function openOrder({ ctx, network }: FuzzFixture): Promise<{ uid: Hex; privateKey: Hex }> {
  const [, owner] = network.accounts
  if (!owner) throw new Error('the network has no accounts')
  const salt = toHex(globalThis.crypto.getRandomValues(new Uint8Array(4))).slice(2)
  const order = testOrder({ owner: owner.address })
  // Other counters of the same process would produce the same uids.
  const uid = `0x${salt}${order.uid.slice(10)}` as Hex
  await insertOrder(ctx.db, { ...order, uid })
  return { uid, privateKey: owner.privateKey }
}

/** Keeps one member of those that select the notifications to mark. */
function oneMarking(draft: Draft, { notificationIds }: FuzzFixture): Draft {
  const { ids, announcementIds, upTo, undo } = bodyOf(draft)
  if (undo !== undefined) return { ...draft, body: { undo: '0-0-0-1795253400000' } }
  if (announcementIds !== undefined) return { ...draft, body: { announcementIds } }
  if (ids !== undefined) return { ...draft, body: { ids } }
  return { ...draft, body: upTo === undefined ? { all: true } : { upTo: notificationIds[0] } }
}

function oneFilter(draft: Draft): Draft {
  const { owner, orderUid, ...rest } = draft.query
  const filter = orderUid === undefined ? { owner: owner ?? accountOfQuery } : { orderUid }
  return { ...draft, query: { ...rest, ...filter } }
}

const accountOfQuery = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'

function differingTokens(fields: Fields, { tokens }: FuzzFixture): Fields {
  const { WETH, USDC } = tokens
  if (fields.sellToken !== fields.buyToken) return fields
  return { ...fields, buyToken: fields.sellToken === WETH ? USDC : WETH }
}

/** Keeps one amount that fits the kind and the token, one expiry, and no hash without its document. */
function repairQuote(draft: Draft, fixture: FuzzFixture): Draft {
  const {
    sellAmountBeforeFee,
    sellAmountAfterFee,
    buyAmountAfterFee,
    appDataHash: _hash,
    onchainOrder,
    validTo,
    ...rest
  } = differingTokens(bodyOf(draft), fixture)
  const size = sizeOf(fixture, {
    ...rest,
    sellAmountBeforeFee,
    sellAmountAfterFee,
    buyAmountAfterFee,
  })
  const expiry = rest.validFor === undefined ? { validTo } : {}
  const isOnchain = rest.signingScheme === 'presign' || rest.signingScheme === 'eip1271'
  const onchain = isOnchain && onchainOrder !== undefined ? { onchainOrder: true } : {}
  return { ...draft, body: { ...rest, ...size, ...expiry, ...onchain } }
}

function sizeOf(fixture: FuzzFixture, fields: Fields): Fields {
  const { kind, sellToken, buyToken, sellAmountAfterFee: after } = fields
  if (kind === 'buy') {
    return { buyAmountAfterFee: fitting(fixture, fields.buyAmountAfterFee, buyToken) }
  }
  if (after !== undefined) return { sellAmountAfterFee: fitting(fixture, after, sellToken) }
  return { sellAmountBeforeFee: fitting(fixture, fields.sellAmountBeforeFee, sellToken) }
}

/**
 * Scales an amount of 10^15 to 10^17 atoms to the token: a few hundred dollars that the accounts
 * hold.
 */
function fitting({ tokens }: FuzzFixture, amount: unknown, token: unknown): string {
  const atoms = BigInt(String(amount ?? 10n ** 17n))
  if (token === tokens.USDC) return String(atoms / 10n ** 8n + 10n ** 8n)
  return String(token === tokens.DAI ? atoms * 1_000n + 10n ** 20n : atoms * 10n)
}
