import { describe, expect, it } from 'vitest';
import {
  type CheckedDocument,
  changeFrozenDocuments,
  checkDocuments,
  createShortDocuments,
  type DocumentChanges,
  fewScenarios,
  listFindings,
  plantRule,
} from '../../test/cli/checking.ts';
import type { Finding } from './finding.ts';

const sales = { '==': [{ var: 'type' }, 'sales'] };
const schema = (key: string) => `forms/${key}/schema.json`;

/** Errors, but for scenarios that say which fields there are. */
function errorsOf(findings: readonly Finding[]): readonly Finding[] {
  return findings.filter(({ severity, code }) => severity === 'error' && code !== 'scenario-fails');
}

describe('values', () => {
  const questions = (hide: readonly string[]): DocumentChanges => ({
    [schema('sales')]: (doc) => {
      doc.properties.trade_in = { type: 'string', enum: ['yes', 'no'] };
      doc.properties.trade_model = { type: 'string', maxLength: 50 };
      doc.required.push('trade_model');
      doc.examples[0].trade_model = 'Kestrel 30';
    },
    ...plantRule({
      when: { and: [sales, { '!': { '==': [{ var: 'values.trade_in' }, 'yes'] } }] },
      then: { hide },
    }),
  });

  it('are varied where a rule reads them, so that a field which comes and goes is seen to be required', () => {
    const [found] = errorsOf(checkDocuments(createShortDocuments(questions(['trade_model']))).findings);
    expect(found).toMatchObject({ code: 'required-hidden', scenario: { on: { filledIn: true } } });
  });

  it('that nobody needs keep nobody from sending', () => {
    const errors = errorsOf(checkDocuments(createShortDocuments(questions(['phone']))).findings);
    expect(errors).toEqual([]);
  });

  it('on both sides of a date, so that a visitor who is stuck beyond it is seen', () => {
    const [found] = errorsOf(
      checkDocuments(
        createShortDocuments({
          [schema('sales')]: (doc) => {
            doc.properties.start = { title: 'Start', type: 'string', format: 'date' };
            doc.properties.why = { title: 'Why', type: 'string' };
            doc.required.push('why');
            Object.assign(doc.examples[0], { start: '2027-01-01', why: 'Because' });
          },
          ...plantRule({ when: { '>': [{ var: 'values.start' }, '2028-01-01'] }, then: { hide: ['why'] } }),
        }),
      ).findings,
    );
    expect(found).toMatchObject({
      code: 'required-hidden',
      scenario: { on: { entered: { start: '2028-01-02' } } },
    });
  });

  it('that are compared with each other, in every order', () => {
    const codes = (when: object) =>
      errorsOf(
        checkDocuments(
          createShortDocuments({
            [schema('sales')]: (doc) => {
              doc.properties.start = { title: 'Start', type: 'string', format: 'date' };
              doc.properties.end = { title: 'End', type: 'string', format: 'date' };
              doc.properties.why = { title: 'Why', type: 'string' };
              doc.required.push('why');
              Object.assign(doc.examples[0], { start: '2027-01-01', end: '2027-01-02', why: 'Because' });
            },
            ...plantRule({ when, then: { hide: ['why'] } }),
          }),
        ).findings,
      ).map(({ code }) => code);
    const longer = { '>': [{ var: 'values.end' }, { '+': [{ var: 'values.start' }, 14, 'days'] }] };
    expect(codes(longer)).toEqual(['required-hidden']);
    expect(codes({ and: [longer, { '<': [{ var: 'values.end' }, { var: 'values.start' }] }] })).toEqual([]);
  });

  const asking = (
    names: readonly string[],
    rulesOf: (name: string, index: number) => object,
  ): DocumentChanges => ({
    ...fewScenarios,
    [schema('sales')]: (doc) => {
      for (const name of names) doc.properties[name] = { type: 'string', enum: ['yes', 'no'], title: name };
      doc.properties.last = { type: 'string', title: 'Last' };
      doc.required.push('last');
      doc.examples[0].last = 'Last';
    },
    'rules.json': (doc) => {
      for (const [index, name] of names.entries())
        doc.rules.push({ id: `of-${name}`, description: 'd', ...rulesOf(name, index) });
    },
  });
  const many = (count: number) => Array.from({ length: count }, (_, index) => `q${index}`);
  const isNotYes = (name: string) => ({ '!': { '==': [{ var: `values.${name}` }, 'yes'] } });

  it('of a chain are walked along it, to whoever is stuck at its end', () => {
    const chain = asking(many(25), (name, index) => ({
      when: isNotYes(name),
      then: { hide: [index === 24 ? 'last' : `q${index + 1}`] },
    }));
    const { findings, situations } = checkDocuments(changeFrozenDocuments(chain));
    expect(errorsOf(findings).map(({ code }) => code)).toEqual(['required-hidden']);
    expect(situations.sales).toBeLessThan(1_000);
  });

  it('of which any hides one field are not crossed with each other', () => {
    const hub = asking(many(10), (name) => ({
      when: { '==': [{ var: `values.${name}` }, 'yes'] },
      then: { hide: ['last'] },
    }));
    const { findings, situations } = checkDocuments(changeFrozenDocuments(hub));
    expect(errorsOf(findings).map(({ code }) => code)).toContain('required-hidden');
    expect(errorsOf(findings).map(({ code }) => code)).not.toContain('too-many-situations');
    expect(situations.sales).toBeLessThan(5_000);
  });

  it('of fields that are asked about apart are not multiplied with each other', () => {
    const apart = asking(many(25), (name, index) => ({
      when: isNotYes(name),
      then: { hide: [`more${index}`] },
    }));
    const { situations } = checkDocuments(
      changeFrozenDocuments({
        ...apart,
        [schema('sales')]: (doc) => {
          apart[schema('sales')]?.(doc);
          for (const index of many(25).keys())
            doc.properties[`more${index}`] = { type: 'string', title: `${index}` };
        },
      }),
    );
    expect(situations.sales).toBeLessThan(1_000);
  });
});

