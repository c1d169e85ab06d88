import { sql } from 'kysely';
import type { Figure, FigureQuery, FigureStep } from '../records/figure-entry.ts';
import { type Dialect, defineStatement, execute, fetchAll, type Repository } from './statement.ts';

export const figuresRepository: Repository<'addFigures' | 'figures'> = {
  /** Adds counts to those of the same day, site, type, step, field and code. */
  *addFigures(figures) {
    // One statement in PostgreSQL, and one for each figure in SQLite.
    if (figures.length > 0) yield* execute(addAll(toColumns(figures)));
    for (const figure of figures) yield* execute(addOne(figure));
  },
  /** Returns the figures of a selection, summed in two ways (`FigureSums`). */
  *figures(query) {
    return { days: yield* fetchAll(selectDays(query)), fields: yield* fetchAll(selectFields(query)) };
  },
};

const addOne = defineStatement(({ name }, { day, site, type, step, field, code, count }: Figure) =>
  name === 'sqlite'
    ? sql`INSERT INTO figures (day, site, type, step, field, code, count)
        VALUES (${day}, ${site}, ${type}, ${step}, ${field}, ${code}, ${count})
        ON CONFLICT DO UPDATE SET count = count + excluded.count`
    : undefined,
);

/** Each row occurs once and all instances add in the same order, so they cannot deadlock. */
const addAll = defineStatement(
  ({ name }, { day, site, type, step, field, code, count }: ReturnType<typeof toColumns>) =>
    name === 'postgres'
      ? sql`INSERT INTO figures (day, site, type, step, field, code, count)
          SELECT day, site, type, step, field, code, sum(count)
          FROM unnest(${day}::text[], ${site}::text[], ${type}::text[], ${step}::text[], ${field}::text[],
            ${code}::text[], ${count}::double precision[]) AS added (day, site, type, step, field, code, count)
          GROUP BY day, site, type, step, field, code
          ORDER BY day COLLATE "C", site COLLATE "C", type COLLATE "C", step COLLATE "C", field COLLATE "C", code COLLATE "C"
          ON CONFLICT (day, site, type, step, field, code) DO UPDATE SET count = figures.count + excluded.count`
      : undefined,
);

/** Returns the figures as one list for each column. */
function toColumns(figures: readonly Figure[]) {
  return {
    day: figures.map(({ day }) => day),
    site: figures.map(({ site }) => site),
    type: figures.map(({ type }) => type),
    step: figures.map(({ step }) => step),
    field: figures.map(({ field }) => field),
    code: figures.map(({ code }) => code),
    count: figures.map(({ count }) => count),
  };
}

const selectDays = defineStatement(
  (dialect, query: FigureQuery) => sql<{
    readonly day: string;
    readonly site: string;
    readonly type: string;
    readonly step: FigureStep;
    readonly count: number;
  }>`SELECT day, site, type, step, sum(count) AS count FROM figures
    WHERE ${buildCondition(dialect, query)} AND step <> 'met' GROUP BY day, site, type, step ORDER BY day, site, type, step`,
);

const selectFields = defineStatement((dialect, query: FigureQuery) => {
  const condition = buildCondition(dialect, query);
  const greatest = sql.raw(dialect.name === 'sqlite' ? 'max' : 'greatest');
  return sql<{
    readonly type: string;
    readonly step: FigureStep;
    readonly field: string;
    readonly code: string;
    readonly count: number;
  }>`SELECT type, step, field, code, sum(count) AS count FROM (
      SELECT type, step, field, code, count FROM figures WHERE ${condition} AND step = 'met'
      UNION ALL
      SELECT type, 'left', field, code, ${greatest}(0, sum(CASE step WHEN 'left' THEN count ELSE -count END)) FROM figures
      WHERE ${condition} AND step IN ('left', 'returned') GROUP BY day, site, type, field, code
    ) AS each GROUP BY type, step, field, code ORDER BY type, step, field, code`;
});

/**
 * Returns the SQL condition for a selection. Absent types or sites select all, an empty list selects none.
 */
function buildCondition({ isInList }: Dialect, { from, until, types, sites }: FigureQuery) {
  return sql`day BETWEEN ${from} AND ${until}
    AND ${types ? isInList('type', types, 'text') : sql`true`}
    AND ${sites ? isInList('site', sites, 'text') : sql`true`}`;
}
