import { describe, expect, it } from 'vitest';
import { formatDocument } from '#engine/editing/documents/index.ts';
import { compileTestForm, readShippedDocuments } from '../../test/support/forms.ts';
import type { Documents } from '../model/types.ts';
import { applySiteRestriction, toRuleModel, toRuleSource } from '../rules/builder/index.ts';
import {
  addRule,
  applyPatches,
  duplicateRule,
  listRules,
  listRulesAboutField,
  moveRule,
  type Patch,
  removeRule,
  setRule,
} from './index.ts';

const shipped = readShippedDocuments();
const written = formatDocument(shipped['rules.json']);
const ids = (documents: Documents) => listRules(documents).map(({ id }) => id);
const rule = (documents: Documents, id: string) => {
  const found = listRules(documents).find((each) => each.id === id);
  if (found === undefined) throw new Error(`there is no rule ${id}`);
  return found;
};

function made(documents: Documents, patches: readonly Patch[]): Documents {
  const applied = applyPatches(documents, patches);
  if (!applied.ok) throw new Error(`conflict at ${applied.conflicts[0]?.patch.path.join('/')}`);
  const back = applyPatches(applied.documents, applied.inverse);
  expect(back.ok && JSON.stringify(back.documents)).toBe(JSON.stringify(documents));
  return applied.documents;
}

/** The rules as the studio leaves them, and as somebody leaves them who edits the text, both formatted. */
function expectAsByHand(documents: Documents, from: string, to: string): void {
  expect(written).toContain(from);
  const byHand = written.replace(from, to);
  expect(formatDocument(documents['rules.json'], written)).toBe(formatDocument(JSON.parse(byHand), byHand));
}

describe('rules that the studio writes are as those of a developer, byte for byte', () => {
  it('the photos of service from one to three', () => {
    const model = toRuleModel(rule(shipped, 'one-photo'));
    const effects = model.effects.map((effect) =>
      effect.kind === 'limits' ? { ...effect, limits: { ...effect.limits, count: 3 } } : effect,
    );
    const documents = made(shipped, setRule(shipped, 'one-photo', toRuleSource({ ...model, effects })));
    expectAsByHand(documents, '"count": 1 }', '"count": 3 }');
  });

  it('valuation excluded on one more site', () => {
    const when = { '==': [{ var: 'site.id' }, '101'] };
    const then = { excludeTypes: ['valuation'] };
    const { id, patches } = addRule(shipped, {
      words: 'exclude types valuation',
      rule: { description: 'Trevarrow values no boats.', when, then },
      behind: 'site-119',
    });
    const documents = made(shipped, patches);
    expect(id).toBe('exclude-types-valuation');
    const type = `    {
      "id": "type-of-office",`;
    expectAsByHand(
      documents,
      type,
      `    {
      "id": "exclude-types-valuation",
      "description": "Trevarrow values no boats.",
      "when": { "==": [{ "var": "site.id" }, "101"] },
      "then": { "excludeTypes": ["valuation"] }
    },
${type}`,
    );
    compileTestForm(documents);
  });

  it('one of several sites more on which something is shown', () => {
    const shown = { sites: ['101'], names: ['phone'], when: { '==': [{ var: 'type' }, 'sales'] } };
    const bare = { id: '', description: 'Only Trevarrow asks for a phone number.', then: {} };
    const { id: _id, ...fresh } = applySiteRestriction(bare, shown);
    const added = addRule(shipped, { words: 'shown only phone', rule: fresh, behind: 'year' });
    const first = made(shipped, added.patches);
    const own = rule(first, added.id);
    const documents = made(
      first,
      setRule(first, added.id, applySiteRestriction(own, { ...shown, sites: ['101', '119'] })),
    );
    const last = `      "then": { "bound": { "year": { "minimum": 1900, "maximum": { "var": "today.nextYear" } } } }
    }`;
    expectAsByHand(
      documents,
      last,
      `${last},
    {
      "id": "shown-only-phone",
      "description": "Only Trevarrow asks for a phone number.",
      "when": {
        "and": [
          { "==": [{ "var": "type" }, "sales"] },
          { "!": { "in": [{ "var": "site.id" }, ["101", "119"]] } }
        ]
      },
      "then": { "hide": ["phone"] }
    }`,
    );
  });

  it('a rule moved, a rule removed', () => {
    const moved = made(shipped, moveRule(shipped, 'ten-photos', 'events'));
    expect(ids(moved).indexOf('ten-photos')).toBe(ids(moved).indexOf('events') + 1);
    const back = made(moved, moveRule(moved, 'ten-photos', 'one-photo'));
    expect(formatDocument(back['rules.json'], written)).toBe(written);
    const first = made(shipped, moveRule(shipped, 'site-119', null));
    expect(ids(first)[0]).toBe('site-119');
    expect(moveRule(first, 'site-119', null)).toEqual([]);
    const removed = made(shipped, removeRule(shipped, 'site-119'));
    const start = written.indexOf('    {\n      "id": "site-119"');
    const own = written.slice(start, written.indexOf('    {\n      "id": "type-of-office"'));
    expectAsByHand(removed, own, '');
  });
});

describe('a rule', () => {
  it('gets an id that no other has', () => {
    const { id, patches } = duplicateRule(shipped, 'site-119', 'Copied.');
    expect(id).toBe('site-119-2');
    const documents = made(shipped, patches);
    expect(ids(documents).indexOf(id)).toBe(ids(documents).indexOf('site-119') + 1);
    expect(rule(documents, id)).toEqual({ ...rule(shipped, 'site-119'), id, description: 'Copied.' });
    expect(addRule(documents, { words: 'Site 119', rule: {} }).id).toBe('site-119-3');
    expect(addRule(documents, { words: '!', rule: {} }).id).toBe('rule');
  });

  it('is the first of documents that have none', () => {
    const { 'rules.json': _rules, ...none } = shipped;
    const hide = { description: 'd', then: { hide: ['phone'] } };
    for (const documents of [
      none,
      { ...shipped, 'rules.json': {} },
      { ...shipped, 'rules.json': { rules: [] } },
    ])
      expect(listRules(made(documents, addRule(documents, { words: 'one', rule: hide }).patches))).toEqual([
        { id: 'one', ...hide },
      ]);
  });

  it('that is removed takes along that others stand in its place, and nothing else', () => {
    const standing = { ...rule(shipped, 'modal'), insteadOf: 'site-119' };
    const documents = made(shipped, setRule(shipped, 'modal', standing));
    const removed = made(documents, removeRule(documents, 'site-119'));
    expect(rule(removed, 'modal')).toEqual(rule(shipped, 'modal'));
    compileTestForm(removed);
  });

  it('is found by what it speaks of', () => {
    expect(listRulesAboutField(shipped, 'office_location')).toEqual([
      'modal',
      'no-office',
      'no-office-select',
      'office-required',
      'preselected-office',
    ]);
    const asking = {
      id: 'planted',
      description: 'd',
      when: { var: 'options.year' },
      then: { hide: ['phone'] },
    };
    const documents = made(shipped, addRule(shipped, { words: 'planted', rule: asking }).patches);
    expect(listRulesAboutField(documents, 'year')).toEqual(['year', 'planted']);
  });
});
