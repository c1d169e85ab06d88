import { setTimeout as wait } from 'node:timers/promises';
import type {
  Certificate,
  EnquiryCertificate,
  PastErasure,
  StoredOutside,
} from '../../studio/protocol-privacy.ts';
import type { Log } from '../log/log.ts';
import type { Actor } from '../people/actor.ts';
import type { Audit } from '../people/audit.ts';
import type { Photos } from '../photos/open-photos.ts';
import type { NewAuditEntry } from '../store/people-entry.ts';
import type { Erased, PersonData } from '../store/privacy-entry.ts';
import type { Store } from '../store/store.ts';
import { elsewhereInAll } from '../store/taken-elsewhere.ts';
import { erasedMarks } from './erased-mark.ts';
import { pastErasures } from './past-erasures.ts';
import { fitsArchive, personArchive } from './person-archive.ts';
import { mailFilesTo, oldCopies, removeErasedFiles, removeMailsTo, removeOldCopies } from './remove-files.ts';

/** What privacy is kept with. */
export interface PrivacyOptions {
  readonly dataFolder: string;
  readonly secret: string;
  readonly store: Store;
  readonly photos: Pick<Photos, 'remove' | 'bytesOf'>;
  readonly audit: Audit;
  readonly log: Log;
  readonly now: () => number;
}

/** What is stored of a person, and what was erased of them before, the latest first. */
export interface FoundPerson extends PersonData, StoredOutside {
  /** Whether there is anything that erasing takes away. */
  readonly isStored: boolean;
  readonly erasures: readonly PastErasure[];
}

/** What is stored of a person, and its end. */
export interface Privacy {
  /** Looks for all of it, which is noted in the audit log first. */
  readonly find: (email: string, who: Actor | string) => Promise<FoundPerson>;
  /** All of it as an archive, which is noted in the audit log first; undefined, and nothing noted: it is more than an archive holds. */
  readonly archive: (email: string, who: Actor | string) => Promise<AsyncGenerator<Uint8Array> | undefined>;
  /**
   * Erases all of it, from the database and from every file, which is noted in the audit log; gives the certificate. Undefined: there is
   * nothing, and nothing is noted.
   */
  readonly erase: (email: string, who: Actor | string) => Promise<Certificate | undefined>;
  /**
   * Erases one enquiry, by its id or reference, likewise; undefined where there is none. For whoever cannot be found by an address: they gave
   * none, or a wrong one.
   */
  readonly eraseEnquiry: (
    enquiry: { readonly id: string; readonly reference: string },
    who: Actor | string,
  ) => Promise<EnquiryCertificate | undefined>;
  /** Erases one enquiry that is suspected, and nothing else. */
  readonly eraseSuspected: (
    enquiry: { readonly id: string; readonly reference: string },
    who: Actor | string,
  ) => Promise<'done' | 'unknown' | 'not-suspected'>;
  /** Erases what has been kept for as long as the rules say, and whatever is left of what was erased. */
  readonly sweep: () => Promise<void>;
}

/** Enquiries that are erased in one transaction: visitors who send wait for no more than that. */
const batch = 25;

