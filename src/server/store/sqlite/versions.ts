import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type { VersionSummary } from '../../../api/versions.ts';
import type { NewAuditEntry } from '../people-entry.ts';
import type { SyncCalls } from '../store.ts';
import {
  type NewVersionRow,
  toRefusedContent,
  toStoredVersion,
  toVersionColumns,
  toVersionSummary,
} from '../stored-version.ts';
import type { NewVersion } from '../version-entry.ts';

export type VersionCalls = Pick<
  SyncCalls,
  | 'deploy'
  | 'deployedDigest'
  | 'addVersion'
  | 'goLive'
  | 'cancelVersion'
  | 'versionPulse'
  | 'versions'
  | 'waitingVersions'
  | 'version'
  | 'versionByHash'
  | 'recordVersionHash'
  | 'recordConsequences'
  | 'adoptVersions'
>;

/** Prepares the calls about versions. Calls that write must run within a transaction. */
export function prepareVersions(
  db: DatabaseSync,
  { addAuditEntry }: Pick<SyncCalls, 'addAuditEntry'>,
): VersionCalls {
  const reading = prepareReadVersions(db);
  const { loadLiveVersion, loadSummary } = reading;
  const insert = prepareInsertVersion(db);
  const markLiveAsReplaced = db.prepare(
    `UPDATE versions SET state = 'replaced', replaced_at = ? WHERE state = 'live' RETURNING number`,
  );
  const setLive = db.prepare(`UPDATE versions SET state = 'live', live_at = ? WHERE number = ?`);
  const selectContent = db.prepare('SELECT content FROM versions WHERE number = ?');
  const setContent = db.prepare('UPDATE versions SET content = ? WHERE number = ?');
  const cancel = db.prepare(
    `UPDATE versions SET state = 'cancelled', replaced_at = ? WHERE number = ? AND state = 'scheduled'`,
  );
  const addHash = db.prepare('INSERT OR IGNORE INTO version_hashes (hash, number) VALUES (?, ?)');
  const addConsequences = db.prepare(
    'UPDATE version_documents SET consequences = ? WHERE number = ? AND consequences IS NULL',
  );
  const deployed = db.prepare('SELECT digest FROM deployed_documents');
  const clearDeployed = db.prepare('DELETE FROM deployed_documents');
  const setDeployed = db.prepare('INSERT INTO deployed_documents (digest) VALUES (?)');

  /** Returns the digest of the deployment that was recorded last; undefined if none was. */
  const deployedDigest = () => mapRow(deployed.get(), ({ digest }) => String(digest));

  /** Stores the digest of a deployment in place of the last one. */
  function recordDeployedDigest(digest: string): void {
    clearDeployed.run();
    setDeployed.run(digest);
  }

  /**
   * Adds the audit entry, if one is given, with the number of the version as its subject. Returns the version
   * unchanged.
   */
  function addVersionAuditEntry<Version extends VersionSummary>(
    version: Version,
    note: NewAuditEntry | undefined,
  ): Version {
    if (note) addAuditEntry({ ...note, about: String(version.number) });
    return version;
  }

  /**
   * Returns the time at which a version goes live: not before the version that it replaces, even if the clock
   * of another server was ahead.
   */
  function toLiveTime(now: number): number {
    return Math.max(now, loadLiveVersion()?.liveAt ?? now);
  }

  /**
   * Adds a version: scheduled if it has a time `goesLiveAt`, otherwise live, and the live one becomes
   * replaced. Returns its summary.
   */
  function addLiveOrScheduled(version: NewVersion, now: number): VersionSummary {
    const after = loadLiveVersion()?.number;
    if (version.goesLiveAt !== undefined)
      return loadSummary(insert({ version, state: 'scheduled', at: now, after }));
    const liveAt = toLiveTime(now);
    markLiveAsReplaced.run(liveAt);
    return loadSummary(insert({ version, state: 'live', at: now, liveAt, after }));
  }

  return {
    ...reading.calls,
    deployedDigest,
    /**
     * Records the digest of a deployment, and adds its version with the audit entry if it has one (`added`).
     * Changes nothing if this digest was recorded last (`known`), or if another version than `after` is live
     * (`other-live`). A missing `after` means that none was live.
     */
    deploy: ({ digest, version, after, note, now }) => {
      if (deployedDigest() === digest) return { kind: 'known' };
      const live = loadLiveVersion();
      if (live && live.number !== after) return { kind: 'other-live', live };
      recordDeployedDigest(digest);
      return version
        ? { kind: 'added', version: addVersionAuditEntry(addLiveOrScheduled(version, now), note) }
        : { kind: 'noted' };
    },
    /**
     * Adds a version with the next number: scheduled if it has the time `goesLiveAt`, otherwise live at once
     * (`added`). Adds the audit entry, if one is given. Adds nothing if `after` is given and a version with
     * another number is live (`other-live`).
     */
    addVersion: ({ version, after, note, now }) => {
      const live = loadLiveVersion();
      if (live && after !== undefined && live.number !== after) return { kind: 'other-live', live };
      return { kind: 'added', version: addVersionAuditEntry(addLiveOrScheduled(version, now), note) };
    },
    /**
     * Makes a scheduled version live, in place of the one that is live, and adds the audit entry, if one is
     * given. Returns its new summary. Changes nothing and returns undefined if it is not scheduled, is not
     * due, or `after` is given and is not the number of the live version.
     */
    goLive: ({ number, after, note, now }) => {
      const version = reading.findSummary(number);
      if (version?.state !== 'scheduled' || (version.goesLiveAt ?? now) > now) return undefined;
      if (after !== undefined && loadLiveVersion()?.number !== after) return undefined;
      const liveAt = toLiveTime(now);
      markLiveAsReplaced.run(liveAt);
      setLive.run(liveAt, number);
      return addVersionAuditEntry(loadSummary(number), note);
    },
    /**
     * Cancels a version if it is scheduled, and stores the reason `refused` and adds the audit entry, if they
     * are given. If it is not scheduled, nothing changes and `isCancelled` is false. Returns undefined if
     * there is no version with this number.
     */
    cancelVersion: ({ number, refused, note, now }) => {
      const isCancelled = cancel.run(now, number).changes > 0;
      if (isCancelled && refused)
        setContent.run(toRefusedContent(selectContent.get(number)?.content, refused), number);
      const version = reading.findSummary(number);
      if (isCancelled && version) addVersionAuditEntry(version, note);
      return version && { isCancelled, version };
    },
    /**
     * Records that the documents of a version also compile to the form with this hash. Does nothing if that
     * is recorded.
     */
    recordVersionHash: ({ number, hash }) => {
      addHash.run(hash, number);
    },
    /**
     * Records the consequences of a version. Does nothing if the version has consequences or does not exist.
     */
    recordConsequences: ({ number, consequences }) => {
      addConsequences.run(JSON.stringify(consequences), number);
    },
    /**
     * Imports versions from files in their order, numbered from 1: the last one is live, the others replaced.
     * Records the digest if given. Returns true; false, without any change, if there are versions.
     */
    adoptVersions: ({ versions, digest }) => {
      if (reading.findSummary(1)) return false;
      for (const [index, { liveAt, replacedAt, ...version }] of versions.entries()) {
        const state = index === versions.length - 1 ? 'live' : 'replaced';
        const after = index === 0 ? undefined : index;
        insert({ version, state, at: liveAt, liveAt, replacedAt, after });
      }
      if (digest !== undefined) recordDeployedDigest(digest);
      return true;
    },
  };
}

