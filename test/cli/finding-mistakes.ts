import { expect } from 'vitest';
import { type FindingCode, findingKinds } from '#engine/check/finding.ts';
import {
  type CheckedDocument,
  checkDocuments,
  createShortDocuments,
  type DocumentChanges,
  plantRule,
} from './checking.ts';

const sales = { '==': [{ var: 'type' }, 'sales'] };
const noOffice = { '!': { var: 'offices.anyOffered' } };
const changeSchema = (key: string) => `forms/${key}/schema.json`;
const changeUi = (key: string) => `forms/${key}/ui.json`;

/**
 * One mistake for each finding code: the change, the position of the finding, and a pattern of its message.
 */
const slips: Record<
  FindingCode,
  { readonly changes: DocumentChanges; readonly at: string; readonly says: RegExp }
> = {
  'no-type-offered': {
    changes: plantRule({
      when: { and: [{ '==': [{ var: 'site.id' }, '119'] }, { var: 'site.isInternational' }] },
      then: { excludeTypes: ['general', 'sales', 'service', 'event'] },
    }),
    at: 'rules.json#/rules/',
    says: /"planted".* exclude all of them/,
  },
  'required-hidden': {
    changes: plantRule({ when: { and: [sales, { var: 'page.inModal' }] }, then: { hide: ['email'] } }),
    at: 'rules.json#/rules/',
    says: /"email" is required for "sales", but hidden by the rule "planted"/,
  },
  'required-fixed': {
    changes: plantRule({ when: { and: [sales, { var: 'page.inModal' }] }, then: { readonly: ['email'] } }),
    at: 'rules.json#/rules/',
    says: /"email" is required for "sales", but read-only by the rule "planted"/,
  },
  'required-choice-empty': {
    changes: plantRule({ when: { '==': [{ var: 'type' }, 'event'] }, then: { require: ['interested_in'] } }),
    at: 'rules.json#/rules/',
    says: /"interested_in" is required for "event" by the rule "planted", but there is nothing to choose from/,
  },
  'required-without-control': {
    changes: {
      [changeUi('sales')]: (doc) => {
        doc.name = { 'ui:widget': 'hidden' };
      },
    },
    at: 'forms/sales/ui.json#/name/ui:widget',
    says: /visitors cannot fill it in/,
  },
  'example-refused': {
    changes: plantRule({
      when: { and: [sales, { var: 'site.isInternational' }] },
      then: { require: ['phone'], bound: { phone: { equals: 'none' } } },
    }),
    at: 'rules.json#/rules/',
    says: /"phone" is refused \([a-z-]+\) because of "planted"/,
  },
  'example-unfit': {
    changes: {
      ...plantRule({
        when: { and: [sales, { var: 'site.isInternational' }] },
        then: { require: ['phone'] },
      }),
      [changeSchema('sales')]: (doc) => {
        delete doc.examples[0].phone;
      },
    },
    at: 'forms/sales/schema.json#/examples',
    says: /is refused where other answers are accepted: "phone" \(required\) because of "planted"/,
  },
  'no-way-to-send': {
    changes: {
      [changeSchema('sales')]: (doc) => {
        delete doc.examples;
        doc.not = { required: ['name'] };
      },
    },
    at: 'forms/sales/schema.json#',
    says: /no answers were found with which "sales" can be sent/,
  },
  'dead-branch': {
    changes: {
      [changeSchema('sales')]: (doc) => {
        doc.if = { properties: { phone: { const: '+44 1' } }, required: ['phone'] };
        doc.then = { required: ['reason'] };
      },
    },
    at: 'forms/sales/schema.json#/then',
    says: /cannot be met: "reason" is required, and there is no field "reason"/,
  },
  'unmet-branch': {
    changes: {
      [changeSchema('sales')]: (doc) => {
        doc.properties.code = { type: 'string', maxLength: 200, title: 'Code' };
        doc.if = { properties: { code: { pattern: '^(?=.*7)(?=.*q)(?=.*!).{8,}$' } }, required: ['code'] };
        doc.then = { properties: { phone: { minLength: 6 } } };
      },
    },
    at: 'forms/sales/schema.json#/then',
    says: /no answers were found that meet this part of "sales" and can be sent; add an example/,
  },
  'limit-unmeetable': {
    changes: {
      [changeSchema('sales')]: (doc) => {
        doc.properties.phone = { $ref: '../../fields.json#/$defs/phone', minLength: 31 };
        delete doc.examples[0].phone;
      },
    },
    at: 'forms/sales/schema.json#/properties/phone',
    says: /"minLength" is 31 and "maxLength" is 30/,
  },
  'retired-type': {
    changes: {
      'enquiry-types.json': (doc) => {
        doc.enquiryTypes[4].retired = true;
      },
    },
    at: 'enquiry-types.json#/enquiryTypes',
    says: /"valuation" is archived.* inactive with it: \d+ scenarios, \d+ rules, \d+ texts/,
  },
  'never-shown': {
    changes: plantRule({ when: sales, then: { hide: ['phone'] } }),
    at: 'forms/sales/schema.json#/properties/phone',
    says: /"phone" of "sales" is never shown: "planted" hide it/,
  },
  'default-refused': {
    changes: {
      [changeSchema('valuation')]: (doc) => {
        doc.properties.tax_paid_status.default = 'paid';
      },
    },
    at: 'forms/valuation/schema.json#/properties/tax_paid_status/default',
    says: /the default "paid" is refused/,
  },
  'step-waits': {
    changes: {
      [changeUi('general')]: (doc) => {
        doc['ui:steps'] = [
          { name: 'you', fields: ['office_location', 'name'] },
          { name: 'rest', fields: ['email', 'phone', 'message'] },
        ];
      },
      'texts/en.json': (doc) => {
        doc['steps.you.title'] = 'You';
        doc['steps.rest.title'] = 'The rest';
      },
      ...plantRule({ when: { '!=': [{ var: 'values.email' }, 'a@b.example'] }, then: { enable: ['name'] } }),
    },
    at: '/then/enable',
    says: /"name" of "general" is on the step "you", but depends on "email"/,
  },
  'preset-refused': {
    changes: plantRule({ when: sales, then: { preset: { email: 'nobody' } } }),
    at: '/then/preset/email',
    says: /"planted" presets "email" with "nobody", which the schema of "\w+" refuses/,
  },
  'too-many-situations': {
    changes: plantRule({
      when: sales,
      then: {
        offer: {
          or: ['office.id', 'office.name', 'office.title', 'office.site.id'].map((fact) => ({
            in: [{ var: fact }, Array.from({ length: 9 }, (_, index) => `${index}`)],
          })),
        },
      },
    }),
    at: 'rules.json#/rules/',
    says: /the form "sales" would have to be checked in \d+ thousand situations, more than 100 thousand.*office\.id/,
  },
  'no-example': {
    changes: {
      [changeSchema('sales')]: (doc) => {
        doc.examples = [];
      },
    },
    at: 'forms/sales/schema.json#',
    says: /add one to "examples"/,
  },
  'rule-never-holds': {
    changes: plantRule({
      when: { and: [{ '==': [{ var: 'type' }, 'valuation'] }, { var: 'site.isInternational' }] },
      then: { hide: ['address'] },
    }),
    at: '/when',
    says: /"planted" never applies: other rules prevent it/,
  },
  'rule-always-holds': {
    changes: plantRule({
      when: { or: [{ var: 'page.inModal' }, { '!': { var: 'page.inModal' } }] },
      then: { hide: ['phone'] },
    }),
    at: '/when',
    says: /is always true/,
  },
  'rule-repeats': {
    changes: plantRule({
      when: { '!': { '!': { var: 'page.isForLanding' } } },
      then: { conceal: ['enquiry_type'] },
    }),
    at: 'rules.json#/rules/',
    says: /repeats "landing"/,
  },
  'rule-never-matters': {
    changes: plantRule({ when: { and: [sales, noOffice] }, then: { hide: ['office_location'] } }),
    at: 'rules.json#/rules/',
    says: /"planted" changes nothing where it applies, because "no-office" decides the same/,
  },
  'effect-never-matters': {
    changes: plantRule({ when: { and: [sales, noOffice] }, then: { hide: ['phone', 'office_location'] } }),
    at: '/then/hide/1',
    says: /"hide office_location" of the rule "planted" changes nothing/,
  },
  'rule-overruled': {
    changes: plantRule({ when: { and: [sales, noOffice] }, then: { conceal: ['office_location'] } }),
    at: 'rules.json#/rules/',
    says: /"planted" changes nothing where it applies, because "no-office" overrides it/,
  },
  'effect-overruled': {
    changes: plantRule({
      when: { and: [sales, noOffice] },
      then: { hide: ['phone'], require: ['office_location'] },
    }),
    at: '/then/require/0',
    says: /"require office_location" of the rule "planted" changes nothing where it applies, because "no-office" overrides it/,
  },
  'scenario-fails': {
    changes: {
      'scenarios.json': (doc) => {
        doc.scenarios[0].expect = { type: 'event' };
      },
    },
    at: 'scenarios.json#/scenarios/0/expect',
    says: /Expected “event” for "type", but it is “general”/,
  },
  'scenario-unreadable': {
    changes: {
      'scenarios.json': (doc) => {
        doc.scenarios[0].on = { offices: ['hambel'] };
      },
    },
    at: 'scenarios.json#/scenarios/0',
    says: /unknown office "hambel"; the nearest is "hamble"/,
  },
  'untested-effect': {
    changes: plantRule({ when: sales, then: { hide: ['phone'] } }),
    at: '/then/hide/0',
    says: /no scenario would fail if the rule "planted" lost "hide phone"/,
  },
  'unused-definition': {
    changes: {
      'fields.json': (doc) => {
        doc.$defs.spare = { type: 'string' };
      },
    },
    at: 'fields.json#/$defs/spare',
    says: /no form uses/,
  },
  'other-definition': {
    changes: {
      [changeSchema('sales')]: (doc) => {
        doc.properties.email.$ref = doc.properties.name.$ref;
      },
    },
    at: 'forms/sales/schema.json#/properties/email/$ref',
    says: /"email" refers to the shared field "name", although there is a shared field "email"/,
  },
  'unused-ui': {
    changes: {
      [changeUi('sales')]: (doc) => {
        doc.phnoe = { 'ui:widget': 'tel' };
      },
    },
    at: 'forms/sales/ui.json#/phnoe',
    says: /no field "phnoe"; the nearest is "phone"/,
  },
  'widget-mismatch': {
    changes: {
      [changeUi('valuation')]: (doc) => {
        doc.accept_term = { 'ui:widget': 'textarea' };
      },
    },
    at: 'forms/valuation/ui.json#/accept_term/ui:widget',
    says: /"textarea" cannot show "accept_term".*true or false/,
  },
  'double-choice': {
    changes: {
      [changeSchema('valuation')]: (doc) => {
        doc.properties.tax_paid_status.enum.push('tax-paid');
      },
    },
    at: 'forms/valuation/schema.json#/properties/tax_paid_status/enum/2',
    says: /a second time/,
  },
  'too-many-fields': {
    changes: {
      [changeSchema('general')]: (doc) => {
        for (let at = 0; at < 500; at += 1) doc.properties[`text_${at}`] = { type: 'string' };
      },
    },
    at: 'forms/general/schema.json#/properties',
    says: /"general" has 50\d fields, more than the 500/,
  },
  'too-many-choices': {
    changes: {
      [changeSchema('valuation')]: (doc) => {
        for (let at = 0; at < 2000; at += 1) doc.properties.tax_paid_status.enum.push(`choice-${at}`);
      },
    },
    at: 'forms/valuation/schema.json#/properties/tax_paid_status/enum',
    says: /"tax_paid_status" of "valuation" has 200\d choices, more than the 2000/,
  },
  'photos-without-limit': {
    changes: {
      'rules.json': (doc) => {
        doc.rules.find((rule: CheckedDocument) => rule.id === 'photos').when = sales;
      },
    },
    at: 'forms/service/schema.json#/properties/upload',
    says: /without a limit on types, bytes, timeoutMs/,
  },
  'slow-pattern': {
    changes: {
      'fields.json': (doc) => {
        doc.$defs.phone.pattern = '^([0-9+]+ ?)+$';
      },
    },
    at: 'fields.json#/$defs/phone/pattern',
    says: /extremely long/,
  },
  'needs-scanner': {
    changes: {
      [changeSchema('service')]: (doc) => {
        doc.properties.papers = { type: 'array', items: { type: 'string' }, uniqueItems: true };
      },
      'forms/service/ui.json': (doc) => {
        doc.papers = { 'ui:widget': 'files' };
      },
      'rules.json': (doc) => {
        const papers = { count: 1, types: ['application/pdf'], bytes: 1_000, timeoutMs: 1_000 };
        doc.rules.push({ id: 'papers', description: 'One PDF.', then: { limit: { papers } } });
      },
    },
    at: 'forms/service/schema.json#/properties/papers',
    says: /application\/pdf, .*SLIPWAY_CLAMD/,
  },
  'needs-scripts': {
    changes: {
      [changeSchema('sales')]: (doc) => {
        doc.properties.moment = { type: 'string', format: 'date-time' };
      },
    },
    at: 'forms/sales/schema.json#/properties/moment',
    says: /time zone/,
  },
  'inferred-draft': {
    changes: {
      [changeSchema('sales')]: (doc) => {
        delete doc.$schema;
        doc.properties.length = { title: 'Length', type: 'number', minimum: 0, exclusiveMinimum: true };
      },
    },
    at: 'forms/sales/schema.json#',
    says: /"exclusiveMinimum": true shows that it is draft-07 or older/,
  },
  'older-draft': {
    changes: {
      [changeSchema('sales')]: (doc) => {
        doc.$schema = 'http://json-schema.org/draft-04/schema#';
        doc.properties.length = { title: 'Length', type: 'number', minimum: 0, exclusiveMinimum: true };
      },
    },
    at: 'forms/sales/schema.json#/$schema',
    says: /written in draft-04 and read as draft-07/,
  },
  'idle-keyword': {
    changes: {
      [changeSchema('sales')]: (doc) => {
        doc.properties.length = { title: 'Length', type: 'string', maximum: 20 };
      },
    },
    at: 'forms/sales/schema.json#/properties/length/maximum',
    says: /"maximum" is for values of the type "number"/,
  },
  'ignored-option': {
    changes: {
      [changeUi('sales')]: (doc) => {
        doc.name = { 'ui:autofocus': true };
      },
    },
    at: 'forms/sales/ui.json#/name/ui:autofocus',
    says: /"ui:autofocus" is an option of RJSF that has no effect here/,
  },
  'not-asked': {
    changes: {
      [changeSchema('sales')]: (doc) => {
        doc.additionalProperties = { type: 'string' };
      },
    },
    at: 'forms/sales/schema.json#/additionalProperties',
    says: /"additionalProperties" of the whole form has no effect/,
  },
  'untitled-branch': {
    changes: {
      [changeSchema('sales')]: (doc) => {
        doc.properties.size = { title: 'Size', anyOf: [{ type: 'string' }, { type: 'number' }] };
      },
    },
    at: 'forms/sales/schema.json#/properties/size/anyOf',
    says: /2 of 2 branches have no "title"/,
  },
  'missing-label': {
    changes: {
      'texts/en.json': (doc) => {
        delete doc['fields.phone.label'];
      },
    },
    at: 'texts/en.json#',
    says: /"phone" has no label/,
  },
  'missing-interface-text': {
    changes: {
      'texts/sv.json': (doc) => Object.assign(doc, { close: 'Stäng' }),
    },
    at: 'texts/sv.json#',
    says: /\d+ texts of the interface are missing, and visitors see them in another language: "send-message", /,
  },
  'double-label': {
    changes: {
      'texts/de.json': (doc) => {
        doc['fields.phone.label'] = doc['fields.name.label'];
      },
    },
    at: 'texts/de.json#',
    says: /"name", "phone" of "general" all have the label/,
  },
  'missing-option-label': {
    changes: {
      'texts/en.json': (doc) => {
        delete doc['options.tax_paid_status.tax-paid'];
      },
    },
    at: 'texts/en.json#',
    says: /the choice "tax-paid" of "tax_paid_status" has no text/,
  },
  'double-option-label': {
    changes: {
      'texts/en.json': (doc) => {
        doc['options.tax_paid_status.tax-paid'] = doc['options.tax_paid_status.tax-not-paid'];
      },
    },
    at: 'texts/en.json#',
    says: /the choices "tax-paid", "tax-not-paid" of "tax_paid_status" all have the text/,
  },
  'missing-translation': {
    changes: {
      'texts/de.json': (doc) => {
        delete doc['send-message'];
      },
    },
    at: 'texts/de.json#',
    says: /"send-message" has no translation.*“Send message”/,
  },
  'stale-translation': {
    changes: {
      'texts/de.json': (doc) => {
        doc['sned-message'] = 'Senden';
      },
    },
    at: 'texts/de.json#/sned-message',
    says: /not among the texts in English;/,
  },
  'missing-argument': {
    changes: {
      'texts/de.json': (doc) => {
        doc['thank-you.reference'] = 'Danke.';
      },
    },
    at: 'texts/de.json#/thank-you.reference',
    says: /leaves out "\{reference\}"/,
  },
  'unfilled-argument': {
    changes: {
      'texts/en.json': (doc) => {
        doc['fields.name.problems.too-short'] = 'At least {limt}';
      },
    },
    at: 'texts/en.json#/fields.name.problems.too-short',
    says: /nothing fills in "\{limt\}".*nearest is "limit"/,
  },
  'quoted-argument': {
    changes: {
      'texts/en.json': (doc) => {
        doc['fields.message.label'] = "What is wrong with '{values.boat_model}'?";
      },
    },
    at: 'texts/en.json#/fields.message.label',
    says: /shows “\{values.boat_model\}” as it is/,
  },
  'unsaid-answer': {
    changes: {
      'texts/en.json': (doc) => {
        doc['fields.phone.hint'] = 'We call {values.name}';
      },
    },
    at: 'texts/en.json#/fields.phone.hint',
    says: /has a gap while "name" of "\w+" has no answer.*select, empty/,
  },
  'french-spacing': {
    changes: {
      'texts/fr.json': (doc) => {
        doc['fields.phone.hint'] = 'Et votre indicatif ?';
      },
    },
    at: 'texts/fr.json#/fields.phone.hint',
    says: /narrow no-break space/,
  },
  'empty-text': {
    changes: {
      'texts/en.json': (doc) => {
        doc['fields.phone.hint'] = '  ';
      },
    },
    at: 'texts/en.json#/fields.phone.hint',
    says: /is empty/,
  },
  'unused-text': {
    changes: {
      'texts/en.json': (doc) => {
        doc['fields.phnoe.hint'] = 'With its area code';
      },
    },
    at: 'texts/en.json#/fields.phnoe.hint',
    says: /no form has a field "phnoe"; the nearest is "phone"/,
  },
};

/** Expects that the mistake of a code is reported, with its position and a solution. */
export function expectMistake(code: FindingCode): void {
  const { changes, at, says } = slips[code];
  const all = createShortDocuments(changes);
  const found = checkDocuments(all).findings.filter((finding) => finding.code === code);
  expect(found.map(({ reason }) => reason)).toContainEqual(expect.stringMatching(says));
  expect(found.map(({ file, pointer }) => `${file}#${pointer}`)).toContainEqual(expect.stringContaining(at));
}

/** Returns the codes whose mistake is reported in a matching file. */
export function listCodesInFile(file: RegExp): readonly FindingCode[] {
  return (Object.keys(findingKinds) as FindingCode[]).filter((code) => file.test(slips[code].at));
}
