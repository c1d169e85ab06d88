import { shapeOf } from '../shape.ts';
import type { SavedAnswers } from './store.ts';
import { storedJson } from './stored-json.ts';

/** Returns the saved answers that a column holds; undefined if it is damaged: they are lost for whoever saved them. */
export function readSavedAnswers(column: unknown): SavedAnswers | undefined {
  return storedJson(storedAnswers, column);
}

const text = { type: 'string' };
const time = { type: 'number' };
const storedAnswers = shapeOf<SavedAnswers>({
  type: 'object',
  required: ['hash', 'savedAt', 'expiresAt', 'path', 'enquiryType', 'email', 'values'],
  properties: {
    ...{ hash: text, savedAt: time, expiresAt: time, path: text, email: text },
    enquiryType: { type: ['string', 'number'] },
    values: { type: 'object' },
  },
});