/**
 * Returns a function that inserts a version, its documents and its hash under the next number, which is 1 for
 * the first version. It returns the number.
 */
function prepareInsertVersion(db: DatabaseSync): (added: NewVersionRow) => number {
  const insert = db.prepare(
    `INSERT INTO versions (number, state, goes_live_at, live_at, replaced_at, content)
     SELECT COALESCE(MAX(number), 0) + 1, ?, ?, ?, ?, ? FROM versions RETURNING number`,
  );
  const insertDocuments = db.prepare(
    'INSERT INTO version_documents (number, documents, consequences) VALUES (?, ?, ?)',
  );
  const insertHash = db.prepare('INSERT INTO version_hashes (hash, number) VALUES (?, ?)');
  return (added) => {
    const { row, documents, consequences } = toVersionColumns(added);
    const times = [row.goes_live_at, row.live_at, row.replaced_at] as const;
    const number = Number(insert.get(row.state, ...times, row.content)?.number);
    insertDocuments.run(number, documents, consequences);
    insertHash.run(added.version.hash, number);
    return number;
  };
}

/** The number of consequences for visitors, without `documents-only`. A damaged column has no count. */
const visibleConsequenceCount = `CASE WHEN json_valid(consequences) THEN (SELECT count(*) FROM json_each(consequences)
  WHERE CASE type WHEN 'object' THEN value ->> '$.kind' END <> 'documents-only') END`;
