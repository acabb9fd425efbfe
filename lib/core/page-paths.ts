/** Path of the only page that pages of other sites may show in a frame. */
export const embedPath = '/embed'

/** Request header by which the front server makes the pages render the card alone: its theme, or `auto`. */
export const embedHeader = 'x-embed'

/** Path of the page that a browser keeps for the time without a connection. */
export const offlinePath = '/offline'
