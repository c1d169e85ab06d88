import { createInterface } from 'node:readline/promises';
import type { EnquiryCertificate, PastErasure, PersonErasureCertificate } from '../../../api/privacy.ts';
import { CommandFailure, type Io, UsageError } from '../../../command/io.ts';
import { createAudit } from '../../admin/people/audit.ts';
import { createPrivacyService, type PrivacyService } from '../../admin/privacy/privacy-service.ts';
import { toInertLine } from '../../delivery/mail/inert-text.ts';
import { openPhotoFiles } from '../../photos/open-photo-service.ts';
import { openConfiguredBucket } from '../../platform/bucket/open-configured-bucket.ts';
import { getPhotosFolder, readStorageConfig } from '../../platform/config/config.ts';
import { serverSettings } from '../../platform/config/settings.ts';
import { createLog } from '../../platform/log/log.ts';
import { loadSecret } from '../../platform/secret/load-secret.ts';
import { formatExternalCopies } from '../../store/records/external-copies.ts';
import { requireStore } from '../stored-data.ts';
import { type EnquiriesContext, commandLineAuthor as who } from './enquiries-context.ts';
import { formatUtcTime } from './enquiry-times.ts';

/**
 * Writes everything that is stored about a mail address as a ZIP archive.
 * @throws CommandFailure if there is no store, if no enquiry and no saved answers are stored, or too much for
 * one archive; UsageError if the output is a terminal.
 */
export async function exportPerson(email: string, context: EnquiriesContext): Promise<void> {
  const { io } = context;
  if (io.isTerminal) throw new UsageError('--export writes a ZIP archive: redirect it to a file with > FILE');
  await withPrivacyService(context, async (privacy) => {
    const { enquiries, savedAnswers, erasures } = await privacy.find(email, who);
    if (enquiries + savedAnswers === 0) throw createNothingStoredError(email, erasures);
    const archive = await privacy.archive(email, who);
    if (archive === undefined) throw createTooLargeError(email);
    for await (const bytes of archive) await io.write(bytes);
  });
}

/**
 * Prints what is stored about a mail address, asks for a confirmation, erases it, and prints the counts.
 * @throws CommandFailure if nothing is stored or the address is typed wrongly, UsageError if a
 * confirmation is required without a terminal.
 */
export async function erasePerson(email: string, context: EnquiriesContext): Promise<void> {
  const { isConfirmed, io } = context;
  await withPrivacyService(context, async (privacy) => {
    const found = await privacy.find(email, who);
    if (!found.isStored) throw createNothingStoredError(email, found.erasures);
    io.out(`Stored about ${email}: ${formatCounts(found)}.\n`);
    printExternalCopies(found, io);
    if (found.copies > 0) io.out(`The data may also be in ${formatDatabaseCopies(found.copies)}.\n`);
    if (!isConfirmed) await requireConfirmation('erase', { word: 'address', typed: email });
    const certificate = await privacy.erase(email, who);
    if (certificate === undefined) throw createNothingStoredError(email);
    printCertificate(certificate, `under the mark ${certificate.mark}`, io);
    if (found.mentionedIn.length > 0)
      io.out(`Other enquiries mention the address, and are not changed: ${found.mentionedIn.join(', ')}\n`);
  });
}

/**
 * Erases one enquiry, named by id or reference, after a confirmation, and prints what was erased.
 * @param action `delete` refuses an enquiry that is not suspected.
 * @throws CommandFailure if it is absent, refused or changed meanwhile, or the reference is typed wrongly;
 * UsageError if a confirmation is required without a terminal.
 */
export async function eraseEnquiry(
  id: string,
  action: 'delete' | 'erase',
  context: EnquiriesContext,
): Promise<void> {
  const { store, isConfirmed, io } = context;
  await withPrivacyService(context, async (privacy) => {
    const enquiry = (await store?.enquiryDetails(id))?.enquiry;
    /** Returns the error for the reason why the enquiry cannot be erased. */
    const createError = (why: string) => new CommandFailure(`Cannot ${action} ${JSON.stringify(id)}: ${why}`);
    if (enquiry === undefined) throw createError('no enquiry has this id or reference');
    const { reference, visitor, receivedAt, mail } = enquiry;
    if (action === 'delete' && mail.state !== 'suspected')
      throw createError('it is not suspected spam; --erase ID erases it');
    const from =
      toInertLine([visitor?.name, visitor?.email].filter(Boolean).join(', ')) || 'a person without a name';
    io.out(`${reference}, received ${formatUtcTime(Date.parse(receivedAt))}, from ${from}.\n`);
    if (!isConfirmed) await requireConfirmation(action, { word: 'reference', typed: reference });
    if (action === 'delete') {
      const outcome = await privacy.eraseSuspected(enquiry, who);
      if (outcome !== 'done') throw createError('another person changed it in the meantime');
      return io.out(`Deleted: ${reference}, with its photos.\n`);
    }
    const certificate = await privacy.eraseEnquiry(enquiry, who);
    if (certificate === undefined) throw createError('another person changed it in the meantime');
    printCertificate(certificate, 'under its reference', io);
  });
}

/**
 * Prints the counts of an erasure, the copies that still exist, and the place in the audit log. `where` says
 * how to find it there: `under its reference`.
 */
