import { sql } from 'kysely';
import type { VersionRefusal, VersionSummary } from '../../../api/versions.ts';
import type { NewAuditEntry } from '../people-entry.ts';
import {
  type NewVersionRow,
  toRefusedContent,
  toVersionColumns,
  toVersionSummary,
} from '../stored-version.ts';
import { lockGroup } from '../repositories/coordination.ts';
import type { NewVersion } from '../version-entry.ts';
import { postgresAuditCalls } from './audit.ts';
import type { PostgresCalls } from './calls.ts';
import type { Database } from './connect.ts';
import { notifyInstances } from './notifications.ts';
import { runSteps } from './run-steps.ts';
import { loadLiveVersion, selectSummaries } from './version-reading.ts';

/**
 * The calls that add and publish versions. The next number and the live version depend on all rows, so
 * changes run one after another.
 */
export const postgresVersionCalls: PostgresCalls<
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
  async deploy(db, { digest, version, after, note, now }) {
    await runSteps(db, lockGroup('versions'));
    if ((await loadDeployedDigest(db)) === digest) return { kind: 'known' };
    const live = await loadLiveVersion(db);
    if (live && live.number !== after) return { kind: 'other-live', live };
    await recordDeployedDigest(db, digest);
    if (!version) return { kind: 'noted' };
    return {
      kind: 'added',
      version: await addVersionAuditEntry(db, await addLiveOrScheduled(db, { version, now, live }), note),
    };
  },
  /**
   * Adds a version with the next number: scheduled if it has the time `goesLiveAt`, otherwise live at once
   * (`added`). Adds the audit entry, if one is given. Adds nothing if `after` is given and a version with
   * another number is live (`other-live`).
   */
  async addVersion(db, { version, after, note, now }) {
    await runSteps(db, lockGroup('versions'));
    const live = await loadLiveVersion(db);
    if (live && after !== undefined && live.number !== after) return { kind: 'other-live', live };
    return {
      kind: 'added',
      version: await addVersionAuditEntry(db, await addLiveOrScheduled(db, { version, now, live }), note),
    };
  },
  /**
   * Makes a scheduled version live, in place of the one that is live, and adds the audit entry, if one is
   * given. Returns its new summary. Changes nothing and returns undefined if it is not scheduled, is not due,
   * or `after` is given and is not the number of the live version.
   */
  async goLive(db, { number, after, note, now }) {
    await runSteps(db, lockGroup('versions'));
    const version = await findSummary(db, number);
    if (version?.state !== 'scheduled' || (version.goesLiveAt ?? now) > now) return undefined;
    const live = await loadLiveVersion(db);
    if (after !== undefined && live?.number !== after) return undefined;
    const liveAt = toLiveTime(live, now);
    await markLiveAsReplaced(db, liveAt);
    await db
      .updateTable('versions')
      .set({ state: 'live', live_at: liveAt })
      .where('number', '=', number)
      .execute();
    await notifyInstances(db, 'versions');
    return addVersionAuditEntry(db, await loadSummary(db, number), note);
  },
  /**
   * Cancels a version if it is scheduled, and stores the reason `refused` and adds the audit entry, if they
   * are given. If it is not scheduled, nothing changes and `isCancelled` is false. Returns undefined if there
   * is no version with this number.
   */
  async cancelVersion(db, { number, refused, note, now }) {
    await runSteps(db, lockGroup('versions'));
    const { numUpdatedRows } = await db
      .updateTable('versions')
      .set({ state: 'cancelled', replaced_at: now })
      .where('number', '=', number)
      .where('state', '=', 'scheduled')
      .executeTakeFirst();
    const isCancelled = numUpdatedRows > 0n;
    if (isCancelled && refused) await recordRefusal(db, number, refused);
    const version = await findSummary(db, number);
    if (isCancelled && version) {
      await notifyInstances(db, 'versions');
      await addVersionAuditEntry(db, version, note);
    }
    return version && { isCancelled, version };
  },
  /**
   * Records that the documents of a version also compile to the form with this hash. Does nothing if that is
   * recorded.
   */
  async recordVersionHash(db, row) {
    await db
      .insertInto('version_hashes')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  },
  /**
   * Records the consequences of a version. Does nothing if the version has consequences or does not exist.
   */
  async recordConsequences(db, { number, consequences }) {
    await db
      .updateTable('version_documents')
      .set({ consequences: JSON.stringify(consequences) })
      .where('number', '=', number)
      .where('consequences', 'is', null)
      .execute();
  },
  /**
   * Imports versions from files in their order, numbered from 1: the last one is live, the others replaced.
   * Records the digest if given. Returns true; false, without any change, if there are versions.
   */
  async adoptVersions(db, { versions, digest }) {
    await runSteps(db, lockGroup('versions'));
    if (await findSummary(db, 1)) return false;
    for (const [index, { liveAt, replacedAt, ...version }] of versions.entries()) {
      const state = index === versions.length - 1 ? 'live' : 'replaced';
      const after = index === 0 ? undefined : index;
      await insertVersion(db, { version, state, at: liveAt, liveAt, replacedAt, after });
    }
    if (digest !== undefined) await recordDeployedDigest(db, digest);
    return true;
  },
};

