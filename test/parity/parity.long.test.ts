import { describeParity } from './parity-cases.ts';

describeParity({ pages: 400 });
