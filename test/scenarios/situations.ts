import fc from 'fast-check';
import type { EnquiryType, EventTitles, Office, Situation } from '#engine';

const flag = fc.constantFrom(undefined, null, false, true);
const officeIds = [1, 2, 3, 4, '5', '6', 'seven'];
const services = ['general', 'sales', 'service', 'careers', 'event'];
const keys: readonly (readonly [id: number, key: string])[] = [
  [3, 'general'],
  [5, 'careers'],
  [6, 'sales'],
  [7, 'service'],
  [8, 'valuation'],
  [9, 'event'],
  [42, 'charter'],
];
const models = ['Kestrel 38', 'Osprey 52', ' Padded 60 '];
const events = ['Open day', 'Boat show', 'Launch '];

const office: fc.Arbitrary<Office> = fc.record({
  id: fc.constantFrom(...officeIds),
  name: fc.constantFrom('Poole', 'Hamble', 'Cowes', 'Berth 2', 'Berth 10', 'Évian'),
  title: fc.constantFrom(undefined, null, '', 'Sales', 'Dealer'),
  email: fc.constantFrom('a@example.com', 'a@example.com', 'a@example.com', undefined, null, '', ' '),
  sortOrder: fc.constantFrom(undefined, null, 0, 1, 2, 10),
  services: fc.oneof(fc.subarray(services), fc.constantFrom(undefined, null)),
  site: fc.oneof(
    fc.record({ id: fc.constantFrom(1, 204), isInternational: flag, exclude_from_international: flag }),
    fc.constantFrom(undefined, null),
  ),
});

const officeList = fc.uniqueArray(office, { maxLength: 7, selector: ({ id }) => String(id) });

const enquiryTypes: fc.Arbitrary<readonly EnquiryType[]> = fc.shuffledSubarray([...keys]).chain((chosen) =>
  fc.tuple(
    ...chosen.map(([id, key]) =>
      fc.record({
        id: fc.constantFrom<string | number>(id, String(id)),
        name: fc.constantFrom(key, key, key.toUpperCase(), 'Another name'),
      }),
    ),
  ),
);

const eventTitles: fc.Arbitrary<EventTitles> = fc.oneof(
  fc.constantFrom<EventTitles>({ state: 'loading' }, { state: 'failed' }),
  fc.record({ state: fc.constant('ready' as const), titles: fc.subarray(events) }),
);

const entered = fc.record(
  {
    enquiry_type: fc.constantFrom<unknown>(3, 5, 6, 7, 8, 9, '3', '7', '8', 42, 'general', ''),
    office_location: fc.constantFrom<unknown>(...officeIds, '1', '2', 99, '', null),
    interested_in: fc.constantFrom<unknown>(
      ...[...models, ...events, 'design', 'it', 'nothing of the kind', '', null],
    ),
    name: fc.constantFrom('Ann', ' '),
    upload: fc.constantFrom([], ['a.jpg'], ['a.jpg', 'b.jpg']),
  },
  { requiredKeys: [] },
);

/** Random situations in which every fact of docs/behaviour.md takes every value that it distinguishes. */
export const situations: fc.Arbitrary<Situation> = fc.record({
  site: fc.record({
    id: fc.constantFrom<string | number>(1, '1', 119, '119', 1190),
    domain: fc.constant('www.example.com'),
    isInternational: flag,
  }),
  page: fc.record({
    inModal: fc.constantFrom(undefined, false, false, true),
    isForLanding: fc.constantFrom(undefined, false, true),
    eventTitle: fc.constantFrom(undefined, undefined, null, '', ' ', 'Launch', ' Padded title '),
    selectedOffice: fc.oneof(fc.constantFrom(undefined, null), office),
  }),
  content: fc.record({
    offices: fc.oneof({ weight: 5, arbitrary: officeList }, fc.constantFrom(undefined, null)),
    allOffices: fc.oneof({ weight: 5, arbitrary: officeList }, fc.constantFrom(undefined, null)),
    enquiryTypes,
    yachtModels: fc.oneof(
      fc.subarray(models).map((names) => names.map((name) => ({ name }))),
      fc.constantFrom(undefined, null),
    ),
    eventTitles,
  }),
  locale: fc.constant('en'),
  today: fc.constantFrom('2026-11-21', '2026-12-31', '2027-01-01'),
  entered,
});
