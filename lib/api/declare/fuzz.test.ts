import { describeFuzz } from '@/lib/testing/fuzz/fuzz-suite'

describeFuzz({ requestsEach: 26, pastSchema: 14, successShare: 0.2 })
