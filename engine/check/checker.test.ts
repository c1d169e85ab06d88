import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { readFrozenDocuments } from '../../test/support/forms.ts';
import { arbitraryRuleSource } from '../../test/support/generated-rules.ts';
import { mutatedDocuments, selectDocumentTypes } from '../../test/support/mutated-documents.ts';
import { compileFormChecks, type ValidatorModuleCache } from '../../widgets/validators/form-checks.ts';
import { compile } from '../compile/index.ts';
import type { Documents } from '../model/types.ts';
import { toFindings } from './finding.ts';
import { type Checker, checkForm, createChecker } from './index.ts';

// biome-ignore lint/suspicious/noExplicitAny: documents are changed here in every way, so they have no type.
type Doc = any;

type Docs = Record<string, Doc>;

const known: ValidatorModuleCache = new Map();
const schemasOf = (form: Parameters<typeof compileFormChecks>[0]) => compileFormChecks(form, known);

/** Checks without a cache. The engine caches by object, so a copy of the documents has no cached results. */
function checkUncached(all: Documents) {
  const compiled = compile(all);
  if (!compiled.ok) return { findings: toFindings(compiled.problems) };
  const checks = schemasOf(compiled.form);
  return checks.ok
    ? checkForm({ form: compiled.form, documents: all, ...checks })
    : { findings: checks.findings };
}

/** Expects that a checker reports the same as a check without a cache. */
function expectSame(checker: Checker, all: Documents): void {
  const { form: _form, ...result } = checker.check(all);
  expect(result).toEqual(checkUncached(structuredClone(all)));
}

/** Two types are enough to change, and a third of the work. */
const small = () => selectDocumentTypes(['general', 'sales']);

const type = fc.constantFrom('general', 'sales');
const name = fc.constantFrom('phone', 'message', 'name', 'email');

/** One change as people make it: of a label, a field, a rule, an office. */
const change: fc.Arbitrary<(all: Docs) => void> = fc.oneof(
  fc
    .tuple(fc.constantFrom('en', 'de', 'fr'), name, fc.string())
    .map(([locale, field, text]) => (all: Docs) => {
      all[`texts/${locale}.json`][`fields.${field}.label`] = text.replaceAll(/[{}<>']/g, '');
    }),
  fc.tuple(type, fc.integer({ min: 1, max: 6 })).map(([key, length]) => (all: Docs) => {
    all[`forms/${key}/schema.json`].properties.extra = { type: 'string', title: 'Extra', maxLength: length };
  }),
  type.map((key) => (all: Docs) => {
    const { required } = all[`forms/${key}/schema.json`];
    required.includes('phone') ? required.splice(required.indexOf('phone'), 1) : required.push('phone');
  }),
  fc.integer({ min: 5, max: 40 }).map((length) => (all: Docs) => {
    all['fields.json'].$defs.phone.minLength = length;
  }),
  fc.nat({ max: 22 }).map((index) => (all: Docs) => {
    all['rules.json'].rules.splice(index, 1);
  }),
  fc.tuple(fc.nat({ max: 22 }), fc.nat({ max: 22 })).map(([from, to]) => (all: Docs) => {
    const { rules } = all['rules.json'];
    rules.splice(to, 0, ...rules.splice(from, 1));
  }),
  fc
    .tuple(type, name, fc.constantFrom('hide', 'require', 'readonly', 'show'))
    .map(([key, field, effect]) => (all: Docs) => {
      const when = { '==': [{ var: 'type' }, key] };
      all['rules.json'].rules.push({
        id: 'planted',
        description: 'Planted.',
        when,
        then: { [effect]: [field] },
      });
    }),
  arbitraryRuleSource.map((rule) => (all: Docs) => all['rules.json'].rules.push(rule)),
  fc.constantFrom('poole', 'cowes', 'palma').map((office) => (all: Docs) => {
    all['scenarios.json'].offices[office].services = ['service'];
  }),
  fc.nat({ max: 2 }).map((index) => (all: Docs) => {
    all['scenarios.json'].scenarios.splice(index, 1);
  }),
  fc.nat({ max: 1 }).map((index) => (all: Docs) => {
    all['enquiry-types.json'].enquiryTypes.push(...all['enquiry-types.json'].enquiryTypes.splice(index, 1));
  }),
  fc.constant((all: Docs) => {
    all['settings.json'].summaryAbove += 1;
  }),
);

describe('a checker', () => {
  const checker = createChecker({ schemasOf });
  beforeAll(() => {
    checker.check(small());
  });

  it('says after each of many changes what a whole run says, and after its undoing', () => {
    const changes = fc.sample(change, { numRuns: 12, seed: 7 });
    for (const make of changes) {
      const all = small();
      make(all);
      expectSame(checker, all);
    }
    expectSame(checker, small());
  });

  it('says so while changes add up, the documents themselves being changed', () => {
    const all = small();
    const own = createChecker({ schemasOf });
    for (const make of fc.sample(change, { numRuns: 5, seed: 11 })) {
      const before = structuredClone(all);
      make(all);
      if (!compile(all).ok) Object.assign(all, before);
      expectSame(own, all);
    }
  });

  it('says so of documents that were broken, and mended', () => {
    for (let seed = 0; seed < 10; seed += 1) expectSame(checker, mutatedDocuments(seed).documents);
    expectSame(checker, small());
  });

  it('does not visit again what a label cannot change', () => {
    const counted = { judged: 0 };
    const counting = createChecker({
      schemasOf(form) {
        const checks = schemasOf(form);
        if (!checks.ok) return checks;
        return {
          ...checks,
          judge(plan) {
            counted.judged += 1;
            return checks.judge(plan);
          },
        };
      },
    });
    counting.check(readFrozenDocuments());
    const first = counted.judged;
    const all: Record<string, Doc> = { ...readFrozenDocuments() };
    all['texts/de.json']['fields.phone.label'] = 'Rufnummer';
    counting.check(all);
    expect(counted.judged).toBe(first);
    all['forms/sales/schema.json'].properties.message.maxLength = 400;
    counting.check(all);
    expect(counted.judged).toBeGreaterThan(first);
    expect(counted.judged - first).toBeLessThan(first / 3);
    const second = counted.judged;
    for (const rule of all['rules.json'].rules) rule.description += ' It is said in other words.';
    counting.check(all);
    expect(counted.judged).toBe(second);
  });

  it('asks again about an effect that no scenario exercised, and about one whose scenario is gone', () => {
    const all: Record<string, Doc> = { ...readFrozenDocuments() };
    const { scenarios } = all['scenarios.json'];
    const own = createChecker({ schemasOf });
    const untested = (on: Documents) => {
      const found = own.check(on).findings;
      return found.filter(({ code }) => code === 'untested-effect').length;
    };
    const few = { ...all, 'scenarios.json': { ...all['scenarios.json'], scenarios: scenarios.slice(0, 3) } };
    expect(untested(few)).toBeGreaterThan(0);
    expect(untested(all)).toBe(0);
    expect(untested({ ...few, 'texts/en.json': { ...all['texts/en.json'] } })).toBe(untested(few));
    expectSame(own, few);
    expectSame(own, all);
  });
});
