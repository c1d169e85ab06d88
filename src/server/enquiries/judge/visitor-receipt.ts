import {
  type FieldPlan,
  type Form,
  isSameId,
  isUploadWidget,
  type Plan,
  toUploadPaths,
  typeField,
} from '#engine';
import { formatAnswer } from '#engine/texts/format-answer.ts';
import { maskAnswer } from '#engine/texts/masked-answer.ts';
import { prepareReceipt } from '../../delivery/mail/prepare-receipt.ts';
import { toSoleAddress } from '../../delivery/mail/sole-address.ts';
import { getValueLocale } from '../../forms/content/visit.ts';
import type { Limits } from '../../limits/limits.ts';
import type { ReceiptSettings } from '../../platform/config/settings.ts';
import type { EnquiryFacts } from '../../preset/enquiries.ts';
import type { MailRow } from '../../store/records/mail-queue.ts';
import type { NewEnquiry, Suspicion } from '../../store/records/new-enquiry.ts';
import type { NewReceipt, WithheldReason } from '../../store/records/receipt-entry.ts';
import type { Store } from '../../store/store.ts';
import { createMailText, findOptionLabel, getVisitor } from './enquiry-mail.ts';
import type { EnquiryRequest } from './judge-submission.ts';
import { getPhotoPaths, type SubmissionJudgement } from './judgement.ts';

/** The decision on a receipt, which may also be not to send it (`withheld`). */
export type ReceiptDecision =
  | { readonly state: 'withheld'; readonly reason: WithheldReason }
  | {
      readonly state: 'waiting' | 'held';
      readonly to: string;
      /** The visitor's name of each photo, by its path. */
      readonly photoNames: ReadonlyMap<string, string>;
      /** In characters. */
      readonly longestAnswer: number;
    };

interface ReceiptDependencies {
  readonly judgement: SubmissionJudgement;
  readonly suspicion: Suspicion | undefined;
  readonly limits: Pick<Limits, 'consumeReceipt'>;
  readonly store: Pick<Store, 'findPhotos'>;
  readonly receipts: Pick<ReceiptSettings, 'longestAnswer'>;
  readonly now: number;
}

/**
 * Decides on the receipt of a valid enquiry: waiting to be sent, held until the page proves an effort, or
 * withheld with the reason (docs/behaviour.md, "Receipts"). Undefined if the form sends no receipts or the
 * visitor gave no address. A receipt that may be sent now is counted for the limits, so call it once.
 */
export async function decideReceipt(
  request: Pick<EnquiryRequest, 'address' | 'ticket'>,
  { judgement, suspicion, limits, store, receipts, now }: ReceiptDependencies,
): Promise<ReceiptDecision | undefined> {
  const { plan, visit } = judgement;
  const { email } = getVisitor(plan);
  if (!plan.type?.receipt || email === undefined) return undefined;
  const to = toSoleAddress(email);
  if (to === undefined) return createWithheldReceipt('bad-address');
  if (request.ticket === undefined || visit.page.path === '') return createWithheldReceipt('no-ticket');
  if (suspicion !== undefined && suspicion !== 'unproven') return createWithheldReceipt('suspected');
  const paths = getPhotoPaths(plan);
  const photos = paths.length === 0 ? [] : await store.findPhotos(paths);
  const photoNames = new Map(photos.map(({ path, name }) => [path, name]));
  const allowed = { to, photoNames, longestAnswer: receipts.longestAnswer };
  // An unproven enquiry does not count for the limits, or an attacker could use up the limits of others
  // without any proof.
  if (suspicion === 'unproven') return { state: 'held', ...allowed };
  const grant = await limits.consumeReceipt({ address: request.address, recipient: to, now });
  return grant.isGranted ? { state: 'waiting', ...allowed } : createWithheldReceipt('too-many');
}

/**
 * Counts a receipt for the limits, once its page has proven an effort. Returns true if it may be sent now,
 * false above a limit. Also false, and not counted, without a valid address or if the form sends no receipts.
 */
export async function canSendHeldReceipt(
  { address, values, ready: { form } }: Pick<EnquiryRequest, 'address' | 'values' | 'ready'>,
  { limits, now }: Pick<ReceiptDependencies, 'limits' | 'now'>,
): Promise<boolean> {
  const { [typeField]: id } = values;
  const isId = typeof id === 'string' || typeof id === 'number';
  const type = isId ? form.types.find((one) => isSameId(one.id, id)) : undefined;
  const email = type?.receipt && values[type.visitor?.email ?? ''];
  const recipient = typeof email === 'string' ? toSoleAddress(email) : undefined;
  return recipient !== undefined && (await limits.consumeReceipt({ address, recipient, now })).isGranted;
}

function createWithheldReceipt(reason: WithheldReason): ReceiptDecision {
  return { state: 'withheld', reason };
}

/** Creates the receipt to store: its texts in the visitor's language, or the reason why it is withheld. */
export function createReceipt(
  allowed: ReceiptDecision,
  {
    enquiry,
    judgement: { plan, visit },
    form,
    facts,
  }: {
    readonly enquiry: Pick<NewEnquiry, 'reference' | 'receivedAt' | 'domain'>;
    readonly judgement: SubmissionJudgement;
    readonly form: Form;
    readonly facts: Pick<EnquiryFacts, 'getLabels'>;
  },
): NewReceipt {
  if (allowed.state === 'withheld') return allowed;
  const { state, to, photoNames, longestAnswer } = allowed;
  const locale = getValueLocale(visit);
  return {
    state,
    to,
    content: prepareReceipt({
      to,
      locale,
      enquiry,
      longestAnswer,
      // The form without piped texts: no answer must appear in a sentence.
      text: createMailText(form, plan.type?.key, locale),
      type: findOptionLabel(plan, typeField, plan.values[typeField]) ?? '',
      facts: facts.getLabels(plan),
      rows: plan.fields.flatMap((field) => toReceiptRows(field, { form, plan, photoNames })),
      site: visit.page.site,
    }),
  };
}

/**
 * Returns the row of an answer as the visitor read it, with the names of photos. Secret answers are masked.
 * Empty without an answer.
 */
function toReceiptRows(
  field: FieldPlan,
  {
    form,
    plan,
    photoNames,
  }: { readonly form: Form; readonly plan: Plan; readonly photoNames: ReadonlyMap<string, string> },
): readonly MailRow[] {
  const { label, value, definition } = field;
  if (value === undefined) return [];
  if (isUploadWidget(definition.widget)) {
    const names = toUploadPaths(value).map((path) => photoNames.get(path) ?? '');
    return [{ label, value: names.filter((name) => name !== '').join('\n') }];
  }
  return [{ label, value: formatAnswer({ form, plan }, field, maskAnswer(plan, field, value)) }];
}
