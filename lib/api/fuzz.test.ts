import { describeFuzz } from '@/lib/testing/fuzz/fuzz-suite'

describeFuzz({ requests: 1_500, pastSchema: 14, successShare: 0.2 })
