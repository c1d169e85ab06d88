export interface AcknowledgedEnquiry {
  readonly mark: string;
  /** Absent if only a page showed it. */
  readonly reference?: string;
}

export interface StoredEnquiry {
  readonly mark: string;
  readonly reference: string;
  readonly mail: string;
  readonly deliveries: readonly string[];
  readonly photos: readonly string[];
}

/** The enquiries that were stored and delivered in the end. */
export interface DeliveredEnquiries {
  readonly stored: readonly StoredEnquiry[];
  /** The number of received mails, by the enquiry's reference. */
  readonly mails: ReadonlyMap<string, number>;
  /** The signatures of webhooks, by the enquiry's reference. */
  readonly webhooks: ReadonlyMap<string, readonly { readonly isSigned: boolean }[]>;
  /** The references of enquiries whose photo is incomplete or another one. */
  readonly torn: ReadonlySet<string>;
}

/** Compares the stored with the acknowledged enquiries. Returns a line for each fault. */
export function findDeliveryFaults(
  acknowledged: readonly AcknowledgedEnquiry[],
  arrived: DeliveredEnquiries,
): readonly string[] {
  const { stored, mails, webhooks, torn } = arrived;
  const byMark = groupItems(stored, ({ mark }) => mark);
  const known = new Set(acknowledged.map(({ mark }) => mark));
  return [
    ...acknowledged.flatMap(({ mark, reference }) =>
      findEnquiryFaults({ mark, reference }, byMark.get(mark) ?? []),
    ),
    ...stored
      .filter(({ mark }) => !known.has(mark))
      .map(({ reference }) => `${reference} was sent by nobody`),
    ...stored.flatMap(({ reference, mail, deliveries, photos }) => [
      ...(mails.has(reference) ? [] : [`no mail of ${reference} has come; it is noted as ${mail}`]),
      ...(mail === 'sent' ? [] : [`the mail of ${reference} is noted as ${mail}`]),
      ...(webhooks.has(reference) ? [] : [`no webhook of ${reference} has come`]),
      ...(deliveries.join() === 'sent'
        ? []
        : [`the webhook of ${reference} is noted as ${deliveries.join()}`]),
      ...(webhooks.get(reference)?.every(({ isSigned }) => isSigned) === false
        ? [`a webhook of ${reference} is signed by nobody`]
        : []),
      ...(photos.length === 1 ? [] : [`${reference} has ${photos.length} photos`]),
      ...(torn.has(reference) ? [`the photo of ${reference} is not whole, or another`] : []),
    ]),
    ...[...mails.keys(), ...webhooks.keys()]
      .filter((reference) => !stored.some((enquiry) => enquiry.reference === reference))
      .map((reference) => `something has come of ${reference}, which is not there`),
  ];
}

function findEnquiryFaults(
  { mark, reference }: { readonly mark: string; readonly reference: string | undefined },
  found: readonly StoredEnquiry[],
): readonly string[] {
  const name = reference ?? mark;
  if (found.length === 0) return [`${name} was acknowledged, and is lost`];
  const others = found.map((one) => one.reference);
  if (found.length > 1) return [`${name} is stored ${found.length} times: ${others.join(', ')}`];
  return reference === undefined || others.includes(reference)
    ? []
    : [`${name} is stored as ${others.join()}`];
}

function groupItems<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
): Map<string, readonly Item[]> {
  const groups = new Map<string, readonly Item[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}
