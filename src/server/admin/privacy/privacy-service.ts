import { createHmac } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type {
  EnquiryCertificate,
  PastErasure,
  PersonErasureCertificate,
  StoredOutside,
} from '../../../api/privacy.ts';
import type { PhotoService } from '../../photos/open-photo-service.ts';
import type { Log } from '../../platform/log/log.ts';
import { deriveKeys, listKeys } from '../../platform/secret/signed-token.ts';
import { sumExternalCopies } from '../../store/records/external-copies.ts';
import type { NewAuditEntry } from '../../store/records/people-entry.ts';
import type { Erased, PersonData } from '../../store/records/privacy-entry.ts';
import type { Store } from '../../store/store.ts';
import type { Actor } from '../people/actor.ts';
import type { Audit } from '../people/audit.ts';
import { findPastErasures } from './past-erasures.ts';
import { createPersonArchive, fitsIntoArchive } from './person-archive.ts';
import {
  findMailFiles,
  findOldCopies,
  removeErasedFiles,
  removeMailFilesTo,
  removeOldCopies,
} from './remove-files.ts';

export interface PrivacyOptions {
  readonly dataFolder: string;
  readonly secret: string;
  readonly store: Store;
  readonly photos: Pick<PhotoService, 'remove' | 'openBytes'>;
  readonly audit: Audit;
  readonly log: Log;
  readonly now: () => number;
}

/** An overview of the stored data of a person, and earlier erasures, the latest first. */
export interface FoundPerson extends PersonData, StoredOutside {
  /** True if there are enquiries, saved answers or mails of the person, or any copies of the database. */
  readonly isStored: boolean;
  readonly erasures: readonly PastErasure[];
}

/** Finds and erases personal data. `who` acts: a person, or the name of a program. */
export interface PrivacyService {
  /**
   * Returns an overview of all data of a mail address: numbers, the latest enquiries, earlier erasures. An
   * audit entry is recorded first, also if there is no data.
   */
  readonly find: (email: string, who: Actor | string) => Promise<FoundPerson>;
  /**
   * Returns all data of a person as an archive, after recording an audit entry. Undefined, without an entry,
   * if it exceeds the limits of an archive.
   */
  readonly archive: (email: string, who: Actor | string) => Promise<AsyncGenerator<Uint8Array> | undefined>;
  /**
   * Erases all data of a mail address from the database and all files, and all copies of the database that
   * were made before an update. Records it in the audit log, and returns the certificate. Undefined, without
   * an entry, if nothing is stored (`isStored`).
   */
  readonly erase: (email: string, who: Actor | string) => Promise<PersonErasureCertificate | undefined>;
  /**
   * Erases one enquiry with its files, and all copies of the database that were made before an update.
   * Records it and returns the certificate; undefined if the enquiry does not exist. This is for people who
   * gave no address or a wrong one.
   */
  readonly eraseEnquiry: (
    enquiry: { readonly id: string; readonly reference: string },
    who: Actor | string,
  ) => Promise<EnquiryCertificate | undefined>;
  /** Erases one enquiry with its files if it is suspected, and records it. Copies of the database stay. */
  readonly eraseSuspected: (
    enquiry: { readonly id: string; readonly reference: string },
    who: Actor | string,
  ) => Promise<'done' | 'unknown' | 'not-suspected'>;
  /** Erases data at the end of its retention, and what remains of erased data in files and the database. */
  readonly sweep: () => Promise<void>;
}

/** Enquiries per transaction: new enquiries wait for no more than that. */
const batch = 25;

/** Creates the service. It sweeps only when `sweep` is called. */
export function createPrivacyService(options: PrivacyOptions): PrivacyService {
  const { dataFolder, store, audit, secret, photos, log, now } = options;
  /** Returns the pseudonym of an address that new audit entries contain instead of it. */
  const getMark = (email: string) => computeErasedMarks(email, secret)[0];

  /** Returns the overview of the stored data of an address, without recording it. */
  async function findStoredData(email: string): Promise<Omit<FoundPerson, 'erasures'>> {
    const [data, files, copies] = await Promise.all([
      store.personData({ email }),
      findMailFiles(email, options),
      findOldCopies(dataFolder),
    ]);
    const outside = { mailFiles: files.length, copies: copies.length };
    const isStored = [data.enquiries, data.savedAnswers, ...Object.values(outside)].some((one) => one > 0);
    return { ...data, ...outside, isStored };
  }

  /**
   * Removes what remains of erased rows: files, terms in the full-text index, and the bytes in the
   * write-ahead log or in the pages of the database. Returns false if the bytes remain, because somebody
   * still reads them.
   */
  async function removeRemains(): Promise<boolean> {
    await removeErasedFiles(options);
    await purgeErasedTerms(store);
    return emptyDatabaseLog(store);
  }

  return {
    async find(email, who) {
      await audit.record({ who, action: 'person-looked-up', about: getMark(email) });
      return {
        ...(await findStoredData(email)),
        erasures: await findPastErasures(computeErasedMarks(email, secret), store),
      };
    },
    async archive(email, who) {
      const from = { store, openBytes: photos.openBytes, now };
      if (!(await fitsIntoArchive(email, from))) return undefined;
      await audit.record({ who, action: 'person-exported', about: getMark(email) });
      return createPersonArchive(email, from);
    },
    async erase(email, who) {
      if (!(await findStoredData(email)).isStored) return undefined;
      const mark = getMark(email);
      // Files first, so that the audit entry, which is recorded together with the rows, can contain their
      // number.
      const mailFiles = await removeMailFilesTo(email, options);
      const outside = { mailFiles, copies: await removeOldCopies(dataFolder) };
      const note = audit.createEntry({ who, action: 'erased', about: mark, details: outside });
      const erased = await eraseRows(email, options, note);
      // Removes mails that were written meanwhile.
      await removeMailFilesTo(email, options);
      const isLogEmpty = await removeRemains();
      return { email, mark, at: note.at, by: note.who.name, ...erased, ...outside, isLogEmpty };
    },
    async eraseEnquiry({ id, reference }, who) {
      const note = audit.createEntry({ who, action: 'enquiry-erased', about: reference });
      const erased = await store.eraseEnquiry({ id, note });
      if (erased === undefined) return undefined;
      const copies = await removeOldCopies(dataFolder);
      const isLogEmpty = await removeRemains();
      const by = typeof who === 'string' ? who : who.name;
      return { reference, at: now(), by, ...erased, copies, isLogEmpty };
    },
    async eraseSuspected({ id, reference }, who) {
      const note = audit.createEntry({ who, action: 'suspected-erased', about: reference });
      const outcome = await store.eraseSuspected({ id, note });
      if (outcome === 'done') await removeRemains();
      return outcome;
    },
    async sweep() {
      await applyRetention(store, { audit, log, now });
      await removeErasedFiles(options);
      await purgeErasedTerms(store);
      await store.emptyLog();
    },
  };
}