describe('conditions of a schema', () => {
  const kind = { type: 'string', enum: ['a', 'b'], title: 'Kind' };
  const isA = { properties: { kind: { const: 'a' } }, required: ['kind'] };
  const listReported = (change: (doc: CheckedDocument) => void) => {
    const changes = {
      ...fewScenarios,
      [schema('sales')]: (doc: CheckedDocument) => {
        delete doc.additionalProperties;
        doc.properties.kind = kind;
        change(doc);
      },
    };
    return errorsOf(checkDocuments(changeFrozenDocuments(changes)).findings).map(
      ({ code, pointer }) => `${code} ${pointer}`,
    );
  };

  it.each<[string, (doc: CheckedDocument) => void, string]>([
    [
      'a required field that nothing may hold',
      (doc) => Object.assign(doc, { additionalProperties: false, if: isA, then: { required: ['reason'] } }),
      'dead-branch /then',
    ],
    [
      'bounds that contradict those of the field',
      (doc) => {
        doc.properties.size = { type: 'number', maximum: 5 };
        Object.assign(doc, { if: isA, then: { properties: { size: { minimum: 10 } }, required: ['size'] } });
      },
      'dead-branch /then',
    ],
    [
      'a condition that no answer meets',
      (doc) =>
        Object.assign(doc, {
          if: { properties: { kind: { const: 'c' } }, required: ['kind'] },
          then: { properties: { why: { type: 'string' } } },
        }),
      'dead-branch /then',
    ],
    [
      'a choice that its own list refuses',
      (doc) => Object.assign(doc, { if: isA, then: { properties: { kind: { enum: ['b'] } } } }),
      'dead-branch /then',
    ],
    [
      'a dependency that forbids what it goes by',
      (doc) => Object.assign(doc, { dependentSchemas: { kind: { properties: { name: false } } } }),
      'dead-branch /dependentSchemas/kind',
    ],
  ])('are told of %s', (_what, change, expected) => {
    expect(listReported(change)).toContain(expected);
  });

  it.each<[string, (doc: CheckedDocument) => void]>([
    [
      'that bring fields with patterns and narrow others',
      (doc) => {
        doc.properties.size = { type: 'string', enum: ['s', 'm', 'l'], title: 'Size' };
        doc.if = isA;
        doc.then = {
          properties: {
            size: { enum: ['s'] },
            why: { type: 'string', pattern: '^[A-Z]{3}-[0-9]+$', title: 'Why' },
          },
          required: ['why', 'size'],
        };
      },
    ],
    [
      'that bring a list of their own for each choice',
      (doc) => {
        const list = (of: string, states: readonly string[]) => ({
          properties: { kind: { enum: [of] }, state: { type: 'string', enum: states, title: 'State' } },
          required: ['state'],
        });
        doc.dependentSchemas = { kind: { oneOf: [list('a', ['CA', 'NY']), list('b', ['ON', 'QC'])] } };
      },
    ],
    [
      'that hang on each other',
      (doc) => {
        doc.properties.q0 = { type: 'boolean', title: 'q0' };
        doc.allOf = Array.from({ length: 9 }, (_, index) => ({
          if: { properties: { [`q${index}`]: { const: true } }, required: [`q${index}`] },
          then: {
            properties: { [`q${index + 1}`]: { type: 'boolean', title: `q${index + 1}` } },
            required: [`q${index + 1}`],
          },
        }));
      },
    ],
    [
      'without an example',
      (doc) => Object.assign(doc, { examples: [], if: isA, then: { required: ['phone'] } }),
    ],
  ])('are proven where they can be met: those %s', (_what, change) => {
    expect(listReported(change)).toEqual([]);
  });
});

describe('documents that say less than they should', () => {
  it('are told of, not broken over: an office of the usual situation that there is not', () => {
    const { findings } = checkDocuments(
      changeFrozenDocuments({
        'scenarios.json': (doc) => {
          doc.offices.hambel = doc.offices.hamble;
          delete doc.offices.hamble;
        },
      }),
    );
    const errors = findings.filter(({ severity }) => severity === 'error');
    expect(errors.map(({ file, pointer, code }) => [file, pointer, code])).toEqual([
      ['scenarios.json', '/usual', 'scenario-unreadable'],
    ]);
  });

  it('are told of, not broken over: something else in the place of a name', () => {
    const findings = listFindings(
      changeFrozenDocuments({
        'rules.json': (doc) => {
          doc.rules.push({ id: 'planted', description: 'x', then: { options: { name: { value: 'x' } } } });
        },
      }),
    );
    expect(findings.map(({ code }) => code)).toContain('unknown-option-set');
  });
});