/** Returns the digest of the deployment that was recorded last; undefined if none was. */
async function loadDeployedDigest(db: Database): Promise<string | undefined> {
  return (await db.selectFrom('deployed_documents').select('digest').executeTakeFirst())?.digest;
}

/** Stores the digest of a deployment in place of the last one. */
async function recordDeployedDigest(db: Database, digest: string): Promise<void> {
  await db.deleteFrom('deployed_documents').execute();
  await db.insertInto('deployed_documents').values({ digest }).execute();
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
async function addLiveOrScheduled(db: Database, { version, now, live }: Addition): Promise<VersionSummary> {
  const after = live?.number;
  await notifyInstances(db, 'versions');
  if (version.goesLiveAt !== undefined)
    return insertVersion(db, { version, state: 'scheduled', at: now, after });
  const liveAt = toLiveTime(live, now);
  await markLiveAsReplaced(db, liveAt);
  return insertVersion(db, { version, state: 'live', at: now, liveAt, after });
}

/**
 * Returns the time at which a version goes live: not before the version that it replaces, even if the clock
 * of another server was ahead.
 */
function toLiveTime(live: VersionSummary | undefined, now: number): number {
  return Math.max(now, live?.liveAt ?? now);
}

/** Marks the live version, if there is one, as replaced at a time. */
async function markLiveAsReplaced(db: Database, at: number): Promise<void> {
  await sql`UPDATE versions SET state = 'replaced', replaced_at = ${at} WHERE state = 'live'`.execute(db);
}

/**
 * Inserts a version, its documents and its hash under the next number, which is 1 for the first version.
 * Returns its summary.
 */
async function insertVersion(db: Database, added: NewVersionRow): Promise<VersionSummary> {
  const { row, documents, consequences } = toVersionColumns(added);
  const last = await db
    .selectFrom('versions')
    .select(({ fn }) => fn.max('number').as('number'))
    .executeTakeFirst();
  const number = (last?.number ?? 0) + 1;
  await db
    .insertInto('versions')
    .values({ number, ...row })
    .execute();
  await db.insertInto('version_documents').values({ number, documents, consequences }).execute();
  await db.insertInto('version_hashes').values({ number, hash: added.version.hash }).execute();
  return loadSummary(db, number);
}

/**
 * Stores the reason for which a scheduled version did not go live. Does nothing if its content is damaged.
 */
async function recordRefusal(db: Database, number: number, refused: VersionRefusal): Promise<void> {
  const row = await db
    .selectFrom('versions')
    .select('content')
    .where('number', '=', number)
    .executeTakeFirst();
  const content = toRefusedContent(row?.content, refused);
  await db.updateTable('versions').set({ content }).where('number', '=', number).execute();
}

/** Returns the summary of the version with this number; undefined if there is none. */
async function findSummary(db: Database, number: number): Promise<VersionSummary | undefined> {
  const row = await selectSummaries(db).where('versions.number', '=', number).executeTakeFirst();
  return row && toVersionSummary(row);
}

/**
 * Returns the summary of a version.
 * @throws Error if there is no such version
 */
async function loadSummary(db: Database, number: number): Promise<VersionSummary> {
  const found = await findSummary(db, number);
  if (!found) throw new Error(`Cannot find version ${number}, which has just been written`);
  return found;
}

/**
 * Adds the audit entry, if one is given, with the number of the version as its subject. Returns the version
 * unchanged.
 */
async function addVersionAuditEntry(
  db: Database,
  version: VersionSummary,
  note: NewAuditEntry | undefined,
): Promise<VersionSummary> {
  if (note) await postgresAuditCalls.addAuditEntry(db, { ...note, about: String(version.number) });
  return version;
}
