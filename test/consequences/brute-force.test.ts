import { describeBruteForce } from './brute-force-cases.ts';

describeBruteForce({ changes: 10 });
