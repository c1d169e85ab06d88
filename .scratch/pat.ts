import { patternTime } from '../engine/check/patterns/slowness.ts';
const hand = ['a+b', 'a+$', '\\s+$', '^\\s*$|\\s+x', '^(?=.*a)(?=.*b)(?=.*c).*$', '(?=a+b)c', '^(a?){30}a{30}$', '^(a?a?a?){20}$', '^(?:a|aa)+$', '^(?:a|ab|abc|abcd)*z$', '^(?:[a-z]+\\s?)+$', '^(?:\\d+,?)+$', '^(([a-z])+.)+[A-Z]([a-z])+$', '^(?<!x)a+b', '(?<=a+)b', '(?<=(?:a|a)+)b', '(?<=a*a*a*)b$', '^(?:(?=a)a|a)+$', '^(?:\\b\\w+\\b\\s*)+$', '^(?:\\ba+)+$', '^(?:a+\\b)*$', '(?:a+\\B)+!', '^(?:(?!b)[ab]|a)+$', '^[\\s\\S]*?x[\\s\\S]*?y[\\s\\S]*?z$', '(x*)*', '^(x*)*$', '^(?:x*){5}$', '^(?:x{0,50}){50}$', '^(?:(?:x?){10}){10}y$', '^(a+|b+|c+)*c$', '^(?:a|\\u0061)+$', '^(?:ß|ss)+$', '^(?:[^a]|a)+$', '^(?:\\p{L}|\\p{Lu})+$', '^(?:\\w|\\d)+$', '^(?:.|\\s)+$', '^(?:[\\s\\S]|x)*y$', '(?:(?:a*)*)*b', '^(?:a*?)*?b$', '(?:a{2,3})+$', '^(?:aa|aaa)+$', '^(?:a{1,2}){1,40}$', '^(?:a{1,2}){1,40}b$', '(?:.*a){5}', '(?:.*a){12}', '^(?:.*a){20}$', '^.*(?:a.*){10}b$', '(.*)(.*)(.*)(.*)(.*)b', '^(?=(a+))\\1b', '(?:a|b|ab)*c', '^(?:(?:ab)+|(?:ab)*)+c$', '(\\w+\\s?)*:', '^([^@]+@)+$', '^(?:[^,]*,)*[^,]*x$', '(?:a?b??)*c', '(?i:a|A)+b', '^(?:\\u{1F600}|[\\u{1F600}-\\u{1F64F}])+$', '[^]*[^]*[^]*x', '(?:\\S+\\s+){3}\\S+$', '(?!a*a*a*b)a', '^(?!(?:.*a){8}).*$', '(?=(?:x+x+)+y)', '^(?:a(?=a*b)|a)+$', '(?<!(?:a+)+)b', '^a{0,5000}a{0,5000}b$', '^(?:a{0,100}){0,100}b$', '^[a-z]{1,3000}[a-z0-9]{1,3000}[.]$'];
const atoms = ['a', 'b', '.', '\\w', '[ab]', '[^b]', '\\s', 'ab', 'aa', '\\d', '(?=a)', '(?!b)', '\\b', '(?<=a)', '(?<!b)', '^', '$'];
const quants = ['', '', '', '*', '+', '?', '*?', '+?', '{2}', '{1,3}', '{0,9}', '{3,}'];
let seed = 99; const rnd = (n: number) => { seed = (seed * 1103515245 + 12345) & 0x7fffffff; return seed % n; };
const pick = (xs: readonly string[]) => xs[rnd(xs.length)]!;
function gen(d: number): string { const k = rnd(d > 0 ? 6 : 2); if (k < 2) return pick(atoms.slice(0, 10)) + pick(quants); if (k === 2) return `(?:${gen(d - 1)}|${gen(d - 1)})${pick(quants)}`; if (k === 3) return `(?:${gen(d - 1)}${gen(d - 1)})${pick(quants)}`; if (k === 4) return pick(atoms) + gen(d - 1); return `(?${pick(['=', '!', '<=', '<!'])}${gen(d - 1)})${gen(d - 1)}`; }
const texts = (n: number) => ['a'.repeat(n), 'a'.repeat(n) + '!', 'b'.repeat(n) + '!', 'ab'.repeat(n / 2) + '!', 'a '.repeat(n / 2) + '!', 'ba'.repeat(n / 2), ' '.repeat(n) + '!', 'aab'.repeat(n / 3) + '\n', '1'.repeat(n) + '!', '!' + 'a'.repeat(n), 'aaaaaaaaab'.repeat(n / 10) + '!', '😀'.repeat(n / 2) + '!', 'x'.repeat(n) + '!', 'x'.repeat(n)];
const counts: Record<string, number> = {};
const end = Date.now() + 60_000; let n = 0; const seen = new Set<string>();
const measure = (p: string, why: string) => {
  if (seen.has(p)) return; seen.add(p);
  let re: RegExp; try { re = new RegExp(p, 'u'); } catch { return; }
  const t0 = performance.now(); let r: ReturnType<typeof patternTime>; try { r = patternTime(p); } catch (e) { console.log(`THROWS ${e} ${p}`); return; } const took = performance.now() - t0;
  if (took > 1500) console.log(`PROOF SLOW ${Math.round(took)} ms ${p}`);
  counts[r.slowness] = (counts[r.slowness] ?? 0) + 1; n += 1;
  const most = r.mostCharacters;
  if (r.slowness === 'exponential' || r.slowness === 'unproven') return;
  for (const len of [Math.min(5000, most)]) for (const t of texts(len)) {
    const s = performance.now(); re.test(t.slice(0, len + 1)); const ms = performance.now() - s;
    if (ms > 50) { const s2 = performance.now(); re.test(t.slice(0, len + 1)); const ms2 = performance.now() - s2; if (ms2 > 50) { console.log(`SLOW ${Math.round(ms2)} ms ${why} ${r.slowness} most ${most} len ${len} ${p} on ${JSON.stringify(t.slice(0, 12))}`); return; } }
  }
};
for (const p of hand) { measure(p, 'hand'); }

while (Date.now() < end) { const core = gen(3); measure(rnd(2) ? `^${core}$` : core + pick(['', '!', '$', 'c']), 'gen'); }
console.log(n, JSON.stringify(counts));
