import { describeFuzz } from '@/lib/testing/fuzz/fuzz-suite'

describeFuzz({ requests: 20_000, pastSchema: 200, successShare: 0.2 })
