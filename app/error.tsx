'use client'

import { ErrorPage } from '@/components/app/error-page'

export default ErrorPage
