import type { EnquiryType, Office, Situation } from '#engine';

/** The shown and sent parts of a form, as far as the prose of docs/behaviour.md specifies them. */
export interface ExpectedForm {
  readonly isSectionShown: boolean;
  /** Ids of the offered types, in order. */
  readonly types: readonly number[];
  readonly unknownTypes: readonly string[];
  readonly type: number | undefined;
  readonly typeDropdown: 'shown' | 'concealed' | 'hidden';
  readonly eligible: readonly Office[];
  readonly offered: readonly Office[];
  readonly isOfficeSelectShown: boolean;
  /** Id of the sent office, as in content. */
  readonly office: string | number | undefined;
  /** Names of the type's shown fields without `office_location`, sorted. */
  readonly fields: readonly string[];
  /** Names of all fields that are required, sorted. */
  readonly required: readonly string[];
  /** Choices of interested_in. Undefined if it is absent. */
  readonly interests: readonly string[] | undefined;
  readonly areInterestsLoading: boolean;
  readonly interest: string | undefined;
  readonly photoLimit: number | undefined;
  readonly latestYear: number | string | undefined;
}

/**
 * Implements the visibility, types, fields and offices of docs/behaviour.md a second time, in plain code from
 * its prose, for comparison with the rules.
 */
export function getExpectedForm(situation: Situation): ExpectedForm {
  const eligible = listEligibleOffices(situation);
  const types = listOfferedTypes(situation);
  const type = findCurrentType(situation, types);
  const offered = type === undefined ? [] : listOffices(type, eligible);
  const isOfficeSelectShown = type !== undefined && hasOfficeSelect(situation, type, offered);
  const fields = type === undefined ? [] : listFields(situation, type);
  const interests = fields.includes('interested_in') ? listInterests(situation, type) : undefined;
  return {
    isSectionShown: types.length > 0 && (eligible.length > 0 || situation.page.isForLanding === true),
    types: types.map(({ id }) => Number(id)),
    unknownTypes: (situation.content.enquiryTypes ?? [])
      .map(({ id }) => String(id))
      .filter((id) => !['3', '5', '6', '7', '8', '9'].includes(id)),
    type,
    typeDropdown: situation.page.inModal ? 'hidden' : situation.page.isForLanding ? 'concealed' : 'shown',
    eligible,
    offered,
    isOfficeSelectShown,
    office: findSentOffice(situation, offered, isOfficeSelectShown),
    fields: [...fields].sort(),
    required: [
      ...(type === undefined ? [] : type === 8 ? requiredForValuation : ['name', 'email', 'message']),
      ...(isOfficeSelectShown ? ['office_location'] : []),
    ].sort(),
    interests,
    areInterestsLoading:
      type === 9 && !getTitle(situation) && situation.content.eventTitles.state === 'loading',
    interest: findSentInterest(situation, type, interests),
    photoLimit: type === 7 ? 1 : type === 8 ? 10 : undefined,
    latestYear: type === 8 ? new Date(situation.today).getUTCFullYear() + 1 : undefined,
  };
}

/** docs/behaviour.md, "Eligible offices". */
function listEligibleOffices({ site, content }: Situation): readonly Office[] {
  const list = site.isInternational
    ? (content.allOffices ?? content.offices)
    : (content.offices ?? content.allOffices);
  const stored = (list ?? []).filter((office) => {
    if (!office.email || office.email.trim() === '') return false;
    return !(site.isInternational && office.site?.exclude_from_international);
  });
  const toLocation = ({ sortOrder }: Office) => (typeof sortOrder === 'number' ? sortOrder : Infinity);
  return stored.sort((one, other) => {
    if (toLocation(one) !== toLocation(other)) return toLocation(one) < toLocation(other) ? -1 : 1;
    return collator.compare(one.name, other.name);
  });
}

const collator = new Intl.Collator('en', { numeric: true });

/** docs/behaviour.md, "Enquiry types": the offered ones. */
function listOfferedTypes({ site, content }: Situation): readonly EnquiryType[] {
  let offered = (content.enquiryTypes ?? []).filter(({ id }) => [3, 5, 6, 7, 8, 9].includes(Number(id)));
  if (site.isInternational) offered = offered.filter(({ id }) => Number(id) !== 8);
  if (String(site.id) === '119') offered = offered.filter(({ id }) => ![5, 8].includes(Number(id)));
  return offered;
}

