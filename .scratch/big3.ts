import { patternTime } from '../engine/check/patterns/slowness.ts';
for (const n of [200, 400, 800, 1200, 3000]) { const t = performance.now(); console.log(n, patternTime('a?'.repeat(n)).slowness, Math.round(performance.now() - t)); }
for (const n of [200, 400]) { const t = performance.now(); console.log(n, patternTime('\\w?'.repeat(n) + 'x*y*z*').slowness, Math.round(performance.now() - t)); }
