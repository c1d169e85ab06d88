import { StartError } from './config/config.ts';
import { readContent } from './content/read-content.ts';
import { shippedContent } from './content/shipped-content.ts';
import { addressesOf } from './desk/queueing.ts';
import type { DeskEnquiry } from './store/desk-entry.ts';
import type { MailAddresses } from './store/mail-queue.ts';
import type { ReleaseOutcome, ResendOutcome, Store } from './store/store.ts';

/** How mails are queued by hand. */
export interface QueueingOptions {
  /** Again, or for the first time, of an enquiry that was suspected. */
  readonly kind: 'resend' | 'release';
  readonly store: Store | undefined;
  /** Whom they go to; absent: whom the content names today. */
  readonly to: string | undefined;
  readonly contentFolder: string | undefined;
}

/** What became of one, as a line for whoever asked. */
export interface Queued {
  readonly isQueued: boolean;
  readonly line: string;
}

/** Queues the mails of enquiries, by their ids or references. @throws StartError where the content cannot be read. */
export async function queueAgain(
  ids: readonly string[],
  { kind, store, to, contentFolder }: QueueingOptions,
): Promise<readonly Queued[]> {
  const addressesFor = await addressBook(to, contentFolder);
  const outcomes: Queued[] = [];
  for (const id of ids) {
    const enquiry = (await store?.deskFile(id))?.enquiry;
    const addresses = enquiry && addressesFor(enquiry);
    // What the content knows nobody for any more goes where it went before.
    const request = { id, now: Date.now(), ...(addresses?.to && { addresses }) };
    const outcome = (await store?.[kind](request)) ?? { kind: 'unknown' };
    outcomes.push({ isQueued: outcome.kind === 'queued', line: lineOf(id, kind, outcome) });
  }
  return outcomes;
}

async function addressBook(
  to: string | undefined,
  contentFolder = shippedContent,
): Promise<(enquiry: DeskEnquiry) => MailAddresses> {
  if (to !== undefined) return () => ({ to, fallback: null });
  const loaded = await readContent(contentFolder);
  if (!loaded.ok) throw new StartError(loaded.lines);
  return (enquiry) => addressesOf(loaded.content, enquiry);
}

function lineOf(id: string, kind: QueueingOptions['kind'], outcome: ResendOutcome | ReleaseOutcome): string {
  if (outcome.kind === 'queued')
    return `Queued the mail of ${outcome.reference} to ${outcome.to}; a running server sends it at once.`;
  const wish = kind === 'resend' ? `send ${JSON.stringify(id)} again` : `release ${JSON.stringify(id)}`;
  return `Cannot ${wish}: ${reasons[outcome.kind]}`;
}

const reasons: Readonly<Record<Exclude<(ResendOutcome | ReleaseOutcome)['kind'], 'queued'>, string>> = {
  unknown: 'no enquiry has this id or reference',
  'no-recipient': 'neither its office nor its site has a mail address; give them one, or name one with --to',
  suspected: 'it looks like a robot’s; --release ID sends it',
  'not-suspected': 'it was not suspected; --resend ID sends it again',
  'not-worded':
    'an older version stored it without a mail, since nobody was to get it; --json shows what it says',
};
