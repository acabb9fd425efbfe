'use client'

import { useEffect } from 'react'
import { toastError, toastInfo } from '@/components/ui/toast'
import { keepCode, parseKept, readKept } from '@/lib/client/referral/kept-code'
import { readRefLink } from '@/lib/client/referral/ref-link'
import { codeMark } from './code-mark'
import type { captureWords } from './referral-words'

const toastId = 'referral'

/** What the toasts say, from the server: pages without a catalogue take codes too. */
type CaptureWords = ReturnType<typeof captureWords>

/** Takes the affiliate code off the address of any page, checks it and remembers it. */
export const ReferralCapture = ({ words }: { readonly words: CaptureWords }) => {
  useEffect(() => {
    const take = () => {
      const link = readRefLink(location.href)
      if (!link) return
      history.replaceState(null, '', link.rest)
      if (link.code === undefined) toastError({ id: toastId, ...toastOf(words.none) })
      else void welcome(words, link.code)
    }
    // Once the router has begun to follow the history; before, it would bring the old address back.
    const timer = setTimeout(take)
    addEventListener('hashchange', take)
    return () => {
      clearTimeout(timer)
      removeEventListener('hashchange', take)
    }
  }, [words])
  return null
}

/** Most visits bring no code, so what asks about one is loaded only then. */
async function welcome(words: CaptureWords, code: string): Promise<void> {
  const { fetchStanding } = await import('@/lib/client/referral/code-standing')
  const { state } = await fetchStanding(code, { tries: 2 }).catch(() => unchecked)
  if (state === 'off') return
  if (state === 'unknown' || state === 'disabled') {
    return toastError({ id: toastId, ...toastOf(words[state], code) })
  }
  const isNew = parseKept(readKept()).code !== code
  keepCode(code)
  const said = state === 'unchecked' ? words.unchecked : words.referred
  if (isNew) toastInfo({ id: toastId, ...toastOf(said, code) })
}

/** What cannot be checked now is checked again where orders are placed. */
const unchecked = { state: 'unchecked' } as const

const toastOf = ({ title, text }: CaptureWords['none'], code = '') => ({
  title: title.replace(codeMark, code),
  description: text,
})
