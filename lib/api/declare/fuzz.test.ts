import { describeFuzz } from '@/lib/testing/fuzz/fuzz-suite'

describeFuzz({ requestsEach: 10, pastSchema: 4, successShare: 0.2 })
