import { createShape } from '../platform/shape.ts';
import type { SavedAnswers } from './store.ts';
import { readJsonColumn } from './stored-json.ts';

/**
 * Returns the saved answers in a column; undefined if it is absent or damaged. Damaged answers are lost for
 * the visitor.
 */
export function readSavedAnswers(column: unknown): SavedAnswers | undefined {
  return readJsonColumn(storedAnswers, column);
}

const text = { type: 'string' };
const time = { type: 'number' };
const storedAnswers = createShape<SavedAnswers>({
  type: 'object',
  required: ['hash', 'savedAt', 'expiresAt', 'path', 'enquiryType', 'email', 'values'],
  properties: {
    hash: text,
    savedAt: time,
    expiresAt: time,
    path: text,
    email: text,
    enquiryType: { type: ['string', 'number'] },
    values: { type: 'object' },
  },
});