/**
 * Selects the columns that `toVersionSummary` reads, of all versions; a condition can be added. LEFT JOIN: a
 * version whose documents are missing is listed, and is damaged.
 */
const summaries = `SELECT versions.number, state, goes_live_at, live_at, replaced_at, content,
  ${visibleConsequenceCount} AS consequence_count FROM versions LEFT JOIN version_documents USING (number)`;
/** Selects the columns that `toStoredVersion` reads, of all versions. */
const completeVersions = summaries.replace(
  ' AS consequence_count',
  ' AS consequence_count, documents, consequences',
);

/** Prepares the functions that read versions. `calls` are those of the store. */
function prepareReadVersions(db: DatabaseSync) {
  const page = db.prepare(
    `${summaries} WHERE ?1 IS NULL OR versions.number < ?1 ORDER BY versions.number DESC LIMIT ?2`,
  );
  const waiting = db.prepare(`${summaries} WHERE state = 'scheduled' ORDER BY goes_live_at, versions.number`);
  const byNumber = db.prepare(`${summaries} WHERE versions.number = ?`);
  const live = db.prepare(`${summaries} WHERE state = 'live'`);
  const wholeByNumber = db.prepare(`${completeVersions} WHERE versions.number = ?`);
  const wholeLive = db.prepare(`${completeVersions} WHERE state = 'live'`);
  // The live one, otherwise the one that was replaced last.
  const wholeByHash = db.prepare(
    `${completeVersions} WHERE versions.number IN (SELECT number FROM version_hashes WHERE hash = ?) AND live_at IS NOT NULL
     ORDER BY replaced_at IS NULL DESC, replaced_at DESC, versions.number DESC LIMIT 1`,
  );
  const liveNumber = db.prepare(`SELECT number FROM versions WHERE state = 'live'`);
  const next = db.prepare(
    `SELECT number, goes_live_at FROM versions WHERE state = 'scheduled' ORDER BY goes_live_at, number LIMIT 1`,
  );

  /** Returns the summary of the version with this number; undefined if there is none. */
  const findSummary = (number: number) => mapRow(byNumber.get(number), toVersionSummary);
  return {
    /** Returns the summary of the live version, without its documents; undefined if there is none. */
    loadLiveVersion: () => mapRow(live.get(), toVersionSummary),
    findSummary,
    /**
     * Returns the summary of a version.
     * @throws Error if there is no such version
     */
    loadSummary(number: number): VersionSummary {
      const found = findSummary(number);
      if (!found) throw new Error(`Cannot find version ${number}, which has just been written`);
      return found;
    },
    calls: {
      /**
       * Returns the number of the live version, and number and time of the next scheduled one. `live` or
       * `next` is absent if there is no such version.
       */
      versionPulse: () => {
        const [current, scheduled] = [liveNumber.get(), next.get()];
        return {
          ...(current && { live: Number(current.number) }),
          ...(scheduled && {
            next: { number: Number(scheduled.number), goesLiveAt: Number(scheduled.goes_live_at) },
          }),
        };
      },
      /**
       * Returns at most `limit` versions, the newest first: those below the number `before`, or from the
       * newest on if `before` is absent. Damaged versions are included as `toVersionSummary` returns them.
       */
      versions: ({ before, limit }) => page.all(before ?? null, limit).map(toVersionSummary),
      /** Returns the scheduled versions, the one that goes live next first. */
      waitingVersions: () => waiting.all().map(toVersionSummary),
      /**
       * Returns the version with this number, or the live one for `live`, with its documents; undefined if
       * there is none. Throws a `StoreError` if its documents are damaged.
       */
      version: (number) =>
        mapRow(number === 'live' ? wholeLive.get() : wholeByNumber.get(number), toStoredVersion),
      /**
       * Returns the version whose documents compile to the form with this hash. Of several it is the live
       * one, otherwise the one that was replaced last. Undefined if no version with this hash was ever live.
       * Throws a `StoreError` if its documents are damaged.
       */
      versionByHash: (hash) => mapRow(wholeByHash.get(hash), toStoredVersion),
    } satisfies Partial<VersionCalls>,
  };
}

type Row = Record<string, SQLOutputValue>;

/** Returns the result of `read` for a row; undefined if there is no row. */
function mapRow<Result>(row: Row | undefined, read: (row: Row) => Result): Result | undefined {
  return row && read(row);
}
