import { describe, expect, it } from 'vitest';
import type { JsonSchema } from '../../model/types.ts';
import { explainWidgetMisfit } from './widget-misfit.ts';

const misfit = (widget: string, schema: JsonSchema) => explainWidgetMisfit(widget, [schema], schema);
const yesNo = { enum: ['yes', 'no'] };

describe('explainWidgetMisfit', () => {
  it('lets days be drawn in parts, and nothing else', () => {
    expect(misfit('date-parts', { type: 'string', format: 'date' })).toBeUndefined();
    for (const schema of [{ type: 'string' }, { type: 'string', format: 'date-time' }, { type: 'integer' }])
      expect(misfit('date-parts', schema)).toMatch(/give it .*"format": "date"/);
  });

  it('lets a few numbers be a rating, and nothing else', () => {
    expect(misfit('rating', { type: 'integer', minimum: 0, maximum: 10 })).toBeUndefined();
    expect(misfit('rating', { type: 'integer', enum: [1, 3, 5] })).toBeUndefined();
    for (const limits of [
      {},
      { minimum: 1 },
      { minimum: 5, maximum: 1 },
      { minimum: 0.5, maximum: 2.5 },
      { minimum: 1, maximum: 21 },
    ])
      expect(misfit('rating', { type: 'integer', ...limits })).toMatch(
        /whole "minimum" and "maximum" of at most 20/,
      );
  });

  it('lets an object be a matrix whose properties share their choices', () => {
    const properties = { hull: yesNo, rig: { $ref: '#/$defs/yes-no', title: 'Rig' } };
    expect(misfit('matrix', { type: 'object', properties, $defs: { 'yes-no': yesNo } })).toBeUndefined();
  });

  it('says which property of a matrix offers something else, and what to do', () => {
    const properties = { hull: yesNo, rig: yesNo, engine: { enum: ['yes', 'no', 'perhaps'] } };
    expect(misfit('matrix', { properties })).toBe(
      '"engine" offers "yes", "no", "perhaps", but "hull" offers "yes", "no", and a matrix has one header for all; give both the same, for example by a "$ref" to one definition, or choose another widget',
    );
    const titled = { oneOf: [{ const: 'yes', title: 'Aye' }, { const: 'no' }] };
    expect(misfit('matrix', { properties: { hull: yesNo, rig: titled } })).toMatch(
      /"rig" offers "Aye", "no"/,
    );
  });

  it('says which property of a matrix offers nothing, one that a condition brings among them', () => {
    const notes = { notes: { type: 'string' } };
    expect(misfit('matrix', { properties: { hull: yesNo, ...notes } })).toMatch(/^"notes" offers no choices/);
    expect(misfit('matrix', { properties: { hull: yesNo }, then: { properties: notes } })).toMatch(
      /^"notes"/,
    );
    expect(misfit('matrix', { type: 'string' })).toMatch(/is for an object/);
  });

  it('lets a text or a number be chosen by typing, and no list or tick', () => {
    for (const schema of [{ type: 'string' }, { type: 'integer' }, { oneOf: [{ const: 1 }] }])
      expect(misfit('autocomplete', schema)).toBeUndefined();
    for (const schema of [{ type: 'boolean' }, { type: 'array' }, { type: 'object' }])
      expect(misfit('autocomplete', schema)).toMatch(/one choice among many/);
  });

  it('lets a list of choices be a ranking if it can have each of them once', () => {
    const list = { type: 'array', uniqueItems: true, items: { enum: ['a', 'b', 'c'] } };
    expect(misfit('ranking', list)).toBeUndefined();
    expect(misfit('ranking', { ...list, minItems: 3, maxItems: 3 })).toBeUndefined();
    const $defs = { goal: { oneOf: [{ const: 'a' }, { const: 'b' }] } };
    expect(misfit('ranking', { ...list, items: { $ref: '#/$defs/goal' }, $defs })).toBeUndefined();
    expect(misfit('ranking', { ...list, uniqueItems: false })).toMatch(/give it "uniqueItems": true/);
    expect(misfit('ranking', { ...list, maxItems: 2 })).toMatch(/all 3 choices .* at most 2; remove/);
    for (const schema of [{ ...list, items: { enum: ['a'] } }, { ...list, items: {} }, { type: 'string' }])
      expect(misfit('ranking', schema)).toMatch(/is for a list of choices/);
  });

  it('lets a list be a signature if it has one item', () => {
    const list = { type: 'array', items: { type: 'string' } };
    for (const schema of [list, { ...list, minItems: 1, maxItems: 1 }])
      expect(misfit('signature', schema)).toBeUndefined();
    expect(misfit('signature', { ...list, maxItems: 3 })).toMatch(/one picture, .* 3; give it "maxItems": 1/);
    expect(misfit('signature', { ...list, minItems: 2 })).toMatch(/accepts or demands 2/);
    expect(misfit('signature', { type: 'string' })).toMatch(/give it "type": "array"/);
  });

  it('says nothing of what it does not know', () => {
    expect(misfit('text', { type: 'object' })).toBeUndefined();
    expect(explainWidgetMisfit('matrix', [], {})).toBeUndefined();
  });
});
