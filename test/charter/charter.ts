import { readRawDemoContent } from '../support/content.ts';
import { readFrozenDocuments } from '../support/forms.ts';
import rules from './rules.json' with { type: 'json' };
import schema from './schema.json' with { type: 'json' };
import texts from './texts.json' with { type: 'json' };
import ui from './ui.json' with { type: 'json' };

export const charterId = 12;

export function createCharterDocuments(): Readonly<Record<string, unknown>> {
  const {
    'enquiry-types.json': types,
    'rules.json': others,
    'texts/en.json': english,
  } = readFrozenDocuments();
  return {
    'enquiry-types.json': addType(types, 'enquiryTypes', [
      { id: charterId, key: 'charter', folder: 'charter' },
    ]),
    'rules.json': addType(others, 'rules', rules.rules),
    'texts/en.json': { ...(english as object), ...removeSchema(texts) },
    'forms/charter/schema.json': schema,
    'forms/charter/ui.json': ui,
  };
}

/** Returns content that offers it: the type on every page, two offices for it, and a page about it. */
export function createCharterContent(): Readonly<Record<string, unknown>> {
  const raw = readRawDemoContent();
  return {
    'enquiry-types.json': [
      ...raw['enquiry-types.json'],
      { id: charterId, name: 'charter', names: { en: 'Charter a yacht' } },
    ],
    'offices.json': raw['offices.json'].map((office) =>
      charterOffices.includes(office.name)
        ? { ...office, services: [...(office.services ?? []), 'charter'] }
        : office,
    ),
    'pages.json': [
      ...raw['pages.json'],
      {
        path: '/charter',
        site: 101,
        title: 'Charter',
        placement: 'inline',
        enquiryTypes: [charterId, 3],
        contactForm: { formTitle: 'Sail with us', thankYouHeading: 'Thank you. We look for a yacht' },
      },
    ],
  };
}

const charterOffices = ['Dartmouth', 'Oban'];

function addType(document: unknown, list: string, entries: readonly unknown[]): Record<string, unknown> {
  const { [list]: former, ...rest } = document as Record<string, unknown>;
  return { ...rest, [list]: [...(former as readonly unknown[]), ...entries] };
}

function removeSchema({
  $schema: _schema,
  ...rest
}: Readonly<Record<string, string>>): Record<string, string> {
  return rest;
}
