import type {
  EnquiryEventView,
  ForwardRequest,
  InboxChoices,
  InboxRowView,
  NamedId,
} from '../../api/inbox.ts';
import type { ContentView } from '../../api/studio.ts';
import { isolateBidi } from '../ui/isolate-bidi.ts';
import type { FormatMessage, StudioMessageKey } from '../ui/messages.ts';
import { showsOffices } from './offices.ts';

/** A select among the filters of the inbox. */
interface InboxFilterDefinition {
  /** The parameter of the address. */
  readonly name: 'office';
  readonly label: StudioMessageKey;
  /** Returns true if the filter is shown although it does not filter. */
  readonly isOffered: (content: Pick<ContentView, 'offices'>) => boolean;
  readonly getChoices: (choices: InboxChoices) => readonly NamedId[];
}

/** The yard's filters of the inbox. */
export const officeInboxFilters: readonly InboxFilterDefinition[] = [
  {
    name: 'office',
    label: 'desk.office',
    isOffered: showsOffices,
    getChoices: ({ offices }) => offices,
  },
];

/** The names of the yard's filters. */
export const officeFilterNames = ['office'] as const;

/** The key of the label of an office. */
export const officeLabel = 'desk.office' satisfies StudioMessageKey;

/** Returns the key of the heading above the office and the site of an enquiry. */
export function getOfficeHeading(content: Pick<ContentView, 'offices'>): StudioMessageKey {
  return showsOffices(content) ? officeLabel : 'desk.site';
}

/** Returns the key of the explanation that nobody receives an enquiry. */
export function getUnaddressedKey(content: Pick<ContentView, 'offices'>): StudioMessageKey {
  return showsOffices(content) ? 'desk.no-recipient-text' : 'desk.no-address-text';
}

/** Returns the offices to which an enquiry of one office can be forwarded: the others that have a mail address. */
export function listForwardTargets(
  { offices }: InboxChoices,
  { office }: Pick<InboxRowView, 'office'>,
): readonly NamedId[] {
  return offices.filter(({ id, hasAddress }) => hasAddress && id !== office?.id);
}

/** Returns the member of a request that names the office to forward to. */
export function toForwardTarget({ id }: NamedId): Pick<ForwardRequest, 'office'> {
  return { office: id };
}

/** Returns the notice that an enquiry was forwarded to an office. */
export function formatForwarded(
  { name }: NamedId,
  { reference }: Pick<InboxRowView, 'reference'>,
  say: FormatMessage,
): string {
  return say('desk.forwarded', { reference, office: name });
}

/** Returns the notice that so many enquiries were forwarded to an office. */
export function formatForwardedCount({ name }: NamedId, count: number, say: FormatMessage): string {
  return say('desk.sel.forwarded', { count, office: name });
}

/** Returns the sentence for a forward in the history of an enquiry. */
export function formatForwardEvent(
  { office, to }: Extract<EnquiryEventView, { readonly kind: 'forwarded' }>,
  say: FormatMessage,
): string {
  return say('desk.did.forwarded', { office: isolateBidi(office.name), to: isolateBidi(to) });
}