/**
 * docs/behaviour.md, "Enquiry types": the initial one. In a modal there is no dropdown, so nothing can be
 * chosen.
 */
function findCurrentType({ page, entered }: Situation, offered: readonly EnquiryType[]): number | undefined {
  const chosen = offered.find(({ id }) => String(id) === String(entered.enquiry_type));
  if (chosen && !page.inModal) return Number(chosen.id);
  const services = page.selectedOffice?.services ?? [];
  const preferred = offered.find(({ name }) => services.includes(name.toLowerCase()));
  const first = preferred ?? offered[0];
  return first && Number(first.id);
}

/** docs/behaviour.md, "Offered offices", sorted alphabetically by "name - title". */
function listOffices(type: number, eligible: readonly Office[]): readonly Office[] {
  const service = type === 7 ? 'service' : type === 6 ? 'sales' : type === 3 ? 'general' : undefined;
  const filtered = eligible.filter((office) =>
    service === undefined ? !office.site?.isInternational : office.services?.includes(service),
  );
  const label = ({ name, title }: Office) => (title ? `${name} - ${title}` : name);
  return filtered.sort((one, other) => collator.compare(label(one), label(other)));
}

/** docs/behaviour.md, "Office select". */
function hasOfficeSelect({ site, page }: Situation, type: number, offered: readonly Office[]): boolean {
  if (page.inModal || offered.length === 0) return false;
  return [3, 6, 7].includes(type) || (site.isInternational === true && type === 9);
}

/**
 * The visitor's choice if it is offered, else the preselected office if that is offered and was not cleared,
 * else none.
 */
function findSentOffice(
  { page, entered }: Situation,
  offered: readonly Office[],
  isShown: boolean,
): string | number | undefined {
  const withId = (id: unknown) => offered.find((office) => String(office.id) === String(id));
  if (isShown && isEmptied(entered.office_location)) return undefined;
  const chosen = isShown ? withId(entered.office_location) : undefined;
  return (chosen ?? withId(page.selectedOffice?.id))?.id;
}

const requiredForValuation = [
  'boat_make',
  'boat_model',
  'year',
  'boat_location',
  'tax_paid_status',
  'engine_hours',
  'name',
  'email',
  'phone',
  'accept_term',
];

/** docs/behaviour.md, "Fields". */
function listFields({ site }: Situation, type: number): readonly string[] {
  if (type === 8) {
    return [
      ...requiredForValuation,
      'hin_number',
      'generator_hours',
      'condition_of_boat',
      'additional_information',
      'upload',
      'address',
    ];
  }
  const fields = ['name', 'email', 'phone', 'message'];
  if (type === 7) fields.push('hin_number', 'boat_model', 'boat_location', 'upload');
  if (type === 6 || type === 9) fields.push('interested_in');
  if (type === 5 && site.isInternational) fields.push('interested_in');
  return fields;
}

/** docs/behaviour.md, "Enquiry types", "Event titles". */
function listInterests({ page, content }: Situation, type: number | undefined): readonly string[] {
  if (type === 6) return (content.yachtModels ?? []).map(({ name }) => name);
  if (type === 5) return departments;
  if (page.eventTitle?.trim()) return [page.eventTitle];
  return content.eventTitles.state === 'ready' ? content.eventTitles.titles : [];
}

const departments = [
  'administration',
  'apprenticeships',
  'boatbuilding',
  'design',
  'finance',
  'graduates',
  'human-resources',
  'it',
  'maintenance-and-yard-&-lifting',
  'production-management',
  'supply-chain',
  'test-and-warranty',
  'transport',
];

/** Chosen from the offered ones. The title in the situation is preselected. */
function findSentInterest(
  situation: Situation,
  type: number | undefined,
  offered: readonly string[] | undefined,
): string | undefined {
  const wanted = situation.entered.interested_in;
  if (offered && isEmptied(wanted)) return undefined;
  const chosen = offered?.find((choice) => typeof wanted === 'string' && choice.trim() === wanted.trim());
  return chosen ?? (type === 9 ? getTitle(situation) : undefined);
}

/** True if a visitor cleared a field with initial data. */
function isEmptied(entered: unknown): boolean {
  return entered === null || (typeof entered === 'string' && entered.trim() === '');
}

function getTitle({ page }: Situation): string | undefined {
  return page.eventTitle?.trim() ? page.eventTitle : undefined;
}
