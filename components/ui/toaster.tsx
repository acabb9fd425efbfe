'use client'

import { CircleAlert, CircleCheck, Info } from 'lucide-react'
import { useEffect } from 'react'
import { Toaster as Primitive, toast } from 'sonner'
import type { Message, ToastWords, Tone } from './toast'

let resolveMounted = () => {}
const mounted = new Promise<void>((resolve) => {
  resolveMounted = resolve
})

/** The toast region. Pending {@link showToast} calls resume once it has mounted. */
export const ToastRegion = ({ words }: { readonly words: ToastWords }) => {
  // Child effects run first, so the region below is subscribed by then.
  useEffect(resolveMounted, [])
  return (
    <Primitive
      closeButton
      // Both toasts of a trade are shown in full: behind the second, the first would never be read.
      expand
      visibleToasts={2}
      position="bottom-right"
      gap={8}
      offset={24}
      mobileOffset={{ bottom: '5.5rem', left: '0.75rem', right: '0.75rem' }}
      containerAriaLabel={words.region}
      icons={{
        success: <CircleCheck aria-hidden="true" className="size-5 text-surplus" />,
        error: <CircleAlert aria-hidden="true" className="size-5 text-danger" />,
        info: <Info aria-hidden="true" className="size-5 text-info" />,
      }}
      toastOptions={{
        unstyled: true,
        closeButtonAriaLabel: words.dismiss,
        classNames: {
          toast:
            'flex w-full items-start gap-3 rounded-btn border border-line bg-raised p-4 pr-11 font-sans text-small text-ink shadow-pop tab:w-(--width)',
          content: 'min-w-0 flex-1',
          title: 'font-semibold',
          description: 'text-ink-2',
          actionButton:
            'ml-auto min-h-8 max-tab:min-h-11 shrink-0 rounded-full px-3 whitespace-nowrap font-medium text-primary hover:bg-primary-soft',
          closeButton:
            'absolute top-2.5 right-2 grid size-8 max-tab:top-1 max-tab:right-0 max-tab:size-11 place-items-center rounded-full text-ink-2 hover:bg-sunken',
        },
      }}
    />
  )
}

/** Shows a toast once the region has mounted. */
export async function showToast(tone: Tone, { title, ...rest }: Message): Promise<void> {
  await mounted
  // Errors stay longer, for users who were looking elsewhere.
  toast[tone](title, { ...rest, ...(tone === 'error' && { duration: 15_000 }) })
}
