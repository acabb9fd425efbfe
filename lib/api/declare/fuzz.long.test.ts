import { describeFuzz } from '@/lib/testing/fuzz/fuzz-suite'

describeFuzz({ requestsEach: 120, pastSchema: 60, successShare: 0.19 }, ['long'])
