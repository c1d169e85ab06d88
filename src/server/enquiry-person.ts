import { createInterface } from 'node:readline/promises';
import { photosFolderOf, readPlaces, StartError } from './config/config.ts';
import { serverSettings } from './config/settings.ts';
import { UsageError } from './enquiry-arguments.ts';
import { createLog } from './log/log.ts';
import { createAudit } from './people/audit.ts';
import { openPhotoFiles } from './photos/open-photos.ts';
import { openPrivacy, type Privacy } from './privacy/open-privacy.ts';
import { loadSecret } from './secret/load-secret.ts';
import type { Store } from './store/store.ts';

/** Who the audit log has for what is done on the command line. */
const who = 'command line';

/** What the data of a person is asked of. */
export interface PersonAsked {
  readonly store: Store | undefined;
  readonly print: (line: string) => Promise<void>;
  readonly write: (bytes: Uint8Array) => Promise<void>;
}

/** Writes everything that is stored of whoever has a mail address, as a ZIP archive. @throws StartError where nothing is. */
export async function exportPerson(email: string, { store, write }: PersonAsked): Promise<void> {
  if (process.stdout.isTTY)
    throw new UsageError('--export writes a ZIP archive: send it to a file with > FILE');
  await withPrivacy(store, async (privacy) => {
    if (isNothing(await privacy.find(email))) throw nothing(email);
    for await (const bytes of await privacy.archive(email, who)) await write(bytes);
  });
}

/** Erases all of it, once somebody has said that it is meant, and tells what it was. @throws StartError where nothing is. */
export async function erasePerson(
  email: string,
  { isMeant, ...asked }: PersonAsked & { readonly isMeant: boolean },
): Promise<void> {
  const { store, print } = asked;
  await withPrivacy(store, async (privacy) => {
    const found = await privacy.find(email);
    if (isNothing(found)) throw nothing(email);
    await print(`Stored of ${email}: ${said(found)}.`);
    if (!isMeant) await requireMeant(email);
    const certificate = await privacy.erase(email, who);
    const copies = counted(certificate.copies, 'copy', 'copies');
    await print(`Erased: ${said(certificate)}, ${copies} of the database from before an update.`);
    await print(
      `The audit log has it under the mark ${certificate.mark}. Backups keep it until you replace them.`,
    );
    if (!certificate.isLogEmpty)
      await print('Somebody still reads the database: a running server empties its log within the hour.');
    if (found.mentionedIn.length > 0)
      await print(`Others mention the address, and keep what they wrote: ${found.mentionedIn.join(', ')}`);
  });
}

type Figures = Readonly<Record<'enquiries' | 'photos' | 'mails' | 'savedAnswers', number>>;

function isNothing({ enquiries, savedAnswers }: Figures): boolean {
  return enquiries === 0 && savedAnswers === 0;
}

function said({ enquiries, photos, mails, savedAnswers }: Figures): string {
  return [
    counted(enquiries, 'enquiry', 'enquiries'),
    counted(photos, 'photo', 'photos'),
    counted(mails, 'mail', 'mails'),
    counted(savedAnswers, 'saved answer', 'saved answers'),
  ].join(', ');
}

/** `counted(1, 'copy', 'copies') // '1 copy'` */
function counted(count: number, one: string, several: string): string {
  return `${count} ${count === 1 ? one : several}`;
}

function nothing(email: string): StartError {
  return new StartError([`Nothing is stored of ${JSON.stringify(email)}`]);
}

async function requireMeant(email: string): Promise<void> {
  if (!process.stdin.isTTY || !process.stdout.isTTY)
    throw new UsageError('--erase cannot be undone: where no terminal answers, it takes --yes');
  const asking = createInterface({ input: process.stdin, output: process.stdout });
  const typed = await asking.question('This cannot be undone. Type the address once more to erase it all: ');
  asking.close();
  if (typed.trim().toLowerCase() !== email.toLowerCase())
    throw new StartError(['Nothing was erased: this is another address']);
}

/** Beside a server that may be running: what that has under way is taken back by itself. */
async function withPrivacy(
  store: Store | undefined,
  work: (privacy: Privacy) => Promise<void>,
): Promise<void> {
  const places = readPlaces(process.env);
  const { dataFolder } = places;
  if (store === undefined)
    throw new StartError([`Cannot look into "${dataFolder}": no server has been started with it`]);
  const secret = await loadSecret({ given: places.secret, dataFolder });
  const photos = await openPhotoFiles({
    ...{ folder: photosFolderOf(places), s3: places.s3, secret, settings: serverSettings.photos },
  });
  try {
    const now = Date.now;
    const log = createLog({ write: (line) => console.error(line), now });
    await work(
      openPrivacy({ dataFolder, secret, store, photos, audit: createAudit({ store, now }), log, now }),
    );
  } finally {
    await photos.close();
  }
}
