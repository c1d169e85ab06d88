import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type { WordPlace } from '../privacy-entry.ts';
import type { SyncCalls } from '../store.ts';

/**
 * Prepares what leaves no word of erased enquiries between the pages of the index that finds enquiries; to be called within a transaction.
 * What separates two pages is a word, or its beginning, and FTS5 keeps it when the word itself is deleted, `secure-delete` or not (table
 * `enquiry_words_idx`). The next word that an enquiry does have separates them as well: none lies between the two.
 */
export function prepareTidyWords(db: DatabaseSync): SyncCalls['tidyWords'] {
  db.exec('CREATE VIRTUAL TABLE temp.word_places USING fts5vocab (main, enquiry_words, instance)');
  // The first byte of each says which index it is of (SQLite, "FTS5", section 9).
  const select = db.prepare(
    `SELECT segid, pgno, term, (
       SELECT CAST(place.term AS BLOB) FROM temp.word_places AS place
       WHERE place.term >= CAST(substr(separator.term, 2) AS TEXT) LIMIT 1
     ) AS next FROM enquiry_words_idx AS separator
     WHERE length(term) > 1 AND (segid, term) > (?, ?) ORDER BY segid, term LIMIT ?`,
  );
  function replace(separators: readonly Separator[]): void {
    // SQLite guards the tables of an index from whoever does not say that it is meant.
    db.enableDefensive(false);
    try {
      const update = db.prepare('UPDATE enquiry_words_idx SET term = ? WHERE segid = ? AND pgno = ?');
      for (const { segment, page, term } of separators) update.run(term, segment, page);
    } finally {
      db.enableDefensive(true);
    }
  }
  return ({ after = first, limit }) => {
    const rows = select.all(after.segment, after.term, limit);
    const stray = rows.flatMap(strayOf);
    if (stray.length > 0) replace(stray);
    const last = rows.length < limit ? undefined : rows.at(-1);
    // Only FTS5 writes this column, bytes each time.
    return last && { segment: Number(last.segid), term: last.term as Uint8Array };
  };
}

const first: WordPlace = { segment: 0, term: new Uint8Array() };

/** What stands between two pages. */
interface Separator {
  readonly segment: number;
  readonly page: number;
  readonly term: Uint8Array;
}

/** What is to stand in place of one that no word begins with. */
function strayOf({ segid, pgno, term, next }: Record<string, SQLOutputValue>): readonly Separator[] {
  if (!(term instanceof Uint8Array && next instanceof Uint8Array)) return [];
  if (Buffer.compare(next.subarray(0, term.length - 1), term.subarray(1)) === 0) return [];
  return [{ segment: Number(segid), page: Number(pgno), term: Buffer.concat([term.subarray(0, 1), next]) }];
}
