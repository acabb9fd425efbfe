import {
  bridgeEvents,
  bridgeMethods,
  bridgeVersion,
  type CardMessage,
  type HostMessage,
} from './bridge-messages'

// The script that host pages load: built into public/embed.js, at most 3 KB. It imports nothing but the messages.

type Listener = (value: unknown) => void

/** An EIP-1193 provider of the host page; some have no events. */
type Wallet = {
  readonly request: (call: {
    readonly method: string
    readonly params: unknown
  }) => Promise<unknown>
  readonly on?: (event: string, listener: Listener) => void
  readonly removeListener?: (event: string, listener: Listener) => void
}

/** What wallets throw; MetaMask's phone app wraps the error of the network. */
type WalletError = {
  readonly code?: unknown
  readonly message?: unknown
  readonly data?: { readonly originalError?: { readonly code?: unknown } } | null
}

type Answer =
  | { readonly result: unknown }
  | { readonly error: { readonly code: unknown; readonly message: unknown } }

const tag = 'coincide-swap'
const params = ['chain', 'sell', 'buy', 'amount', 'theme', 'ref']
const methods: readonly string[] = bridgeMethods
const service = new URL((document.currentScript as HTMLScriptElement).src).origin

/** Milliseconds from a loaded frame to its card's greeting. A frame that is refused loads, too, and never greets. */
const patienceMs = 6_000

/** The first wallet that announces itself (EIP-6963). */
let announced: Wallet | undefined

/** `<coincide-swap>`: shows the trade card in a frame and lets it ask the page's wallet. */
class CardElement extends HTMLElement {
  static observedAttributes = params

  readonly #frame = document.createElement('iframe')
  /** Shown instead of a frame whose card does not answer. */
  readonly #link = document.createElement('a')
  readonly #listeners = bridgeEvents.map(
    (name) => (value: unknown) => this.#post({ type: 'event', name, value }),
  )
  #chosen: Wallet | undefined
  #wallet: Wallet | undefined
  /** The frame's window, once the card in it is ready. */
  #card: Window | undefined
  #timer: ReturnType<typeof setTimeout> | undefined

  /** The wallet that the card asks; the page may set its own. */
  get provider(): Wallet | undefined {
    return this.#chosen ?? announced ?? (window as { ethereum?: Wallet }).ethereum
  }

  set provider(wallet: Wallet | undefined) {
    this.#chosen = wallet
    this.greet()
  }

  connectedCallback(): void {
    const frame = this.#frame
    // The page may have set its wallet before this script arrived.
    if (Object.hasOwn(this, 'provider')) {
      this.#chosen = this.provider
      delete (this as Partial<CardElement>).provider
    }
    addEventListener('message', this)
    frame.title = 'Coincide'
    frame.allow = 'clipboard-write'
    frame.style.cssText = 'border:0;width:100%;height:600px;display:block'
    frame.onload = () => {
      clearTimeout(this.#timer)
      if (!this.#card) this.#timer = setTimeout(() => this.#show(false), patienceMs)
    }
    this.#link.textContent = `Trade at ${new URL(service).host}`
    this.#link.target = '_blank'
    this.attributeChangedCallback()
    this.append(frame, this.#link)
  }

  disconnectedCallback(): void {
    removeEventListener('message', this)
    clearTimeout(this.#timer)
    this.#use(undefined)
  }

  attributeChangedCallback(): void {
    if (!this.isConnected) return
    const query = new URLSearchParams()
    for (const name of params) {
      const value = this.getAttribute(name)
      if (value !== null) query.set(name, value)
    }
    this.#card = undefined
    this.#show(true)
    this.#link.href = `${service}/?${query}`
    this.#frame.src = `${service}/embed?${query}`
  }

  async handleEvent({ source, origin, data }: MessageEvent): Promise<void> {
    const card = this.#frame.contentWindow
    if (!card || source !== card || origin !== service) return
    const message = data as CardMessage | null | undefined
    if (message?.coincide !== bridgeVersion) return
    if (message.type === 'ready') {
      this.#card = card
      this.#show(true)
      this.greet()
    } else if (message.type === 'size') {
      this.#frame.style.height = `${message.height}px`
    } else if (message.type === 'order') {
      const { chainId, uid } = message
      this.dispatchEvent(new CustomEvent('coincide-order', { detail: { chainId, uid } }))
    } else if (message.type === 'request') {
      const { id, method } = message
      this.#post({ type: 'response', id, ...(await this.#ask(method, message.params)) })
    }
  }

  /** Tells the card whether there is a wallet. */
  greet(): void {
    this.#use(this.provider)
    this.#post({ type: 'hello', wallet: !!this.#wallet })
  }

  /** Shows the frame, or else the link: a hidden frame goes on, and its card may still answer. */
  #show(isCard: boolean): void {
    clearTimeout(this.#timer)
    this.#frame.style.display = isCard ? 'block' : 'none'
    this.#link.hidden = isCard
  }

  async #ask(method: string, given: unknown): Promise<Answer> {
    try {
      if (!methods.includes(method)) throw { code: 4200, message: 'not allowed' }
      if (!this.#wallet) throw { code: 4900, message: 'no wallet' }
      return { result: await this.#wallet.request({ method, params: given }) }
    } catch (error) {
      const { code, message, data } = (error ?? {}) as WalletError
      return { error: { code: data?.originalError?.code ?? code, message } }
    }
  }

  #use(wallet: Wallet | undefined): void {
    bridgeEvents.forEach((name, index) => {
      const listener = this.#listeners[index] as Listener
      this.#wallet?.removeListener?.(name, listener)
      wallet?.on?.(name, listener)
    })
    this.#wallet = wallet
  }

  #post(message: Unversioned): void {
    // Some wallets answer with proxies, which cannot be posted.
    const plain = JSON.parse(JSON.stringify({ coincide: bridgeVersion, ...message }))
    this.#card?.postMessage(plain, service)
  }
}

type WithoutVersion<Message> = Message extends unknown ? Omit<Message, 'coincide'> : never

/** A message as the script writes it; the card checks errors. */
type Unversioned =
  | Exclude<WithoutVersion<HostMessage>, { type: 'response' }>
  | ({ readonly type: 'response'; readonly id: number } & Answer)

addEventListener('eip6963:announceProvider', (event) => {
  announced ??= (event as CustomEvent<{ readonly provider: Wallet }>).detail.provider
  for (const card of document.querySelectorAll<Partial<CardElement> & Element>(tag)) card.greet?.()
})
dispatchEvent(new Event('eip6963:requestProvider'))
customElements.define(tag, CardElement)
