'use client'

import { CircleAlert, CircleCheck, Info } from 'lucide-react'
import { type ExternalToast, Toaster as Primitive, toast } from 'sonner'

/** Where toasts appear; once, in the root layout. A polite live region of its own. */
export const Toaster = () => (
  <Primitive
    closeButton
    position="bottom-right"
    gap={8}
    offset={24}
    mobileOffset={{ bottom: '5.5rem', left: '0.75rem', right: '0.75rem' }}
    containerAriaLabel="Messages"
    icons={{
      success: <CircleCheck aria-hidden="true" className="size-5 text-surplus" />,
      error: <CircleAlert aria-hidden="true" className="size-5 text-danger" />,
      info: <Info aria-hidden="true" className="size-5 text-info" />,
    }}
    toastOptions={{
      unstyled: true,
      closeButtonAriaLabel: 'Dismiss message',
      classNames: {
        toast:
          'flex w-full items-start gap-3 rounded-btn border border-line bg-raised p-4 pr-11 font-sans text-small text-ink shadow-pop tab:w-(--width)',
        content: 'min-w-0 flex-1',
        title: 'font-semibold',
        description: 'text-ink-2',
        actionButton:
          'ml-auto min-h-8 shrink-0 rounded-full px-3 whitespace-nowrap font-medium text-primary hover:bg-primary-soft',
        closeButton:
          'absolute top-2.5 right-2 grid size-8 place-items-center rounded-full text-ink-2 hover:bg-sunken',
      },
    }}
  />
)

type Message = {
  readonly title: string
  readonly description?: string
  /** One way on, such as the page of the order. */
  readonly action?: { readonly label: string; readonly onClick: () => void }
  /** Toasts of one id replace each other. */
  readonly id?: string
}

const options = ({ title: _title, ...rest }: Message): ExternalToast => rest

/** Something the person did has worked. */
export const toastSuccess = (message: Message) => toast.success(message.title, options(message))

/** Something failed that no field or alert on the page can tell. */
export const toastError = (message: Message) => toast.error(message.title, options(message))

/** News that asks for nothing. */
export const toastInfo = (message: Message) => toast.info(message.title, options(message))
