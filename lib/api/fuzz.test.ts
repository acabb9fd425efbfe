import { describeFuzz } from '@/lib/testing/fuzz/fuzz-suite'

describeFuzz({ requests: 1_500, pastSchema: 15, successShare: 0.2 })
