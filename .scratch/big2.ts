import { patternTime } from '../engine/check/patterns/slowness.ts';
for (const p of ['(?:a{1000}){1000}', 'a{4294967295}', 'a{100000}', 'a{5000}', 'a{0,5000}b', '(?:x{0,1000}y?){0,1000}z', '(?:ab?){1000}c', 'x{1,1000}y', '(?:a{1000}){1000}$', '^(?:x{0,1000}y?){0,1000}$'] ) {
  let re: RegExp; try { re = new RegExp(p, 'u'); } catch (e) { console.log(String(e).slice(0, 80)); continue; }
  const r = patternTime(p);
  for (const n of [5000, 50000]) for (const s of ['a'.repeat(n), 'x'.repeat(n) + '!', 'ab'.repeat(n / 2)]) { const t = performance.now(); let v; try { v = re.test(s); } catch (e) { v = String(e).slice(0, 50); } const ms = Math.round(performance.now() - t); if (ms > 30) console.log(p, r.slowness, r.mostCharacters, n, s.slice(0, 3), v, ms, 'ms'); }
}
for (const n of [200, 400, 800]) { const t = performance.now(); console.log(n, patternTime('a?'.repeat(n)).slowness, Math.round(performance.now() - t)); }
