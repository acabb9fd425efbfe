import { describeFuzz } from '@/lib/testing/fuzz/fuzz-suite'

describeFuzz({ requestsEach: 13, pastSchema: 7, successShare: 0.2 })
