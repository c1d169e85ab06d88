import { describe, expect, it } from 'vitest';
import { readShippedDocuments } from '../../../test/support/forms.ts';
import { compile } from '../../compile/index.ts';
import { addScenario, applyPatches } from '../../editing/index.ts';
import type { Documents } from '../../model/types.ts';
import { captureScenario, runScenario, type ScenarioDocument, toScenarioSituation } from './index.ts';

const documents = readShippedDocuments() as Documents;
const document = documents['scenarios.json'] as unknown as ScenarioDocument;
const compiled = compile(documents);
if (!compiled.ok) throw new Error('The documents that ship do not compile');
const { form } = compiled;

const capture = (on: ScenarioDocument['usual']) =>
  captureScenario({ form, document, situation: toScenarioSituation(form, document, on) });

describe('what somebody sees, as an expectation', () => {
  it('holds wherever it was kept', () => {
    for (const { name, on } of document.scenarios) {
      const { scenario, offices } = capture(on);
      const known = { ...document, offices: { ...document.offices, ...offices } };
      const { differences } = runScenario({
        form,
        document: known,
        scenario: { name, ...scenario },
        checkOf: () => () => [],
      });
      expect(differences, name).toEqual([]);
    }
  });

  it('says what is asked for and what makes a difference, and nothing else', () => {
    const { scenario, offices } = capture({
      site: '119',
      type: 'service',
      locale: 'de',
      today: '2031-01-01',
      entered: { name: 'Ann' },
    });
    expect(scenario.on).toEqual({ site: '119', type: 'service' });
    expect(scenario.expect).toMatchObject({
      types: ['general', 'sales', 'service', 'event'],
      type: 'service',
      required: ['office_location', 'name', 'email', 'message'],
    });
    expect(offices).toEqual({});
    expect(capture({ offices: [] }).scenario).toEqual({ on: { offices: [] }, expect: { section: 'hidden' } });
  });

  it('brings along an office whose work no office of the scenarios does', () => {
    const situation = toScenarioSituation(form, document, { type: 'sales', offices: ['poole'] });
    const [poole] = situation.content.offices ?? [];
    const only = poole && [{ ...poole, id: 'x', name: 'São Paulo', services: ['sales', 'refits'] }];
    const content = { ...situation.content, offices: only ?? [], allOffices: only ?? [] };
    const found = captureScenario({ form, document, situation: { ...situation, content } });
    expect(Object.keys(found.offices)).toEqual(['sao-paulo']);
    expect(found.scenario.on).toEqual({ offices: ['sao-paulo'], type: 'sales' });
    expect(found.scenario.expect.offices).toEqual(['sao-paulo']);
  });

  it('is written behind the others, as by hand, under a name that is free', () => {
    const found = capture({ placement: 'modal', types: ['sales'] });
    const [first] = document.scenarios;
    const { name, patches } = addScenario(documents, first?.name ?? '', found, document.usual);
    expect(name).toBe(`${first?.name} (2)`);
    const applied = applyPatches(documents, patches);
    const byHand = {
      ...document,
      scenarios: [...document.scenarios, { name, on: found.scenario.on, expect: found.scenario.expect }],
    };
    expect(applied.ok && JSON.stringify(applied.documents['scenarios.json'])).toBe(JSON.stringify(byHand));
    const { 'scenarios.json': _none, ...without } = documents;
    const begun = applyPatches(without, addScenario(without, 'One', found, document.usual).patches);
    expect(begun.ok && compile(begun.documents).ok).toBe(true);
  });
});
