import { sql } from 'kysely';
import type { FigureQuery, FigureStep } from '../figure-entry.ts';
import type { PostgresCalls } from './calls.ts';

export const postgresFigureCalls: PostgresCalls<'addFigures' | 'figures'> = {
  /** Adds counts to those of the same day, site, type, step, field and code. */
  async addFigures(db, figures) {
    if (figures.length === 0) return;
    const texts = (['day', 'site', 'type', 'step', 'field', 'code'] as const).map(
      (name) => sql`${figures.map((figure) => figure[name])}::text[]`,
    );
    // Each row occurs once and all instances add in the same order, so they cannot deadlock.
    await sql`INSERT INTO figures (day, site, type, step, field, code, count)
      SELECT day, site, type, step, field, code, sum(count)
      FROM unnest(${sql.join(texts)}, ${figures.map(({ count }) => count)}::double precision[])
        AS added (day, site, type, step, field, code, count)
      GROUP BY day, site, type, step, field, code
      ORDER BY day COLLATE "C", site COLLATE "C", type COLLATE "C", step COLLATE "C", field COLLATE "C", code COLLATE "C"
      ON CONFLICT (day, site, type, step, field, code) DO UPDATE SET count = figures.count + excluded.count`.execute(
      db,
    );
  },
  /** Returns the figures of a selection, summed in two ways (`FigureSums`). */
  async figures(db, query) {
    const { rows: days } = await sql<{
      readonly day: string;
      readonly site: string;
      readonly type: string;
      readonly step: FigureStep;
      readonly count: number;
    }>`SELECT day, site, type, step, sum(count) AS count FROM figures
      WHERE ${buildFigureCondition(query)} AND step <> 'met' GROUP BY day, site, type, step ORDER BY day, site, type, step`.execute(
      db,
    );
    const { rows: fields } = await sql<{
      readonly type: string;
      readonly step: FigureStep;
      readonly field: string;
      readonly code: string;
      readonly count: number;
    }>`SELECT type, step, field, code, sum(count) AS count FROM (
        SELECT type, step, field, code, count FROM figures WHERE ${buildFigureCondition(query)} AND step = 'met'
        UNION ALL
        SELECT type, 'left', field, code, greatest(0, sum(CASE step WHEN 'left' THEN count ELSE -count END)) FROM figures
        WHERE ${buildFigureCondition(query)} AND step IN ('left', 'returned') GROUP BY day, site, type, field, code
      ) AS each GROUP BY type, step, field, code ORDER BY type, step, field, code`.execute(db);
    return { days, fields };
  },
};

/**
 * Returns the SQL condition for a selection. Absent types or sites select all, an empty list selects none.
 */
function buildFigureCondition({ from, until, types, sites }: FigureQuery) {
  return sql`day BETWEEN ${from} AND ${until}
    AND ${types ? sql`type = ANY (${[...types]}::text[])` : sql`true`}
    AND ${sites ? sql`site = ANY (${[...sites]}::text[])` : sql`true`}`;
}
