'use client'

import { useEffect } from 'react'
import { toastError, toastInfo } from '@/components/ui/toast'
import { readRefLink } from '@/lib/client/referral/ref-link'
import { parseStored, readStored, storeCode } from '@/lib/client/referral/stored-code'
import { codeMark } from './code-mark'
import type { captureWords } from './referral-words'

const toastId = 'referral'

/** The toasts' texts from the server: pages without a catalogue accept codes, too. */
type CaptureWords = ReturnType<typeof captureWords>

/** Removes the affiliate code from any page's address, checks it and stores it. */
export const ReferralCapture = ({ words }: { readonly words: CaptureWords }) => {
  useEffect(() => {
    const take = () => {
      const link = readRefLink(location.href)
      if (!link) return
      history.replaceState(null, '', link.rest)
      if (link.code === undefined) toastError({ id: toastId, ...toastOf(words.none) })
      else void welcome(words, link.code)
    }
    // Once the router tracks the history; earlier, it would restore the old address.
    const timer = setTimeout(take)
    addEventListener('hashchange', take)
    return () => {
      clearTimeout(timer)
      removeEventListener('hashchange', take)
    }
  }, [words])
  return null
}

/** Most visits have no code, so the code that checks one is loaded on demand. */
async function welcome(words: CaptureWords, code: string): Promise<void> {
  const { fetchCodeStatus } = await import('@/lib/client/referral/fetch-code')
  const { state } = await fetchCodeStatus(code, { tries: 2 }).catch(() => unchecked)
  if (state === 'off') return
  if (state === 'unknown' || state === 'disabled') {
    return toastError({ id: toastId, ...toastOf(words[state], code) })
  }
  const isNew = parseStored(readStored()).code !== code
  storeCode(code)
  const text = state === 'unchecked' ? words.unchecked : words.referred
  if (isNew) toastInfo({ id: toastId, ...toastOf(text, code) })
}

/** A failed check is repeated when an order is placed. */
const unchecked = { state: 'unchecked' } as const

const toastOf = ({ title, text }: CaptureWords['none'], code = '') => ({
  title: title.replace(codeMark, code),
  description: text,
})
