import { type Insertable, sql } from 'kysely';
import type { VersionSummary } from '../../../api/versions.ts';
import type { NewAuditEntry } from '../records/people-entry.ts';
import { type NewVersionRow, toRefusedContent, toVersionColumns } from '../records/stored-version.ts';
import type { NewVersion } from '../records/version-entry.ts';
import { auditRepository } from './audit.ts';
import { lockGroup, notifyInstances } from './coordination.ts';
import type { SharedTables } from './shared-tables.ts';
import { defineStatement, execute, fetchFirst, type Repository, type Steps } from './statement.ts';
import { findSummary, loadLiveVersion, loadSummary } from './version-reading.ts';

/**
 * The calls that add and publish versions. The next number and the live version depend on all rows, so
 * changes run one after another.
 */
export const versionsRepository: Repository<
  | 'deploy'
  | 'deployedDigest'
  | 'addVersion'
  | 'goLive'
  | 'cancelVersion'
  | 'recordVersionHash'
  | 'recordConsequences'
  | 'adoptVersions'
> = {
  deployedDigest: loadDeployedDigest,
  /**
   * Records the digest of a deployment, and adds its version with the audit entry if it has one (`added`).
   * Changes nothing if this digest was recorded last (`known`), or if another version than `after` is live
   * (`other-live`). A missing `after` means that none was live.
   */
  *deploy({ digest, version, after, note, now }) {
    yield* lockGroup('versions');
    if ((yield* loadDeployedDigest()) === digest) return { kind: 'known' };
    const live = yield* loadLiveVersion();
    if (live && live.number !== after) return { kind: 'other-live', live };
    yield* recordDeployedDigest(digest);
    if (!version) return { kind: 'noted' };
    const added = yield* addLiveOrScheduled({ version, now, live });
    return { kind: 'added', version: yield* addVersionAuditEntry(added, note) };
  },
  /**
   * Adds a version with the next number: scheduled if it has the time `goesLiveAt`, otherwise live at once
   * (`added`). Adds the audit entry, if one is given. Adds nothing if `after` is given and a version with
   * another number is live (`other-live`).
   */
  *addVersion({ version, after, note, now }) {
    yield* lockGroup('versions');
    const live = yield* loadLiveVersion();
    if (live && after !== undefined && live.number !== after) return { kind: 'other-live', live };
    const added = yield* addLiveOrScheduled({ version, now, live });
    return { kind: 'added', version: yield* addVersionAuditEntry(added, note) };
  },
  /**
   * Makes a scheduled version live, in place of the one that is live, and adds the audit entry, if one is
   * given. Returns its new summary. Changes nothing and returns undefined if it is not scheduled, is not due,
   * or `after` is given and is not the number of the live version.
   */
  *goLive({ number, after, note, now }) {
    yield* lockGroup('versions');
    const version = yield* findSummary(number);
    if (version?.state !== 'scheduled' || (version.goesLiveAt ?? now) > now) return undefined;
    const live = yield* loadLiveVersion();
    if (after !== undefined && live?.number !== after) return undefined;
    const at = toLiveTime(live, now);
    yield* execute(markLiveAsReplaced({ at }));
    yield* execute(setLive({ number, at }));
    yield* notifyInstances('versions');
    return yield* addVersionAuditEntry(yield* loadSummary(number), note);
  },
  /**
   * Cancels a version if it is scheduled, and stores the reason `refused` and adds the audit entry, if they
   * are given. If it is not scheduled, nothing changes and `isCancelled` is false. Returns undefined if there
   * is no version with this number.
   */
  *cancelVersion({ number, refused, note, now }) {
    yield* lockGroup('versions');
    const isCancelled = (yield* execute(cancel({ number, now }))) > 0;
    if (isCancelled && refused) {
      const row = yield* fetchFirst(selectContent({ number }));
      yield* execute(setContent({ number, content: toRefusedContent(row?.content, refused) }));
    }
    const version = yield* findSummary(number);
    if (isCancelled && version) {
      yield* notifyInstances('versions');
      yield* addVersionAuditEntry(version, note);
    }
    return version && { isCancelled, version };
  },
  /**
   * Records that the documents of a version also compile to the form with this hash. Does nothing if that is
   * recorded.
   */
  *recordVersionHash({ hash, number }) {
    yield* execute(insertHash({ hash, number }));
  },
  /**
   * Records the consequences of a version. Does nothing if the version has consequences or does not exist.
   */
  *recordConsequences({ number, consequences }) {
    yield* execute(setConsequences({ number, consequences: JSON.stringify(consequences) }));
  },
  /**
   * Imports versions from files in their order, numbered from 1: the last one is live, the others replaced.
   * Records the digest if given. Returns true; false, without any change, if there are versions.
   */
  *adoptVersions({ versions, digest }) {
    yield* lockGroup('versions');
    if (yield* findSummary(1)) return false;
    for (const [index, { liveAt, replacedAt, ...version }] of versions.entries()) {
      const state = index === versions.length - 1 ? 'live' : 'replaced';
      const after = index === 0 ? undefined : index;
      yield* insertVersion({ version, state, at: liveAt, liveAt, replacedAt, after });
    }
    if (digest !== undefined) yield* recordDeployedDigest(digest);
    return true;
  },
};