function printCertificate(
  certificate: EnquiryCertificate | PersonErasureCertificate,
  where: string,
  io: Io,
): void {
  io.out(`Erased: ${formatCounts(certificate)}, ${formatDatabaseCopies(certificate.copies)}.\n`);
  printExternalCopies(certificate, io);
  io.out(`The audit log records it ${where}. Backups contain the data until you replace them.\n`);
  if (!certificate.isLogEmpty)
    io.out('The database is still being read: a running server empties its log within the hour.\n');
}

/** Prints the other systems that have the data, or nothing if there are none. */
function printExternalCopies({ elsewhere = [] }: Pick<PersonErasureCertificate, 'elsewhere'>, io: Io): void {
  if (elsewhere.length > 0)
    io.out(
      `Also delivered to other systems; erase it there: ${elsewhere.map(formatExternalCopies).join(', ')}.\n`,
    );
}

type ErasedCounts = Readonly<Record<'enquiries' | 'photos' | 'mails', number>>;

type PersonOnlyCounts = Partial<Readonly<Record<'savedAnswers' | 'mailFiles', number>>>;

/**
 * Returns the counts as one text: `1 enquiry, 2 photos, 0 mails`. Saved answers are left out if absent, mails
 * with links if there are none.
 */
function formatCounts({
  enquiries,
  photos,
  mails,
  savedAnswers,
  mailFiles = 0,
}: ErasedCounts & PersonOnlyCounts): string {
  return [
    formatCount(enquiries, 'enquiry', 'enquiries'),
    formatCount(photos, 'photo', 'photos'),
    formatCount(mails, 'mail', 'mails'),
    ...(savedAnswers === undefined ? [] : [formatCount(savedAnswers, 'saved answer', 'saved answers')]),
    ...(mailFiles > 0
      ? [formatCount(mailFiles, 'mail with a link to saved answers', 'mails with links to saved answers')]
      : []),
  ].join(', ');
}

/** Returns the number of database copies as text: `1 copy of the database from before an update`. */
function formatDatabaseCopies(copies: number): string {
  return `${formatCount(copies, 'copy', 'copies')} of the database from before an update`;
}

/** Returns a count with the word for one, or for several and none: `2 photos`. */
function formatCount(count: number, one: string, several: string): string {
  return `${count} ${count === 1 ? one : several}`;
}

/** Returns the error for an address without data. It lists earlier erasures of the address, if any. */
function createNothingStoredError(email: string, erasures: readonly PastErasure[] = []): CommandFailure {
  const earlierErasures = erasures.map(
    ({ at, by, mark, copies, ...figures }) =>
      `Erased ${formatUtcTime(at)} by ${toInertLine(by)}: ${formatCounts(figures)}, ${formatDatabaseCopies(copies)}; the audit log records it under the mark ${mark}`,
  );
  return new CommandFailure(
    [`Nothing is stored about ${JSON.stringify(email)}`, ...earlierErasures].join('\n'),
  );
}

/** Returns the error for data that exceeds the limits of a ZIP archive. */
function createTooLargeError(email: string): CommandFailure {
  return new CommandFailure(
    `Cannot export ${JSON.stringify(email)}: it exceeds the limit of a ZIP archive, 65,535 files and 4 GiB; get the enquiries with --search ${email} --jsonl, and the photos from their pages in the studio`,
  );
}

/**
 * Asks on the terminal to type the address or the reference again. Resolves if it is the same, ignoring case.
 * @throws CommandFailure if it does not match, UsageError without a terminal.
 */
async function requireConfirmation(
  action: 'erase' | 'delete',
  { word, typed: expected }: { readonly word: 'address' | 'reference'; readonly typed: string },
): Promise<void> {
  if (!process.stdin.isTTY || !process.stdout.isTTY)
    throw new UsageError(`--${action} cannot be undone: without a terminal, add --yes`);
  const asking = createInterface({ input: process.stdin, output: process.stdout });
  const typed = await asking.question(`This cannot be undone. Type the ${word} again: `);
  asking.close();
  if (typed.trim().toLowerCase() !== expected.toLowerCase())
    throw new CommandFailure(`Nothing was erased: the ${word} does not match`);
}

/**
 * Runs `work` with access to the stored data, and closes the photos at the end. A server may run at the same
 * time: it stops its own work on erased data.
 * @throws CommandFailure without a store.
 */
async function withPrivacyService(
  context: EnquiriesContext,
  work: (privacy: PrivacyService) => Promise<void>,
): Promise<void> {
  const storageConfig = readStorageConfig(context.io.env);
  const { dataFolder } = storageConfig;
  const store = requireStore(context, 'read');
  const secret = await loadSecret({ given: storageConfig.secret, dataFolder });
  const bucket = await openConfiguredBucket(storageConfig.s3);
  const photos = await openPhotoFiles({
    folder: getPhotosFolder(storageConfig),
    bucket,
    secret,
    settings: serverSettings.photos,
  });
  try {
    const now = Date.now;
    const log = createLog({ write: (line) => context.io.err(`${line}\n`), now });
    await work(
      createPrivacyService({
        dataFolder,
        secret,
        store,
        photos,
        audit: createAudit({ store, now }),
        log,
        now,
      }),
    );
  } finally {
    await photos.close();
    bucket?.close();
  }
}
