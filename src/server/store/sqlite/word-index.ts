import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type { ServerSettings } from '../../config/settings.ts';
import type { WordPlace } from '../privacy-entry.ts';
import type { SyncCalls } from '../store.ts';
import { inTransaction, unforced } from './transaction.ts';

/** Brings the words of enquiries into the index that finds them: soon after they have arrived, and before anybody looks for any. */
export interface WordIndexing {
  /** Has them indexed soon, some at a time. */
  readonly soon: () => void;
  /** Resolves when the words of whatever is stored by now are in the index. */
  readonly upToDate: () => Promise<void>;
  readonly stop: () => void;
}

/** An enquiry is stored without its words: all enquiries up to one number are in the index, the later ones are still to be. */
export function indexWords(
  db: DatabaseSync,
  {
    read,
    write,
    settings: { wordsAfterMs, wordsBatch },
  }: {
    readonly read: <Result>(query: () => Result) => Promise<Result>;
    readonly write: <Result>(change: () => Result, options: { isUnforced: boolean }) => Promise<Result>;
    readonly settings: Pick<ServerSettings['store'], 'wordsAfterMs' | 'wordsBatch'>;
  },
): WordIndexing {
  const { next, latest, add } = prepareIndexing(db);
  let timer: NodeJS.Timeout | undefined;

  // What a power cut takes of it is behind again.
  const addSome = () => write(() => add(wordsBatch), { isUnforced: true });

  async function addSoon(): Promise<void> {
    timer = undefined;
    await addSome();
    if ((await read(next)) !== undefined) soon();
  }

  function soon(): void {
    // What cannot be written now is indexed after the next enquiry, or before the next search, which then says what is wrong.
    timer ??= setTimeout(() => addSoon().catch(() => undefined), wordsAfterMs).unref();
  }

  return {
    soon,
    async upToDate() {
      const last = await read(latest);
      const isBehind = async () => ((await read(next)) ?? Number.POSITIVE_INFINITY) <= last;
      while (await isBehind()) await addSome();
    },
    stop: () => clearTimeout(timer),
  };
}

/** Brings the words of all enquiries into the index at once, so many enquiries at a time; for a database that nobody else uses. */
export function indexAllWords(db: DatabaseSync, batch: number): void {
  const { next, add } = prepareIndexing(db);
  while (next() !== undefined) unforced(db, () => inTransaction(db, () => add(batch)));
}

function prepareIndexing(db: DatabaseSync) {
  const isLater = 'sequence > (SELECT sequence FROM enquiry_words_until)';
  const next = db.prepare(`SELECT sequence FROM enquiries WHERE ${isLater} ORDER BY sequence LIMIT 1`);
  const latest = db.prepare('SELECT max(sequence) AS sequence FROM enquiries');
  const lastOf = db.prepare(
    `SELECT max(sequence) AS sequence FROM (SELECT sequence FROM enquiries WHERE ${isLater} ORDER BY sequence LIMIT ?)`,
  );
  const insert = db.prepare(
    `INSERT INTO enquiry_words (rowid, words)
     SELECT sequence, words FROM words_of_enquiries WHERE ${isLater} AND sequence <= ? ORDER BY sequence`,
  );
  const note = db.prepare('UPDATE enquiry_words_until SET sequence = ?');
  return {
    /** The first enquiry whose words are not in the index. */
    next: () => next.get()?.sequence as number | undefined,
    latest: () => Number(latest.get()?.sequence),
    /** Adds the words of so many at most; to be called within a transaction. */
    add: (most: number) => {
      const { sequence = null } = lastOf.get(most) ?? {};
      if (sequence === null) return;
      insert.run(sequence);
      note.run(sequence);
    },
  };
}

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
