import { describeFuzz } from '@/lib/testing/fuzz/fuzz-suite'

describeFuzz({ requestsEach: 340, pastSchema: 180, successShare: 0.19 }, ['long'])
