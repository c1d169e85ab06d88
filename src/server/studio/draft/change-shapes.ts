import type { Patch } from '#engine/editing/index.ts';
import type { AcceptedChange } from '../../../api/studio.ts';
import { createShape, type ShapeSchema } from '../../platform/validate-shape.ts';
import type { DraftHead } from './stored-draft.ts';

const text: ShapeSchema = { type: 'string' };
const id: ShapeSchema = { type: 'string', maxLength: 100 };
const ids: ShapeSchema = { type: 'array', items: id };
const count: ShapeSchema = { type: 'integer', minimum: 0 };

/** A change at one position of a document, as `engine/editing` reads it. */
const patch: ShapeSchema = {
  type: 'object',
  required: ['file', 'path'],
  properties: {
    file: { type: 'string', pattern: '^[\\w-]+(?:/[\\w-]+)*\\.json$' },
    path: { type: 'array', items: { type: 'string', not: { const: '__proto__' } } },
    before: { isPlainJson: true },
    after: { isPlainJson: true },
    behind: { type: ['string', 'null'] },
  },
};

export const patchesSchema: ShapeSchema = { type: 'array', minItems: 1, items: patch };

const changeMembers = {
  id,
  title: {
    type: 'object',
    required: ['key'],
    properties: {
      key: id,
      values: { type: 'object', additionalProperties: { type: ['string', 'number'] } },
    },
  },
  patches: patchesSchema,
  group: text,
  undoes: ids,
  redoes: ids,
  settles: id,
};

const changeRequired = ['id', 'title', 'patches'];

/** Changes are stored, and read by every page and at the server's start, so every member is validated. */
export const changeSchema: ShapeSchema = {
  type: 'object',
  required: changeRequired,
  properties: changeMembers,
};

const acceptedChangeSchema: ShapeSchema = {
  type: 'object',
  required: [...changeRequired, 'version', 'at', 'by', 'inverse'],
  properties: {
    ...changeMembers,
    version: { type: 'integer', minimum: 1 },
    at: { type: 'number' },
    by: text,
    name: text,
    inverse: { type: 'array', items: patch },
  },
};

const documents: ShapeSchema = { type: 'object', isPlainJson: true };

const collision: ShapeSchema = {
  type: 'object',
  required: ['change', 'conflicts'],
  properties: {
    change: changeSchema,
    conflicts: {
      type: 'array',
      items: { type: 'object', required: ['patch'], properties: { patch } },
    },
    name: text,
  },
};

export const acceptedChangeShape = createShape<AcceptedChange>(acceptedChangeSchema);

/** The line that records that a collision is decided. */
export const settledLineShape = createShape<{ readonly settled: string }>({
  type: 'object',
  required: ['settled'],
  properties: { settled: text },
});

export const draftHeadShape = createShape<DraftHead>({
  type: 'object',
  required: ['id', 'baseHash', 'base'],
  properties: {
    id: { type: 'string', minLength: 1 },
    baseHash: text,
    baseVersion: count,
    base: documents,
    outdated: { type: 'object', additionalProperties: { type: 'object', additionalProperties: text } },
    collisions: { type: 'array', items: collision },
    page: text,
  },
});

export const patchListShape = createShape<readonly Patch[]>(patchesSchema);
