const pauseMs = 500
let answeredAtMs = 0

/** Asks a wallet for something, half a second after its last answer at the soonest: some lose what comes sooner. */
export async function askWallet<T>(ask: () => Promise<T>): Promise<T> {
  const waitMs = answeredAtMs + pauseMs - Date.now()
  if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs))
  try {
    return await ask()
  } finally {
    answeredAtMs = Date.now()
  }
}