/**
 * Erases the rows of an address in batches, each with an audit entry, and returns the total. Only the first
 * entry contains the details of the given one.
 */
async function eraseRows(
  email: string,
  { store }: Pick<PrivacyOptions, 'store'>,
  { details, ...note }: NewAuditEntry,
): Promise<Erased> {
  let total: Erased = { enquiries: 0, photos: 0, mails: 0, savedAnswers: 0 };
  // Each batch has its own audit entry, so that nothing is erased without one. The first contains the number
  // of files.
  for (let outside = details; ; outside = undefined) {
    const { isAll, ...erased } = await store.erasePerson({
      email,
      limit: batch,
      note: { ...note, ...(outside && { details: outside }) },
    });
    total = {
      enquiries: total.enquiries + erased.enquiries,
      photos: total.photos + erased.photos,
      mails: total.mails + erased.mails,
      savedAnswers: total.savedAnswers + erased.savedAnswers,
      ...sumExternalCopies([total, erased]),
    };
    if (isAll) return total;
  }
}

/** Small enough that enquiries which arrive meanwhile do not wait. */
const pagesPerPurge = 50;

/** Removes the terms of erased rows from the full-text index, a few pages at a time, until none remain. */
async function purgeErasedTerms(store: Pick<Store, 'purgeErasedTerms'>): Promise<void> {
  let after = await store.purgeErasedTerms({ limit: pagesPerPurge });
  while (after) after = await store.purgeErasedTerms({ after, limit: pagesPerPurge });
}

/** The number and the delay of retries while somebody reads; after that a sweep does it. */
const logTries = 50;
const logRetryMs = 100;

/**
 * Removes the bytes of erased rows from the write-ahead log (SQLite) or the pages of the database
 * (PostgreSQL). Returns false if they remain after several attempts.
 */
async function emptyDatabaseLog(store: Pick<Store, 'emptyLog'>): Promise<boolean> {
  for (let left = logTries; left > 0; left -= 1) {
    if (await store.emptyLog()) return true;
    await wait(logRetryMs);
  }
  return false;
}

/**
 * Erases the rows whose retention has ended, in batches. Then records the counts in the audit log and the
 * log, if there were any.
 */
async function applyRetention(
  store: Store,
  { audit, log, now }: Pick<PrivacyOptions, 'audit' | 'log' | 'now'>,
): Promise<void> {
  const total = { enquiries: 0, photos: 0, mails: 0 };
  try {
    for (let isAll = false; !isAll; ) {
      const erased = await store.eraseDue({ now: now(), limit: batch });
      total.enquiries += erased.enquiries;
      total.photos += erased.photos;
      total.mails += erased.mails;
      ({ isAll } = erased);
    }
  } finally {
    // What earlier batches erased is in the audit log even if a later one fails.
    const count = total.enquiries + total.photos + total.mails;
    if (count > 0) {
      await audit.record({ who: 'server', action: 'retention-applied', details: total });
      log.info('retention-applied', { count });
    }
  }
}

/**
 * Returns the marks by which an erased mail address is recorded, regardless of case: 24 hex digits of an
 * HMAC. Only with the secret and the address can a mark be computed; it reveals nothing by itself. The first
 * mark uses the current secret, the others the earlier ones.
 * @param secret The server's secrets separated by commas, the current one first.
 */
function computeErasedMarks(email: string, secret: string): readonly [string, ...string[]] {
  const address = email.trim().toLowerCase();
  const [first = new Uint8Array(), ...others] = listKeys(deriveKeys(secret, 'erased-address'));
  const computeMark = (key: Uint8Array) =>
    createHmac('sha256', key).update(address).digest('hex').slice(0, markLength);
  return [computeMark(first), ...others.map(computeMark)];
}

/** In hex digits: 96 bits, enough to make collisions practically impossible. */
const markLength = 24;
