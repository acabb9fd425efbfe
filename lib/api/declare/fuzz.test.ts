import { describeFuzz } from '@/lib/testing/fuzz/fuzz-suite'

describeFuzz({ requestsEach: 18, pastSchema: 8, successShare: 0.2 })
