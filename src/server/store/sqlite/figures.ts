import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type { FigureQuery, FigureStep } from '../figure-entry.ts';
import type { SyncCalls } from '../store.ts';

export function prepareFigures(db: DatabaseSync): Pick<SyncCalls, 'addFigures' | 'figures'> {
  const add = db.prepare(
    `INSERT INTO figures (day, site, type, step, field, code, count) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET count = count + excluded.count`,
  );
  const within = `day BETWEEN ?1 AND ?2
    AND (?3 IS NULL OR type IN (SELECT value FROM json_each(?3)))
    AND (?4 IS NULL OR site IN (SELECT value FROM json_each(?4)))`;
  const days = db.prepare(
    `SELECT day, site, type, step, sum(count) AS count FROM figures
     WHERE ${within} AND step <> 'met' GROUP BY day, site, type, step ORDER BY day, site, type, step`,
  );
  const fields = db.prepare(
    `SELECT type, step, field, code, sum(count) AS count FROM (
       SELECT type, step, field, code, count FROM figures WHERE ${within} AND step = 'met'
       UNION ALL
       SELECT type, 'left', field, code, max(0, sum(iif(step = 'left', count, -count))) AS count FROM figures
       WHERE ${within} AND step IN ('left', 'returned') GROUP BY day, site, type, field, code
     ) GROUP BY type, step, field, code ORDER BY type, step, field, code`,
  );
  return {
    /** Adds counts to those of the same day, site, type, step, field and code. */
    addFigures: (figures) => {
      for (const { day, site, type, step, field, code, count } of figures)
        add.run(day, site, type, step, field, code, count);
    },
    /** Returns the figures of a selection, summed in two ways (`FigureSums`). */
    figures: (query) => ({
      days: days.all(...toQueryParameters(query)).map((row) => ({
        day: String(row.day),
        site: String(row.site),
        type: String(row.type),
        step: toFigureStep(row.step),
        count: Number(row.count),
      })),
      fields: fields.all(...toQueryParameters(query)).map((row) => ({
        type: String(row.type),
        step: toFigureStep(row.step),
        field: String(row.field),
        code: String(row.code),
        count: Number(row.count),
      })),
    }),
  };
}

/**
 * Returns the parameters of the SQL condition for a selection: the days, and types and sites as JSON arrays.
 * Null instead of an array selects all.
 */
function toQueryParameters({ from, until, types, sites }: FigureQuery) {
  return [from, until, types ? JSON.stringify(types) : null, sites ? JSON.stringify(sites) : null] as const;
}

/** Returns the value of a column with its type: the table's CHECK lets no other text in. */
function toFigureStep(value: SQLOutputValue | undefined): FigureStep {
  return value as FigureStep;
}
