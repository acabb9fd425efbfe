/** Maximum calls in one batch to the JSON-RPC relay: what a page asks for in one frame, and half a second's reads at most. */
export const maxRelayedCalls = 10
