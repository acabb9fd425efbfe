import { describeFuzz } from '@/lib/testing/fuzz/fuzz-suite'

describeFuzz({ requestsEach: 9, pastSchema: 2, successShare: 0.1 })
