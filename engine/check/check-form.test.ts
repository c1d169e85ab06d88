import { describe, expect, it } from 'vitest';
import { type Changes, changed, checked, type Doc, gapsOf } from '../../test/cli/checking.ts';
import { type Finding, type FindingCode, findingKinds } from './finding.ts';

/** Adds a rule. */
function withRule(rule: object): Changes {
  return {
    'rules.json': (doc) => doc.rules.push({ id: 'planted', description: 'A planted slip.', ...rule }),
  };
}

const sales = { '==': [{ var: 'type' }, 'sales'] };
const noOffice = { '!': { var: 'offices.anyOffered' } };
const schema = (key: string) => `forms/${key}/schema.json`;
const ui = (key: string) => `forms/${key}/ui.json`;

/** One way to slip for each code: what is changed, where it is told, and a word of what is said. */
const slips: Record<FindingCode, { readonly changes: Changes; readonly at: string; readonly says: RegExp }> =
  {
    'no-type-offered': {
      changes: withRule({
        when: { and: [{ '==': [{ var: 'site.id' }, '119'] }, { var: 'site.isInternational' }] },
        then: { excludeTypes: ['general', 'sales', 'service', 'event'] },
      }),
      at: 'rules.json#/rules/',
      says: /"planted".* exclude every one/,
    },
    'required-hidden': {
      changes: withRule({ when: { and: [sales, { var: 'page.inModal' }] }, then: { hide: ['email'] } }),
      at: 'rules.json#/rules/',
      says: /"email" is required for "sales", but hidden by the rule "planted"/,
    },
    'required-choice-empty': {
      changes: withRule({ when: { '==': [{ var: 'type' }, 'event'] }, then: { require: ['interested_in'] } }),
      at: 'rules.json#/rules/',
      says: /"interested_in" is required for "event" by the rule "planted", but there is nothing to choose from/,
    },
    'required-without-control': {
      changes: {
        [ui('sales')]: (doc) => {
          doc.name = { 'ui:widget': 'hidden' };
        },
      },
      at: 'forms/sales/ui.json#/name/ui:widget',
      says: /nobody can fill in/,
    },
    'example-refused': {
      changes: {
        ...withRule({
          when: { and: [sales, { var: 'site.isInternational' }] },
          then: { require: ['phone'] },
        }),
        [schema('sales')]: (doc) => {
          delete doc.examples[0].phone;
        },
      },
      at: 'forms/sales/schema.json#/examples',
      says: /"phone" is refused \(required\) where "planted" decides/,
    },
    'limit-unmeetable': {
      changes: {
        [schema('sales')]: (doc) => {
          doc.properties.phone = { $ref: '../../fields.json#/$defs/phone', minLength: 31 };
          delete doc.examples[0].phone;
        },
      },
      at: 'forms/sales/schema.json#/properties/phone',
      says: /"minLength" is 31 and "maxLength" is 30/,
    },
    'too-many-situations': {
      changes: {
        [schema('sales')]: (doc) => {
          for (let index = 0; index < 9; index += 1)
            doc.properties[`q${index}`] = { type: 'string', enum: ['a', 'b', 'c', 'd', 'e'] };
        },
        ...withRule({
          when: {
            and: Array.from({ length: 9 }, (_, index) => ({ '==': [{ var: `values.q${index}` }, 'a'] })),
          },
          then: { hide: ['phone'] },
        }),
      },
      at: 'rules.json#/rules/',
      says: /the form "sales" would have to be tried in \d(?:\.\d)? billion situations, more than 100 thousand.*values\.q0/,
    },
    'no-example': {
      changes: {
        [schema('sales')]: (doc) => {
          doc.examples = [];
        },
      },
      at: 'forms/sales/schema.json#',
      says: /add one to "examples"/,
    },
    'rule-never-holds': {
      changes: withRule({
        when: { and: [{ '==': [{ var: 'type' }, 'valuation'] }, { var: 'site.isInternational' }] },
        then: { hide: ['address'] },
      }),
      at: '/when',
      says: /"planted" never holds: no page comes to it/,
    },
    'rule-always-holds': {
      changes: withRule({
        when: { or: [{ var: 'page.inModal' }, { '!': { var: 'page.inModal' } }] },
        then: { hide: ['phone'] },
      }),
      at: '/when',
      says: /always holds/,
    },
    'rule-repeats': {
      changes: withRule({
        when: { '!': { '!': { var: 'page.isForLanding' } } },
        then: { conceal: ['enquiry_type'] },
      }),
      at: 'rules.json#/rules/',
      says: /repeats "landing"/,
    },
    'rule-never-matters': {
      changes: withRule({ when: { and: [sales, noOffice] }, then: { hide: ['office_location'] } }),
      at: 'rules.json#/rules/',
      says: /"planted" changes nothing wherever it holds, because "no-office" decides the same/,
    },
    'effect-never-matters': {
      changes: withRule({ when: { and: [sales, noOffice] }, then: { hide: ['phone', 'office_location'] } }),
      at: '/then/hide/1',
      says: /"hide office_location" of the rule "planted" changes nothing/,
    },
    'scenario-fails': {
      changes: {
        'scenarios.json': (doc) => {
          doc.scenarios[0].expect = { type: 'event' };
        },
      },
      at: 'scenarios.json#/scenarios/0/expect',
      says: /"type" should be “event”, but is “general”/,
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
      changes: withRule({ when: sales, then: { hide: ['phone'] } }),
      at: '/then/hide/0',
      says: /no scenario would notice if the rule "planted" lost "hide phone"/,
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
    'unused-ui': {
      changes: {
        [ui('sales')]: (doc) => {
          doc.phnoe = { 'ui:widget': 'tel' };
        },
      },
      at: 'forms/sales/ui.json#/phnoe',
      says: /no field "phnoe"; the nearest is "phone"/,
    },
    'widget-mismatch': {
      changes: {
        [ui('valuation')]: (doc) => {
          doc.accept_term = { 'ui:widget': 'textarea' };
        },
      },
      at: 'forms/valuation/ui.json#/accept_term/ui:widget',
      says: /"textarea" cannot draw "accept_term".*true or false/,
    },
    'double-choice': {
      changes: {
        [schema('valuation')]: (doc) => {
          doc.properties.tax_paid_status.enum.push('tax-paid');
        },
      },
      at: 'forms/valuation/schema.json#/properties/tax_paid_status/enum/2',
      says: /a second time/,
    },
    'photos-without-limit': {
      changes: {
        'rules.json': (doc) => {
          doc.rules.find((rule: Doc) => rule.id === 'photos').when = sales;
        },
      },
      at: 'forms/service/schema.json#/properties/upload',
      says: /without a limit of their types, bytes, timeoutMs/,
    },
    'slow-pattern': {
      changes: {
        'fields.json': (doc) => {
          doc.$defs.phone.pattern = '^([0-9+]+ ?)+$';
        },
      },
      at: 'fields.json#/$defs/phone/pattern',
      says: /endlessly long/,
    },
    'needs-scripts': {
      changes: {
        [schema('sales')]: (doc) => {
          doc.properties.guests = { type: 'array', items: { type: 'string' } };
        },
      },
      at: 'forms/sales/schema.json#/properties/guests',
      says: /holds an object or a list/,
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
      says: /the choices "tax-paid", "tax-not-paid" of "tax_paid_status" all read/,
    },
    'missing-message': {
      changes: {
        'texts/en.json': (doc) => {
          delete doc['problems.too-small'];
          delete doc['fields.year.problems.too-small'];
        },
      },
      at: 'texts/en.json#',
      says: /"too-small" of "year" has no message/,
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
      says: /not among the texts of "en"/,
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

/** Enough of them for every slip here, and quick. */
const fewScenarios: Changes = {
  'scenarios.json': (doc) => {
    doc.scenarios.length = 5;
  },
};

describe('checkForm', { timeout: 60_000 }, () => {
  it('has nothing to say of our own forms', () => {
    expect(checked(changed({})).findings).toEqual([]);
  });

  it.each(Object.keys(findingKinds) as FindingCode[])('tells %s, saying where and what to do', (code) => {
    const { changes, at, says } = slips[code];
    const all = changed({ ...fewScenarios, ...changes });
    const found = checked(all).findings.filter((finding) => finding.code === code);
    expect(found.map(({ reason }) => reason)).toContainEqual(expect.stringMatching(says));
    expect(found.map(({ file, pointer }) => `${file}#${pointer}`)).toContainEqual(
      expect.stringContaining(at),
    );
  });
});

describe('the smallest situation of a finding', { timeout: 60_000 }, () => {
  const stuck = changed(
    withRule({ when: { and: [sales, { var: 'page.inModal' }] }, then: { hide: ['email'] } }),
  );

  it('says no more than shows it', () => {
    const [found] = checked(stuck).findings.filter(({ code }) => code === 'required-hidden');
    expect(found?.scenario?.on).toEqual({ types: ['sales'], placement: 'modal', filledIn: true });
    expect(found?.situations).toBeGreaterThan(1);
  });

  it('fails as a scenario until the slip is mended', () => {
    const [found] = checked(stuck).findings.filter(({ code }) => code === 'required-hidden');
    const pasted = (all: Doc) =>
      checked({ ...all, 'scenarios.json': { ...all['scenarios.json'], scenarios: [found?.scenario] } });
    expect(pasted(stuck).findings.map(({ code }) => code)).toContain('scenario-fails');
    expect(pasted(changed({})).findings.map(({ code }) => code)).not.toContain('scenario-fails');
  });

  it('brings along the offices that it names and scenarios do not have', () => {
    const { findings } = checked({ ...stuck, 'scenarios.json': undefined });
    expect(findings.map(({ code }) => code)).toContain('required-hidden');
  });
});

/** Errors, but for scenarios that say which fields there are. */
function errorsOf(findings: readonly Finding[]): readonly Finding[] {
  return findings.filter(({ severity, code }) => severity === 'error' && code !== 'scenario-fails');
}

describe('values', { timeout: 60_000 }, () => {
  const questions = (hide: readonly string[]): Changes => ({
    [schema('sales')]: (doc) => {
      doc.properties.trade_in = { type: 'string', enum: ['yes', 'no'] };
      doc.properties.trade_model = { type: 'string', maxLength: 50 };
      doc.required.push('trade_model');
      doc.examples[0].trade_model = 'Kestrel 30';
    },
    ...withRule({
      when: { and: [sales, { '!': { '==': [{ var: 'values.trade_in' }, 'yes'] } }] },
      then: { hide },
    }),
  });

  it('are varied where a rule reads them, so that a field which comes and goes is seen to be required', () => {
    const [found] = checked(changed(questions(['trade_model']))).findings;
    expect(found).toMatchObject({ code: 'required-hidden', scenario: { on: { filledIn: true } } });
  });

  it('that nobody needs keep nobody from sending', () => {
    const errors = errorsOf(checked(changed(questions(['phone']))).findings);
    expect(errors).toEqual([]);
  });

  it('of fields that are asked about apart are not multiplied with each other', () => {
    const names = Array.from({ length: 12 }, (_, index) => `q${index}`);
    const { findings, situations } = checked(
      changed({
        [schema('sales')]: (doc) => {
          for (const name of names) {
            doc.properties[name] = { type: 'boolean', title: name };
            doc.properties[`${name}_more`] = { type: 'string', maxLength: 9, title: `${name} more` };
          }
        },
        'rules.json': (doc) => {
          for (const name of names)
            doc.rules.push({
              id: `no-${name}`,
              description: 'd',
              when: { '!': { var: `values.${name}` } },
              then: { hide: [`${name}_more`] },
            });
        },
      }),
    );
    expect(errorsOf(findings)).toEqual([]);
    expect(situations.sales).toBeLessThan(50_000);
  });
});

describe('findGaps', { timeout: 60_000 }, () => {
  it('finds that every slip of our rules which changes a plan is noticed by a scenario', () => {
    const { mutants, gaps } = gapsOf(changed({}));
    expect(gaps.map(({ words }) => words)).toEqual([]);
    expect(mutants).toBeGreaterThan(100);
  });

  it('names the slips that nobody would notice', () => {
    const { gaps } = gapsOf(changed(withRule({ when: sales, then: { hide: ['phone'] } })));
    expect(gaps.map(({ words }) => words)).toContain('"planted" without "hide phone"');
    expect(gaps.every(({ rule }) => rule.id === 'planted')).toBe(true);
  });
});
