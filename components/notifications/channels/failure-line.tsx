import { useTranslations } from 'next-intl'
import { failureText } from './failure-text'

/** Why something was not done, beside the button that asked for it; nothing while nothing has failed. */
export const FailureLine = ({ error }: { readonly error: Error | null }) => {
  const t = useTranslations('notifications')
  return error ? (
    <p role="alert" className="text-small text-danger">
      {failureText(t, error)}
    </p>
  ) : null
}
