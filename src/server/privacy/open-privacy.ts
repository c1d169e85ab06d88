import { setTimeout as wait } from 'node:timers/promises';
import type { Certificate, EnquiryCertificate, PersonDataView } from '../../studio/protocol-privacy.ts';
import type { Log } from '../log/log.ts';
import type { Actor } from '../people/actor.ts';
import type { Audit } from '../people/audit.ts';
import type { Photos } from '../photos/open-photos.ts';
import type { Erased, PersonData } from '../store/privacy-entry.ts';
import type { Store } from '../store/store.ts';
import { erasedMarks } from './erased-mark.ts';
import { personArchive } from './person-archive.ts';
import { removeErasedFiles, removeMailsTo, removeOldCopies } from './remove-files.ts';

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

/** What is stored of a person, and its end. */
export interface Privacy {
  readonly find: (email: string) => Promise<PersonData & Pick<PersonDataView, 'erasedAt'>>;
  /** All of it as an archive, which is noted in the audit log first. */
  readonly archive: (email: string, who: Actor | string) => Promise<AsyncGenerator<Uint8Array>>;
  /** Erases all of it, from the database and from every file, which is noted in the audit log; gives the certificate. */
  readonly erase: (email: string, who: Actor | string) => Promise<Certificate>;
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
  return {
    async find(email) {
      const entries = await Promise.all(
        erasedMarks(email, secret).map((search) => store.audit({ action: 'erased', search, limit: 50 })),
      );
      const erasedAt = entries.flat().map(({ at }) => at);
      return { ...(await store.personData({ email })), erasedAt };
    },
    async archive(email, who) {
      await audit.note({ who, action: 'person-exported', about: markOf(email) });
      return personArchive(email, { store, bytesOf: photos.bytesOf, now });
    },
    async erase(email, who) {
      const mark = markOf(email);
      const erased = await eraseRows(email, options, audit.entry({ who, action: 'erased', about: mark }));
      await removeErasedFiles(options);
      await removeMailsTo(email, options);
      const copies = await removeOldCopies(dataFolder);
      await tidyWords(store);
      const isLogEmpty = await emptyLog(store);
      const by = typeof who === 'string' ? who : who.name;
      return { email, mark, at: now(), by, ...erased, copies, isLogEmpty };
    },
    async eraseEnquiry({ id, reference }, who) {
      const note = audit.entry({ who, action: 'enquiry-erased', about: reference });
      const erased = await store.eraseEnquiry({ id, note });
      if (erased === undefined) return undefined;
      await removeErasedFiles(options);
      const copies = await removeOldCopies(dataFolder);
      const isLogEmpty = await emptyLog(store);
      const by = typeof who === 'string' ? who : who.name;
      return { reference, at: now(), by, ...erased, copies, isLogEmpty };
    },
    async eraseSuspected({ id, reference }, who) {
      const note = audit.entry({ who, action: 'suspected-erased', about: reference });
      const outcome = await store.eraseSuspected({ id, note });
      if (outcome === 'done') await removeErasedFiles(options);
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
  note: ReturnType<Audit['entry']>,
): Promise<Erased> {
  let total: Erased = { enquiries: 0, photos: 0, mails: 0, savedAnswers: 0 };
  for (;;) {
    const { isAll, ...erased } = await store.erasePerson({ email, limit: batch, note });
    total = {
      enquiries: total.enquiries + erased.enquiries,
      photos: total.photos + erased.photos,
      mails: total.mails + erased.mails,
      savedAnswers: total.savedAnswers + erased.savedAnswers,
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
