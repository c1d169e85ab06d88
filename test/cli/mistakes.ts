import type { CheckedDocument, DocumentChanges } from './checking.ts';

/** A typical mistake of people: its name, its change, and the expected finding. */
export interface Mistake {
  readonly what: string;
  readonly changes: DocumentChanges;
  /** File and pointer of the finding, or a prefix of the pointer. */
  readonly at: string;
  /** A suffix of the pointer. */
  readonly ends?: string;
  /** A pattern of the message, which must name the problem and the solution. */
  readonly says: RegExp;
}

/** A mistake that is reported in another document than the one with the mistake. */
function createRemoteMistake(place: string, made: Mistake): Mistake {
  return { ...made, at: place, ends: '' };
}

const sales = 'forms/sales/schema.json';
const salesUi = 'forms/sales/ui.json';
const valuation = 'forms/valuation/schema.json';
const rules = 'rules.json';
const isSales = { '==': [{ var: 'type' }, 'sales'] };

function findRule(doc: CheckedDocument, id: string): CheckedDocument {
  return doc.rules.find((rule: CheckedDocument) => rule.id === id);
}

function plantMistake(rule: object): DocumentChanges {
  return { [rules]: (doc) => doc.rules.push({ id: 'planted', description: 'A planted slip.', ...rule }) };
}

/** A mistake in one document, reported at a pointer. */
function createMistake(
  what: string,
  file: string,
  change: (doc: CheckedDocument) => unknown,
  at: string,
  says: RegExp,
): Mistake {
  return { what, changes: { [file]: (doc) => void change(doc) }, at: `${file}#${at}`, says };
}

function createRuleMistake(what: string, planting: object, at: string, says: RegExp): Mistake {
  return { what, changes: plantMistake(planting), at: `${rules}#/rules/`, ends: at, says };
}

const createConditionMistake = (
  name: string,
  schema: object,
  then: (doc: CheckedDocument) => void = () => {},
): DocumentChanges => ({
  [sales]: (doc) => {
    doc.properties[name] = { title: name, ...schema };
    then(doc);
  },
});

