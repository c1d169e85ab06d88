import { sql } from 'kysely';
import type { ErasedFile } from '../records/privacy-entry.ts';
import {
  type Dialect,
  defineStatement,
  execute,
  fetchAll,
  type Repository,
  type Steps,
} from './statement.ts';

/** The calls about files that must be removed because their enquiries or photos were erased. */
export const erasedFilesRepository: Repository<'erasedFiles' | 'forgetErasedFiles'> = {
  /**
   * Returns at most `limit` files that are to be removed, sorted by kind and name, after the file `after`;
   * without it, the first ones.
   */
  *erasedFiles({ after: { kind, name } = startOfList, limit }) {
    const rows = yield* fetchAll(selectAfter({ kind, name, limit }));
    return rows.map(({ kind, name, until }) => ({
      // The table's CHECK lets no other kind in.
      kind: kind as ErasedFile['kind'],
      name,
      ...(until !== null && { until }),
    }));
  },
  /** Deletes the entries of files that were removed. */
  *forgetErasedFiles(files) {
    yield* execute(deleteFiles({ files: JSON.stringify(files) }));
  },
};

/** A file before every other in the sort order. */
const startOfList = { kind: '', name: '' };

/** Adds files to `erased_files`, so that they are removed later. Files that are there stay unchanged. */
export function* queueErasedFiles(files: readonly ErasedFile[]): Steps<void> {
  yield* execute(insertFiles({ files: JSON.stringify(files) }));
}

const selectAfter = defineStatement(
  ({ db }, { kind, name, limit }: { readonly kind: string; readonly name: string; readonly limit: number }) =>
    db
      .selectFrom('erased_files')
      .select(['kind', 'name', 'until'])
      .where(sql<boolean>`(kind, name) > (${kind}, ${name})`)
      .orderBy('kind')
      .orderBy('name')
      .limit(limit),
);

const deleteFiles = defineStatement(
  (dialect, { files }: { readonly files: string }) =>
    sql`DELETE FROM erased_files WHERE (kind, name) IN (SELECT kind, name FROM ${buildFileRows(dialect, files)})`,
);

const insertFiles = defineStatement(
  (dialect, { files }: { readonly files: string }) =>
    sql`INSERT INTO erased_files (kind, name, until)
      SELECT kind, name, until FROM ${buildFileRows(dialect, files)} WHERE true ON CONFLICT DO NOTHING`,
);

/** Returns a table expression for a list of files, which is passed as one JSON text. */
function buildFileRows({ name }: Dialect, files: string) {
  return name === 'sqlite'
    ? sql`(SELECT value ->> 'kind' AS kind, value ->> 'name' AS name, value ->> 'until' AS until
        FROM json_each(${files})) AS files`
    : sql`json_to_recordset(${files}::json) AS files (kind text, name text, until bigint)`;
}
