import { type Comparison, isSame, type Keys } from './store/moving/compare-sides.ts';

/** Returns the result of a migration as a table, followed by the keys of the rows that differ. */
export function moveReport(comparisons: readonly Comparison[]): string {
  const rows = comparisons.map(({ table, rows: [from, to], digests, ...others }) => [
    ...[table, String(from), String(to), ...digests.map((digest) => digest.slice(0, 12))],
    isSame({ table, rows: [from, to], digests, ...others }) ? 'the same' : 'DIFFERS',
  ]);
  const lines = aligned([['TABLE', 'ROWS', 'MOVED', 'DIGEST', 'OF MOVED', ''], ...rows]);
  return [...lines, ...comparisons.flatMap(faultsOf), ...replacedIn(comparisons)].join('\n');
}

export function moveJson(comparisons: readonly Comparison[]): string {
  const tables = comparisons.map((comparison) => ({ ...comparison, isSame: isSame(comparison) }));
  return JSON.stringify({ ok: comparisons.every(isSame), tables }, null, 2);
}

function faultsOf({ table, differing, missing, besides }: Comparison): readonly string[] {
  return [
    faultOf(`${table}: rows that differ`, differing),
    faultOf(`${table}: rows that have not arrived`, missing),
    faultOf(`${table}: rows that are there besides`, besides),
  ].flat();
}

function faultOf(what: string, { count, first }: Keys): readonly string[] {
  if (count === 0) return [];
  return [`${what}, ${count}: ${first.join(', ')}${count > first.length ? ', …' : ''}`];
}

function replacedIn(comparisons: readonly Comparison[]): readonly string[] {
  const count = comparisons.reduce((sum, { replaced }) => sum + replaced, 0);
  if (count === 0) return [];
  return [
    `Texts with U+0000, which PostgreSQL does not hold and its store writes as U+FFFD, as they stand there now: ${count}`,
  ];
}

function aligned(rows: readonly (readonly string[])[]): readonly string[] {
  const widthOf = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0));
  return rows.map((row) =>
    row
      .map((cell, at) => (at === 1 || at === 2 ? cell.padStart(widthOf(at)) : cell.padEnd(widthOf(at))))
      .join('  ')
      .trimEnd(),
  );
}
