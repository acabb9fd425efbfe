'use client'

import { useEffect } from 'react'
import { toastError, toastInfo } from '@/components/ui/toast'
import { keepCode, parseKept, readKept } from '@/lib/client/referral/kept-code'
import { readRefLink } from '@/lib/client/referral/ref-link'

const toastId = 'referral'

/** Takes the affiliate code off the address of any page, checks it and remembers it. */
export const ReferralCapture = () => {
  useEffect(() => {
    const take = () => {
      const link = readRefLink(location.href)
      if (!link) return
      history.replaceState(null, '', link.rest)
      if (link.code === undefined)
        refuse('The link names no code', 'A code has 5 to 20 letters, digits, - or _.')
      else void welcome(link.code)
    }
    // Once the router has begun to follow the history; before, it would bring the old address back.
    const timer = setTimeout(take)
    addEventListener('hashchange', take)
    return () => {
      clearTimeout(timer)
      removeEventListener('hashchange', take)
    }
  }, [])
  return null
}

/** Most visits bring no code, so what asks about one is loaded only then. */
async function welcome(code: string): Promise<void> {
  const { fetchStanding } = await import('@/lib/client/referral/code-standing')
  const { state } = await fetchStanding(code, { tries: 2 }).catch(() => unchecked)
  if (state === 'off') return
  if (state === 'unknown') return refuse(`Nobody has the code ${code}`, 'Ask for a new link.')
  if (state === 'disabled') return refuse(`The code ${code} is switched off`, 'It counts no more.')
  const isNew = parseKept(readKept()).code !== code
  keepCode(code)
  if (isNew) toastInfo({ id: toastId, ...(state === 'unchecked' ? later(code) : referred(code)) })
}

/** What cannot be checked now is checked again where orders are placed. */
const unchecked = { state: 'unchecked' } as const

const referred = (code: string) => ({
  title: `Referred by ${code}`,
  description: 'Orders placed here carry this code. It changes no price and can be removed.',
})

const later = (code: string) => ({
  title: `The code ${code} is not checked yet`,
  description: 'The service did not answer. The code is kept and checked again where you trade.',
})

function refuse(title: string, advice: string): void {
  toastError({ id: toastId, title, description: `${advice} Your orders do not carry it.` })
}
