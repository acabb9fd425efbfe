import { describeFuzz } from '@/lib/testing/fuzz/fuzz-suite'

describeFuzz({ requestsEach: 340, pastSchema: 200, successShare: 0.2 }, ['long'])
