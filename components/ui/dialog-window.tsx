'use client'

import { X } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { Dialog as Primitive } from 'radix-ui'
import { useRef } from 'react'
import { classNames } from './class-names'
import { CloseRequest } from './close-request'
import type { DialogHeight, DialogProps } from './dialog'
import { IconButton } from './icon-button'
import { returnFocus } from './return-focus'

/** The Radix root, which holds the open state. */
export const DialogRoot = Primitive.Root

const heights: Record<DialogHeight, string> = {
  fit: 'max-h-[calc(100dvh-3rem)] tab:h-fit',
  full: 'h-[calc(100dvh-1rem)] tab:h-[min(40rem,calc(100dvh-6rem))]',
}

/**
 * Restores focus to the element that had it when the dialog opened. Radix restores focus to its own trigger only,
 * but most dialogs are opened by state; focus would fall back to the top of the page.
 */
const useFocusReturn = () => {
  const opener = useRef<Element | null>(null)
  const remember = () => {
    opener.current = document.activeElement
  }
  const restore = (event: Event) => {
    event.preventDefault()
    returnFocus(opener.current)
  }
  return { remember, restore }
}

const focusMarked = (event: Event) => {
  const target = event.target as HTMLElement | null
  const marked = target?.querySelector<HTMLElement>('[data-autofocus]')
  // On touch devices focusing a field opens the on-screen keyboard over half the list unless the list is for typing.
  const isTyped = marked?.dataset.autofocus === 'typing'
  if (!marked) return
  const isField = marked instanceof HTMLInputElement
  if (isField && !isTyped && !matchMedia('(hover: hover)').matches) return
  event.preventDefault()
  // What is decided comes first, on a low screen too.
  marked.focus({ preventScroll: true })
}

/** The window of a dialog: centred from 768 px width, a bottom sheet below that. */
export const DialogWindow = (props: DialogProps) => {
  const t = useTranslations('ui')
  const { id, title, aside, description, height = 'fit', closing = 'any' } = props
  const { footer, children } = props
  const focus = useFocusReturn()
  const closeButton = useRef<HTMLButtonElement>(null)
  const refuse = (event: Event) => {
    if (closing === 'footer') event.preventDefault()
  }
  return (
    <Primitive.Portal>
      <Primitive.Overlay className="fixed inset-0 z-40 animate-fade bg-scrim" />
      <Primitive.Content
        {...(id !== undefined && { id })}
        onOpenAutoFocus={(event) => {
          focus.remember()
          focusMarked(event)
        }}
        onCloseAutoFocus={focus.restore}
        onEscapeKeyDown={refuse}
        onInteractOutside={refuse}
        {...(description === undefined && { 'aria-describedby': undefined })}
        className={classNames(
          'fixed inset-x-0 bottom-0 z-50 flex animate-sheet flex-col rounded-t-card border border-card-edge',
          'bg-surface shadow-pop tab:inset-0 tab:m-auto tab:max-w-120 tab:animate-pop tab:rounded-card',
          heights[height],
          // On a phone in landscape the pinned footer would leave no room: everything scrolls together.
          footer !== undefined && '[@media(max-height:30rem)]:overflow-y-auto',
        )}
      >
        <CloseRequest closeButton={closeButton} />
        <span
          aria-hidden="true"
          className="mx-auto mt-2.5 -mb-1 h-1 w-10 shrink-0 rounded-full bg-line tab:hidden"
        />
        <header className="flex items-start gap-2 py-3 pr-3 pl-4 tab:pt-4 tab:pr-4 tab:pl-6">
          <div className="grid flex-1 gap-1 pt-2">
            <Primitive.Title className="font-display text-[1.25rem]/7 tracking-[-0.01em]">
              {title}
            </Primitive.Title>
            {description === undefined ? null : (
              <Primitive.Description className="text-small text-ink-2">
                {description}
              </Primitive.Description>
            )}
          </div>
          {aside === undefined ? null : (
            <div className="flex min-h-11 items-center text-small text-ink-2">{aside}</div>
          )}
          {closing === 'any' ? (
            <Primitive.Close asChild>
              <IconButton ref={closeButton} label={t('close')}>
                <X aria-hidden="true" className="size-5" />
              </IconButton>
            </Primitive.Close>
          ) : null}
        </header>
        <div
          className={classNames(
            'min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 pt-1 pb-4 tab:px-6 tab:pb-5',
            footer !== undefined &&
              '[@media(max-height:30rem)]:flex-none [@media(max-height:30rem)]:overflow-y-visible',
          )}
        >
          {children}
        </div>
        {footer === undefined ? null : (
          <footer className="mx-4 border-t border-hair pt-4 pb-[calc(1rem+env(safe-area-inset-bottom))] tab:mx-6 tab:pb-6">
            {footer}
          </footer>
        )}
      </Primitive.Content>
    </Primitive.Portal>
  )
}