const selectDigest = defineStatement(({ db }) => db.selectFrom('deployed_documents').select('digest'));
const deleteDigest = defineStatement(({ db }) => db.deleteFrom('deployed_documents'));
const insertDigest = defineStatement(({ db }, row: { readonly digest: string }) =>
  db.insertInto('deployed_documents').values(row),
);

const selectLastNumber = defineStatement(({ db }) =>
  db.selectFrom('versions').select(({ fn }) => fn.max('number').as('number')),
);
const insert = defineStatement(({ db }, row: Insertable<SharedTables['versions']>) =>
  db.insertInto('versions').values(row),
);
const insertDocuments = defineStatement(({ db }, row: Insertable<SharedTables['version_documents']>) =>
  db.insertInto('version_documents').values(row),
);
const insertHash = defineStatement(({ db }, row: Insertable<SharedTables['version_hashes']>) =>
  db
    .insertInto('version_hashes')
    .values(row)
    .onConflict((conflict) => conflict.doNothing()),
);

const markLiveAsReplaced = defineStatement(
  (_dialect, { at }: { readonly at: number }) =>
    // Written like the condition of the partial index, so that PostgreSQL uses it.
    sql`UPDATE versions SET state = 'replaced', replaced_at = ${at} WHERE state = 'live'`,
);
const setLive = defineStatement(({ db }, { number, at }: { readonly number: number; readonly at: number }) =>
  db.updateTable('versions').set({ state: 'live', live_at: at }).where('number', '=', number),
);
const cancel = defineStatement(({ db }, { number, now }: { readonly number: number; readonly now: number }) =>
  db
    .updateTable('versions')
    .set({ state: 'cancelled', replaced_at: now })
    .where('number', '=', number)
    .where('state', '=', 'scheduled'),
);
const selectContent = defineStatement(({ db }, { number }: { readonly number: number }) =>
  db.selectFrom('versions').select('content').where('number', '=', number),
);
const setContent = defineStatement(
  ({ db }, { number, content }: { readonly number: number; readonly content: string }) =>
    db.updateTable('versions').set({ content }).where('number', '=', number),
);
const setConsequences = defineStatement(
  ({ db }, { number, consequences }: { readonly number: number; readonly consequences: string }) =>
    db
      .updateTable('version_documents')
      .set({ consequences })
      .where('number', '=', number)
      .where('consequences', 'is', null),
);

/** Returns the digest of the deployment that was recorded last; undefined if none was. */
function* loadDeployedDigest(): Steps<string | undefined> {
  return (yield* fetchFirst(selectDigest()))?.digest;
}

/** Stores the digest of a deployment in place of the last one. */
function* recordDeployedDigest(digest: string): Steps<void> {
  yield* execute(deleteDigest());
  yield* execute(insertDigest({ digest }));
}

/** A version to add, the present time, and the version that is live; undefined if none is. */
interface Addition {
  readonly version: NewVersion;
  readonly now: number;
  readonly live: VersionSummary | undefined;
}

/**
 * Adds a version and notifies the other instances: scheduled if it has a time `goesLiveAt`, otherwise live,
 * and the live one becomes replaced. Returns its summary.
 */
function* addLiveOrScheduled({ version, now, live }: Addition): Steps<VersionSummary> {
  const after = live?.number;
  yield* notifyInstances('versions');
  if (version.goesLiveAt !== undefined)
    return yield* loadSummary(yield* insertVersion({ version, state: 'scheduled', at: now, after }));
  const liveAt = toLiveTime(live, now);
  yield* execute(markLiveAsReplaced({ at: liveAt }));
  return yield* loadSummary(yield* insertVersion({ version, state: 'live', at: now, liveAt, after }));
}

/**
 * Returns the time at which a version goes live: not before the version that it replaces, even if the clock
 * of another server was ahead.
 */
function toLiveTime(live: VersionSummary | undefined, now: number): number {
  return Math.max(now, live?.liveAt ?? now);
}

/**
 * Inserts a version, its documents and its hash under the next number, which is 1 for the first version.
 * Returns the number.
 */
function* insertVersion(added: NewVersionRow): Steps<number> {
  const { row, documents, consequences } = toVersionColumns(added);
  const number = ((yield* fetchFirst(selectLastNumber()))?.number ?? 0) + 1;
  yield* execute(insert({ number, ...row }));
  yield* execute(insertDocuments({ number, documents, consequences }));
  yield* execute(insertHash({ number, hash: added.version.hash }));
  return number;
}

/**
 * Adds the audit entry, if one is given, with the number of the version as its subject. Returns the version
 * unchanged.
 */
function* addVersionAuditEntry(
  version: VersionSummary,
  note: NewAuditEntry | undefined,
): Steps<VersionSummary> {
  if (note) yield* auditRepository.addAuditEntry({ ...note, about: String(version.number) });
  return version;
}
