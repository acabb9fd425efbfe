import { useTranslations } from 'next-intl'
import { failureText } from './reason-text'

/** Shows why an action failed, next to its button; renders nothing without a failure. */
export const FailureLine = ({ error }: { readonly error: Error | null }) => {
  const t = useTranslations('notifications')
  return error ? (
    <p role="alert" className="text-small text-danger">
      {failureText(t, error)}
    </p>
  ) : null
}
