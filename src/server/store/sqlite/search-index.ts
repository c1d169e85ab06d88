import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type { ServerSettings } from '../../platform/config/settings.ts';
import type { IndexPosition } from '../records/privacy-entry.ts';
import type { SyncCalls } from '../store.ts';
import { runTransaction, runUnforced } from './transaction.ts';

/** Adds the terms of enquiries to the full-text index: soon after they arrive, and before each search. */
export interface SearchIndexer {
  /** Indexes stored enquiries in the background after `wordsAfterMs`, unless that is scheduled already. */
  readonly scheduleIndexing: () => void;
  /**
   * Indexes every enquiry that is stored by now. Resolves when it is done; rejects if a batch cannot be
   * written.
   */
  readonly ensureUpToDate: () => Promise<void>;
  /** Cancels the indexing that is scheduled. A batch that is being written is not stopped. */
  readonly stop: () => void;
}

/**
 * Creates the indexer. It adds stored enquiries to the index in the order of their numbers; the number of the
 * last indexed one is stored. It starts nothing by itself.
 * @param read Runs a query.
 * @param write Runs a change in a transaction.
 */
export function createSearchIndexer(
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
): SearchIndexer {
  const { findNext, findLatest, indexBatch } = prepareIndexing(db);
  let timer: NodeJS.Timeout | undefined;

  // Unforced: what a power cut loses is indexed again.
  /** Indexes the next enquiries, at most `wordsBatch`, in a transaction. */
  const writeBatch = () => write(() => indexBatch(wordsBatch), { isUnforced: true });

  /**
   * Indexes one batch, and schedules the next one if there are more enquiries. Rejects if the batch cannot be
   * written.
   */
  async function indexInBackground(): Promise<void> {
    timer = undefined;
    await writeBatch();
    if ((await read(findNext)) !== undefined) scheduleIndexing();
  }

  /**
   * Starts the timer for `indexInBackground`, unless it runs already. The timer does not keep the process
   * alive, and errors are ignored.
   */
  function scheduleIndexing(): void {
    // If this fails, the terms are indexed after the next enquiry, or before the next search, which then
    // reports the error.
    timer ??= setTimeout(() => indexInBackground().catch(() => undefined), wordsAfterMs).unref();
  }

  return {
    scheduleIndexing,
    async ensureUpToDate() {
      const last = await read(findLatest);
      /** Resolves with true if an enquiry up to `last` is not indexed. */
      const isBehind = async () => ((await read(findNext)) ?? Number.POSITIVE_INFINITY) <= last;
      while (await isBehind()) await writeBatch();
    },
    stop: () => clearTimeout(timer),
  };
}

/**
 * Indexes all enquiries before it returns, in one transaction for each `batch` of enquiries, without waiting
 * for the disk. For a database that nobody else uses.
 */
export function indexAllEnquiries(db: DatabaseSync, batch: number): void {
  const { findNext, indexBatch } = prepareIndexing(db);
  while (findNext() !== undefined) runUnforced(db, () => runTransaction(db, () => indexBatch(batch)));
}

/** Prepares the functions that read and advance the state of the index. */
function prepareIndexing(db: DatabaseSync) {
  const isLater = 'sequence > (SELECT sequence FROM enquiry_words_until)';
  const next = db.prepare(`SELECT sequence FROM enquiries WHERE ${isLater} ORDER BY sequence LIMIT 1`);
  const latest = db.prepare('SELECT max(sequence) AS sequence FROM enquiries');
  const selectLastOfBatch = db.prepare(
    `SELECT max(sequence) AS sequence FROM (SELECT sequence FROM enquiries WHERE ${isLater} ORDER BY sequence LIMIT ?)`,
  );
  const insert = db.prepare(
    `INSERT INTO enquiry_words (rowid, words)
     SELECT sequence, words FROM words_of_enquiries WHERE ${isLater} AND sequence <= ? ORDER BY sequence`,
  );
  const setIndexedUntil = db.prepare('UPDATE enquiry_words_until SET sequence = ?');
  return {
    /** Returns the number of the first enquiry that is not indexed; undefined if all are. */
    findNext: () => next.get()?.sequence as number | undefined,
    /** Returns the number of the latest enquiry; 0 if there is none. */
    findLatest: () => Number(latest.get()?.sequence),
    /**
     * Adds the terms of the next enquiries, at most `most`, to the index and stores the number of the last
     * one. Does nothing if all are indexed. It must run within a transaction.
     */
    indexBatch: (most: number) => {
      const { sequence = null } = selectLastOfBatch.get(most) ?? {};
      if (sequence === null) return;
      insert.run(sequence);
      setIndexedUntil.run(sequence);
    },
  };
}

/**
 * Prepares the call that replaces erased terms in at most `limit` separators of the index after a position.
 * It returns the position to continue from; undefined if all are done. It must run within a transaction. A
 * separator of two pages is a term or its prefix, and FTS5 retains it when the term is deleted (table
 * `enquiry_words_idx`). The next term that an enquiry contains divides the pages in the same way, since no
 * other term is between them.
 */
export function preparePurgeErasedTerms(db: DatabaseSync): SyncCalls['purgeErasedTerms'] {
  db.exec('CREATE VIRTUAL TABLE temp.word_places USING fts5vocab (main, enquiry_words, instance)');
  // The first byte of each term identifies its index (SQLite, "FTS5", section 9).
  const select = db.prepare(
    `SELECT segid, pgno, term, (
       SELECT CAST(place.term AS BLOB) FROM temp.word_places AS place
       WHERE place.term >= CAST(substr(separator.term, 2) AS TEXT) LIMIT 1
     ) AS next FROM enquiry_words_idx AS separator
     WHERE length(term) > 1 AND (segid, term) > (?, ?) ORDER BY segid, term LIMIT ?`,
  );
  /**
   * Writes the terms of separators to the internal table of the index. Turns the defensive mode of the
   * connection off for this, and on again, also after an error.
   */
  function updateSeparators(separators: readonly Separator[]): void {
    // SQLite protects the internal tables of an index unless defensive mode is off.
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
    const stray = rows.flatMap(replaceErasedSeparator);
    if (stray.length > 0) updateSeparators(stray);
    const last = rows.length < limit ? undefined : rows.at(-1);
    // Only FTS5 writes this column, always as bytes.
    return last && { segment: Number(last.segid), term: last.term as Uint8Array };
  };
}

/** The position before all separators. */
const first: IndexPosition = { segment: 0, term: new Uint8Array() };

/**
 * The term that divides a page of a segment of the index from the page before it. Its first byte identifies
 * the index.
 */
interface Separator {
  readonly segment: number;
  readonly page: number;
  readonly term: Uint8Array;
}

/**
 * Returns the separator of a row with the next stored term instead of its own, as a list of one. Returns an
 * empty list if its own term is a prefix of that term and may stay, or no term follows.
 */
function replaceErasedSeparator({
  segid,
  pgno,
  term,
  next,
}: Record<string, SQLOutputValue>): readonly Separator[] {
  if (!(term instanceof Uint8Array && next instanceof Uint8Array)) return [];
  if (Buffer.compare(next.subarray(0, term.length - 1), term.subarray(1)) === 0) return [];
  return [{ segment: Number(segid), page: Number(pgno), term: Buffer.concat([term.subarray(0, 1), next]) }];
}