/** Opens what finds, exports and erases the data of a person. */
export function openPrivacy(options: PrivacyOptions): Privacy {
  const { dataFolder, store, audit, secret, photos, log, now } = options;
  const markOf = (email: string) => erasedMarks(email, secret)[0];

  async function stored(email: string): Promise<Omit<FoundPerson, 'erasures'>> {
    const [data, files, copies] = await Promise.all([
      ...([store.personData({ email }), mailFilesTo(email, options), oldCopies(dataFolder)] as const),
    ]);
    const outside = { mailFiles: files.length, copies: copies.length };
    const isStored = [data.enquiries, data.savedAnswers, ...Object.values(outside)].some((one) => one > 0);
    return { ...data, ...outside, isStored };
  }

  /** Takes away what the rows leave: files, words between the pages of the index, what the log has; false: somebody still reads of that. */
  async function finish(): Promise<boolean> {
    await removeErasedFiles(options);
    await tidyWords(store);
    return emptyLog(store);
  }

  return {
    async find(email, who) {
      await audit.note({ who, action: 'person-looked-up', about: markOf(email) });
      return { ...(await stored(email)), erasures: await pastErasures(erasedMarks(email, secret), store) };
    },
    async archive(email, who) {
      const from = { store, bytesOf: photos.bytesOf, now };
      if (!(await fitsArchive(email, from))) return undefined;
      await audit.note({ who, action: 'person-exported', about: markOf(email) });
      return personArchive(email, from);
    },
    async erase(email, who) {
      if (!(await stored(email)).isStored) return undefined;
      const mark = markOf(email);
      // First what is outside: what is noted together with the rows then has how much of it there was.
      const mailFiles = await removeMailsTo(email, options);
      const outside = { mailFiles, copies: await removeOldCopies(dataFolder) };
      const note = audit.entry({ who, action: 'erased', about: mark, details: outside });
      const erased = await eraseRows(email, options, note);
      // What was written meanwhile.
      await removeMailsTo(email, options);
      const isLogEmpty = await finish();
      return { email, mark, at: note.at, by: note.who.name, ...erased, ...outside, isLogEmpty };
    },
    async eraseEnquiry({ id, reference }, who) {
      const note = audit.entry({ who, action: 'enquiry-erased', about: reference });
      const erased = await store.eraseEnquiry({ id, note });
      if (erased === undefined) return undefined;
      const copies = await removeOldCopies(dataFolder);
      const isLogEmpty = await finish();
      const by = typeof who === 'string' ? who : who.name;
      return { reference, at: now(), by, ...erased, copies, isLogEmpty };
    },
    async eraseSuspected({ id, reference }, who) {
      const note = audit.entry({ who, action: 'suspected-erased', about: reference });
      const outcome = await store.eraseSuspected({ id, note });
      if (outcome === 'done') await finish();
      return outcome;
    },
    async sweep() {
      await applyRetention(store, { audit, log, now });
      await removeErasedFiles(options);
      await tidyWords(store);
      await store.emptyLog();
    },
  };
}

async function eraseRows(
  email: string,
  { store }: Pick<PrivacyOptions, 'store'>,
  { details, ...note }: NewAuditEntry,
): Promise<Erased> {
  let total: Erased = { enquiries: 0, photos: 0, mails: 0, savedAnswers: 0 };
  // Each part is noted for itself, so that nothing goes unnoted; what is outside is noted with the first.
  for (let outside = details; ; outside = undefined) {
    const { isAll, ...erased } = await store.erasePerson({
      ...{ email, limit: batch, note: { ...note, ...(outside && { details: outside }) } },
    });
    total = {
      enquiries: total.enquiries + erased.enquiries,
      photos: total.photos + erased.photos,
      mails: total.mails + erased.mails,
      savedAnswers: total.savedAnswers + erased.savedAnswers,
      ...elsewhereInAll([total, erased]),
    };
    if (isAll) return total;
  }
}

/** Few enough that enquiries which arrive meanwhile do not wait for it. */
const pages = 50;

async function tidyWords(store: Pick<Store, 'tidyWords'>): Promise<void> {
  let after = await store.tidyWords({ limit: pages });
  while (after) after = await store.tidyWords({ after, limit: pages });
}

/** How often, and after how long each time, it is tried again while somebody reads; a sweep does it later. */
const logTries = 50;
const logRetryMs = 100;

async function emptyLog(store: Pick<Store, 'emptyLog'>): Promise<boolean> {
  for (let left = logTries; left > 0; left -= 1) {
    if (await store.emptyLog()) return true;
    await wait(logRetryMs);
  }
  return false;
}

async function applyRetention(
  store: Store,
  { audit, log, now }: Pick<PrivacyOptions, 'audit' | 'log' | 'now'>,
): Promise<void> {
  const total = { enquiries: 0, photos: 0, mails: 0 };
  for (;;) {
    const { enquiries, photos, mails, isAll } = await store.eraseDue({ now: now(), limit: batch });
    total.enquiries += enquiries;
    total.photos += photos;
    total.mails += mails;
    if (isAll) break;
  }
  const count = total.enquiries + total.photos + total.mails;
  if (count === 0) return;
  await audit.note({ who: 'server', action: 'retention-applied', details: total });
  log.info('retention-applied', { count });
}
