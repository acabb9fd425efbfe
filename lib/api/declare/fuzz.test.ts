import { describeFuzz } from '@/lib/testing/fuzz/fuzz-suite'

describeFuzz({ requestsEach: 8, pastSchema: 3, successShare: 0.2 })
