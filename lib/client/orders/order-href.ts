import type { Hex } from '@/lib/core/bytes'

/** Whether a link to an order shows its amounts. They are public on the chain; hiding them is politeness. */
export type LinkedAmounts = 'shown' | 'hidden'

const query = (amounts: LinkedAmounts) => (amounts === 'hidden' ? '?amounts=hidden' : '')

/** Path of an order's page. */
export const orderHref = (uid: Hex, amounts: LinkedAmounts = 'shown'): string =>
  `/orders/${uid}${query(amounts)}`

/** Path of an order's picture for previews of links. */
export const orderPictureHref = (uid: Hex, amounts: LinkedAmounts = 'shown'): string =>
  `/orders/${uid}/picture${query(amounts)}`

/** Reads {@link LinkedAmounts} from the parameter `amounts` of a link. */
export const readLinkedAmounts = (text: unknown): LinkedAmounts =>
  text === 'hidden' ? 'hidden' : 'shown'