/** More than sixty mistakes, in every document. */
export const mistakes: readonly Mistake[] = [
  createMistake(
    'two types of one id',
    'enquiry-types.json',
    (doc) => (doc.enquiryTypes[1].id = doc.enquiryTypes[0].id),
    '/enquiryTypes/1/id',
    /another enquiry type has the id/,
  ),
  createMistake(
    'ids 3 and "3"',
    'enquiry-types.json',
    (doc) => (doc.enquiryTypes[1].id = String(doc.enquiryTypes[0].id)),
    '/enquiryTypes/1/id',
    /but a whole number is expected/,
  ),
  createMistake(
    'two types of one key',
    'enquiry-types.json',
    (doc) => (doc.enquiryTypes[1].key = doc.enquiryTypes[0].key),
    '/enquiryTypes/1/key',
    /another enquiry type has the key/,
  ),
  createRemoteMistake(
    'forms/genral/schema.json#',
    createMistake(
      'a folder that there is not',
      'enquiry-types.json',
      (doc) => (doc.enquiryTypes[0].folder = 'genral'),
      '',
      /this document is missing; add it/,
    ),
  ),
  createMistake(
    'a misspelt key of an entry',
    'enquiry-types.json',
    (doc) => (doc.enquiryTypes[0].fodler = 'x'),
    '/enquiryTypes/0/fodler',
    /unknown key "fodler"; the nearest is "folder"/,
  ),
  createMistake(
    'a shared field that nothing uses',
    'fields.json',
    (doc) => (doc.$defs.spare = { type: 'string' }),
    '/$defs/spare',
    /no form uses/,
  ),
  createRemoteMistake(
    'forms/careers/schema.json#/properties/phone/$ref',
    createMistake(
      'a shared field that was renamed',
      'fields.json',
      (doc) => {
        doc.$defs.telephone = doc.$defs.phone;
        delete doc.$defs.phone;
      },
      '',
      /unknown reference .*refers to itself/,
    ),
  ),
  createRemoteMistake(
    'forms/',
    createMistake(
      'a minimum above its maximum',
      'fields.json',
      (doc) => (doc.$defs.interested_in = { type: 'string', minLength: 101, maxLength: 10 }),
      '',
      /NOT have (?:fewer|more) than .* characters .*interested_in.*; correct one/,
    ),
  ),
  createMistake(
    'a pattern that is slow',
    'fields.json',
    (doc) => (doc.$defs.phone.pattern = '^([0-9+]+ ?)+$'),
    '/$defs/phone/pattern',
    /extremely long/,
  ),
  createRemoteMistake(
    'forms/',
    createMistake(
      'a pattern that is none',
      'fields.json',
      (doc) => (doc.$defs.phone.pattern = '['),
      '',
      /not a regular expression: .*Unterminated character class/,
    ),
  ),
  createMistake(
    'a field that refers to another shared one',
    sales,
    (doc) => (doc.properties.email.$ref = doc.properties.name.$ref),
    '/properties/email/$ref',
    /refers to the shared field "name"; refer|though there is a shared field "email"; refer to that one/,
  ),
  createMistake(
    'a reference to a shared field that there is not',
    sales,
    (doc) => (doc.properties.phone.$ref = '../../fields.json#/$defs/phnoe'),
    '/properties/phone/$ref',
    /nearest is/,
  ),
  createMistake(
    'a required field that there is not',
    sales,
    (doc) => doc.required.push('phnoe'),
    '/required/3',
    /"phnoe" is required, but there is no such field; the nearest is "phone"/,
  ),
  createMistake(
    'a field name with a dash',
    sales,
    (doc) => (doc.properties['boat-make'] = { type: 'string' }),
    '/properties/boat-make',
    /a field cannot be called "boat-make"/,
  ),
  createMistake(
    'a field name that is taken',
    sales,
    (doc) => (doc.properties.domain = { type: 'string' }),
    '/properties/domain',
    /is reserved; choose another/,
  ),
  createMistake(
    'a choice that stands twice',
    valuation,
    (doc) => doc.properties.tax_paid_status.enum.push('tax-paid'),
    '/properties/tax_paid_status/enum/2',
    /a second time; remove it/,
  ),
  createMistake(
    'an empty list of choices',
    valuation,
    (doc) => (doc.properties.tax_paid_status.enum = []),
    '',
    /enum|nothing to choose/,
  ),
  createMistake(
    'a choice of another type',
    valuation,
    (doc) => doc.properties.tax_paid_status.enum.push(7),
    '/properties/tax_paid_status',
    /7 is not of the type string/,
  ),
  createMistake(
    'an unknown type',
    sales,
    (doc) => (doc.properties.age = { type: 'int' }),
    '',
    /type|JSON Schema/,
  ),
  createMistake(
    'an unknown format',
    sales,
    (doc) => (doc.properties.site = { type: 'string', format: 'emial' }),
    '/properties/site/format',
    /nearest is "email"/,
  ),
  createMistake(
    'a default outside its list',
    valuation,
    (doc) => (doc.properties.tax_paid_status.default = 'paid'),
    '/properties/tax_paid_status/default',
    /refused/,
  ),
  createMistake(
    'a default over its maximum',
    valuation,
    (doc) => (doc.properties.condition_of_boat.default = 99),
    '/properties/condition_of_boat/default',
    /refused/,
  ),
  createMistake(
    'a default of another type',
    sales,
    (doc) => (doc.properties.days = { type: 'integer', default: '3', title: 'Days' }),
    '/properties/days/default',
    /refused/,
  ),
  createMistake(
    'an example that does not fit',
    sales,
    (doc) => (doc.examples[0].email = 'nobody'),
    '/examples/0',
    /does not fit its own schema/,
  ),
  createMistake('no example', sales, (doc) => delete doc.examples, '', /add one to "examples"/),
  createMistake(
    'lengths that contradict each other, in two places',
    sales,
    (doc) =>
      (doc.properties.code = { title: 'Code', allOf: [{ type: 'string', minLength: 9 }, { maxLength: 3 }] }),
    '/properties/code',
    /"minLength" is 9 and "maxLength" is 3/,
  ),
  createMistake(
    'a branch that requires what is refused',
    sales,
    (doc) => {
      doc.if = { required: ['phone'] };
      doc.then = { required: ['reason'] };
    },
    '/then/required/0',
    /"reason" is required, but there is no such field/,
  ),
  createMistake(
    'a condition that no answer meets',
    valuation,
    (doc) => {
      doc.if = { properties: { tax_paid_status: { const: 'paid' } }, required: ['tax_paid_status'] };
      doc.then = { required: ['address'] };
    },
    '/then',
    /cannot be met: "tax_paid_status" is required, but cannot be answered/,
  ),
  createMistake(
    'a draft that forms are not written in',
    sales,
    (doc) => (doc.$schema = 'http://json-schema.org/draft-03/schema#'),
    '/$schema',
    /2020-12/,
  ),
  createMistake(
    'a schema that refers to itself',
    sales,
    (doc) => {
      doc.$defs = { a: { type: 'object', properties: { a: { $ref: '#/$defs/a' } } } };
      doc.properties.a = { $ref: '#/$defs/a' };
    },
    '/$defs/a/properties/a/$ref',
    /endless depth/,
  ),
  createRemoteMistake(
    'forms/valuation/schema.json#/properties/year',
    createMistake(
      'a field of another kind than in another form',
      sales,
      (doc) => (doc.properties.year = { type: 'integer' }),
      '',
      /"year" is .* but .*; give one of them another name/,
    ),
  ),
  createMistake(
    'a consent that can only be refused',
    valuation,
    (doc) => (doc.properties.accept_term.const = 'yes'),
    '/examples/0',
    /\/accept_term must be equal to constant/,
  ),
  createMistake(
    'a UI entry for no field',
    salesUi,
    (doc) => (doc.phnoe = { 'ui:widget': 'tel' }),
    '/phnoe',
    /nearest is "phone"/,
  ),
  createMistake(
    'an unknown widget',
    salesUi,
    (doc) => (doc.phone = { 'ui:widget': 'telephone' }),
    '/phone/ui:widget',
    /unknown widget "telephone"/,
  ),
  createMistake(
    'a widget of another kind',
    salesUi,
    (doc) => (doc.message = { 'ui:widget': 'checkbox' }),
    '/message/ui:widget',
    /cannot show "message"/,
  ),
  createMistake(
    'a required field that nobody can fill in',
    salesUi,
    (doc) => (doc.name = { 'ui:widget': 'hidden' }),
    '/name/ui:widget',
    /visitors cannot fill it in; choose another/,
  ),
  createMistake(
    'an order that names no field',
    salesUi,
    (doc) => (doc['ui:order'] = ['nmae', '*']),
    '/ui:order/0',
    /nearest is "name"/,
  ),
  createMistake(
    'an option set that there is not',
    salesUi,
    (doc) => (doc.interested_in = { 'ui:optionSet': 'yachtModel' }),
    '/interested_in/ui:optionSet',
    /nearest is "yachtModels"/,
  ),
  createRemoteMistake(
    'texts/en.json#/send-mesage',
    createMistake(
      'a label of the button that there is not',
      salesUi,
      (doc) => (doc['ui:submitLabel'] = 'send-mesage'),
      '',
      /names the text "send-mesage", which is missing; the nearest is "send-message"/,
    ),
  ),
  createMistake(
    'a shared UI entry for no field',
    'ui.json',
    (doc) => (doc.phnoe = {}),
    '/phnoe',
    /nearest is "phone"/,
  ),
  createRuleMistake(
    'a fact that there is not',
    { when: { var: 'page.inModel' }, then: { hide: ['phone'] } },
    '/when/var',
    /unknown fact "page\.inModel"; the nearest is "page\.inModal"/,
  ),
  createRuleMistake(
    'a field that there is not',
    { then: { hide: ['phnoe'] } },
    '/then/hide/0',
    /unknown field "phnoe"; the nearest is "phone"/,
  ),
  createRuleMistake(
    'a type that there is not',
    { when: { '==': [{ var: 'type' }, 'slaes'] }, then: { hide: ['phone'] } },
    '/when',
    /nearest is "sales"/,
  ),
  createRuleMistake(
    'an operator that there is not',
    { when: { '=': [{ var: 'type' }, 'sales'] }, then: { hide: ['phone'] } },
    '/when/=',
    /unknown operator "="/,
  ),
  createRuleMistake(
    'an effect that there is not',
    { then: { hdie: ['phone'] } },
    '/then/hdie',
    /unknown key "hdie"; the nearest is "hide"/,
  ),
  createRuleMistake(
    'a number beside a text',
    { when: { '>': [{ var: 'values.name' }, 3] }, then: { hide: ['phone'] } },
    '/when',
    /compared with a text, not 3/,
  ),
  createRuleMistake(
    'true beside a text',
    { when: { '==': [{ var: 'page.inModal' }, 'true'] }, then: { hide: ['phone'] } },
    '/when',
    /true or false, not "true"/,
  ),
  createRuleMistake(
    'a choice that there is not',
    { when: { '==': [{ var: 'values.tax_paid_status' }, 'tax-piad'] }, then: { hide: ['address'] } },
    '/when',
    /nearest is "tax-paid"/,
  ),
  createRuleMistake(
    'a text searched for another',
    { when: { in: ['yacht', { var: 'values.message' }] }, then: { hide: ['phone'] } },
    '/when',
    /is a text, not a list/,
  ),
  createRuleMistake(
    'a fact that is known too late',
    { when: { '==': [{ var: 'type' }, 'sales'] }, then: { excludeTypes: ['sales'] } },
    '/when',
    /decided before/,
  ),
  createRuleMistake(
    'a required field that is hidden',
    { when: isSales, then: { hide: ['email'] } },
    '',
    /"email" is required for "sales", but hidden by the rule "planted".*; make it optional, preset it or show it/,
  ),
  createRemoteMistake(
    'forms/sales/schema.json#/properties/phone',
    createRuleMistake(
      'a field that is hidden everywhere',
      { when: isSales, then: { hide: ['phone'] } },
      '',
      /"phone" of "sales" is never shown/,
    ),
  ),
  createRuleMistake(
    'a condition that never holds',
    { when: { and: [{ var: 'page.inModal' }, { '!': { var: 'page.inModal' } }] }, then: { hide: ['phone'] } },
    '/when',
    /never applies: its condition contradicts itself/,
  ),
  createRuleMistake(
    'a condition that always holds',
    {
      when: { or: [{ var: 'page.inModal' }, { '!': { var: 'page.inModal' } }] },
      then: { require: ['phone'] },
    },
    '/when',
    /is always true; remove it/,
  ),
  createRuleMistake(
    'a rule that says what another says',
    { when: { var: 'page.isForLanding' }, then: { conceal: ['enquiry_type'] } },
    '',
    /repeats "landing"/,
  ),
  createRuleMistake(
    'a preset of another kind',
    { then: { preset: { condition_of_boat: 'good' } } },
    '/then/preset',
    /preset with a number, not "good"/,
  ),
  createRuleMistake(
    'a preset that is refused',
    { when: isSales, then: { preset: { email: 'nobody' } } },
    '/then/preset',
    /presets "email" with "nobody"/,
  ),
  createRuleMistake(
    'a bound on a text',
    { then: { bound: { message: { minimum: 3 } } } },
    '/then/bound',
    /must be a number, a date or a time, but "message" is a text/,
  ),
  createRuleMistake(
    'a bound upside down',
    { when: isSales, then: { bound: { condition_of_boat: { minimum: 9, maximum: 2 } } } },
    '/then/bound',
    /the minimum 9 of "condition_of_boat" is above the maximum 2/,
  ),
  createRuleMistake(
    'a limit on a text',
    { then: { limit: { message: { count: 3 } } } },
    '/then/limit',
    /a limit is for photos/,
  ),
  createRuleMistake(
    'a type of upload that no server takes',
    { then: { limit: { upload: { types: ['application/pdf'] } } } },
    '/then/limit',
    /"application\/pdf" is not accepted/,
  ),
  createRuleMistake(
    'options of a number',
    { then: { options: { condition_of_boat: 'yachtModels' } } },
    '/then/options',
    /is a number, but "yachtModels" offers texts/,
  ),
  createRuleMistake(
    'options that there are not',
    { then: { options: { interested_in: 'models' } } },
    '/then/options',
    /unknown option set "models"/,
  ),
  createRuleMistake(
    'two presets at once',
    { when: { var: 'page.eventTitle' }, then: { preset: { interested_in: 'Kestrel 38' } } },
    '',
    /both set the preset of "interested_in"/,
  ),
  createRuleMistake(
    'a rule instead of none',
    { then: { hide: ['phone'] }, insteadOf: 'modl' },
    '/insteadOf',
    /unknown rule "modl"; the nearest is "modal"/,
  ),
  createMistake(
    'two rules of one id',
    rules,
    (doc) => (doc.rules[1].id = doc.rules[0].id),
    '/rules/1/id',
    /give this one its own/,
  ),
  createRemoteMistake(
    'forms/service/schema.json#/properties/upload',
    createMistake(
      'a limit of photos that is gone',
      rules,
      (doc) => delete findRule(doc, 'photos').then.limit.upload.bytes,
      '',
      /without a limit on bytes/,
    ),
  ),
  createMistake(
    'every type excluded',
    rules,
    (doc) =>
      (findRule(doc, 'site-119').then.excludeTypes = [
        'general',
        'sales',
        'service',
        'careers',
        'event',
        'valuation',
      ]),
    '/rules/',
    /exclude all of them; change one of these rules so that a type is left/,
  ),
  createMistake(
    'a setting that there is not',
    'settings.json',
    (doc) => (doc.sumaryAbove = 3),
    '/sumaryAbove',
    /nearest is "summaryAbove"/,
  ),
  createMistake(
    'a failure field that there is not',
    'settings.json',
    (doc) => (doc.failureField = 'mesage'),
    '/failureField',
    /nearest is "message"/,
  ),
  createMistake(
    'a language of last resort that there is not',
    'settings.json',
    (doc) => (doc.fallbackLocale = 'eng'),
    '/fallbackLocale',
    /there is no texts\/eng\.json/,
  ),
  createMistake(
    'a text for no field',
    'texts/en.json',
    (doc) => (doc['fields.phnoe.hint'] = 'Hint'),
    '/fields.phnoe.hint',
    /nearest is "phone"/,
  ),
  createMistake(
    'a text that is missing in a language',
    'texts/de.json',
    (doc) => delete doc['send-message'],
    '',
    /"send-message" has no translation/,
  ),
  createMistake(
    'an argument that nothing fills in',
    'texts/en.json',
    (doc) => (doc['fields.name.problems.too-short'] = 'At least {limt}'),
    '/fields.name.problems.too-short',
    /nothing fills in "\{limt\}".*nearest is "limit"/,
  ),
  createMistake(
    'an argument that is left out',
    'texts/de.json',
    (doc) => (doc['thank-you.reference'] = 'Danke.'),
    '/thank-you.reference',
    /leaves out "\{reference\}"/,
  ),
  createMistake(
    'a brace that is left open',
    'texts/en.json',
    (doc) => (doc['problems.required'] = 'Enter {label'),
    '/problems.required',
    /not an ICU message/,
  ),
  createMistake(
    'markup',
    'texts/en.json',
    (doc) => (doc['send-message'] = '<b>Send</b>'),
    '/send-message',
    /shown as it is; remove it/,
  ),
  createMistake(
    'two fields of one label',
    'texts/en.json',
    (doc) => (doc['fields.phone.label'] = doc['fields.name.label']),
    '',
    /all have the label/,
  ),
  createMistake(
    'an empty text',
    'texts/en.json',
    (doc) => (doc['fields.phone.hint'] = ' '),
    '/fields.phone.hint',
    /is empty/,
  ),
  createMistake(
    'a scenario of an office that there is not',
    'scenarios.json',
    (doc) => (doc.scenarios[0].on = { offices: ['hambel'] }),
    '/scenarios/0',
    /nearest is "hamble"/,
  ),
  createMistake(
    'a scenario that does not hold',
    'scenarios.json',
    (doc) => (doc.scenarios[0].expect = { type: 'event' }),
    '/scenarios/0/expect',
    /is not met/,
  ),
  createMistake(
    'a scenario with a misspelt expectation',
    'scenarios.json',
    (doc) => (doc.scenarios[0].expect = { requierd: ['name'] }),
    '/scenarios/0/expect/requierd',
    /nearest is "required"/,
  ),
  {
    what: 'a date beside a number',
    changes: {
      ...createConditionMistake('start', { type: 'string', format: 'date' }),
      ...plantMistake({ when: { '>': [{ var: 'values.start' }, 2028] }, then: { hide: ['phone'] } }),
    },
    at: `${rules}#/rules/`,
    says: /a date like "2028-01-31", not 2028/,
  },
  {
    what: 'a required field hidden beyond a date',
    changes: {
      ...createConditionMistake('start', { type: 'string', format: 'date' }, (doc) =>
        Object.assign(doc.examples[0], { start: '2027-01-01' }),
      ),
      ...plantMistake({ when: { '>': [{ var: 'values.start' }, '2028-01-01'] }, then: { hide: ['email'] } }),
    },
    at: `${rules}#/rules/`,
    says: /"email" is required for "sales", but hidden/,
  },
];
