import type { Id, Json } from '#engine';
import { createShape } from '../../platform/validate-shape.ts';
import { readJsonColumn } from './stored-json.ts';

/**
 * The answers of a form that its visitor continues by a link (docs/behaviour.md, "Save and return later").
 * They are deleted when they expire, or when an enquiry of that type arrives from that address.
 */
export interface SavedAnswers {
  /**
   * SHA-256 of the token in the link. The token itself is stored nowhere, so nobody who reads the database
   * can open a link.
   */
  readonly hash: string;
  readonly savedAt: number;
  readonly expiresAt: number;
  readonly path: string;
  readonly enquiryType: Id;
  readonly email: string;
  /** Entered values by field; never files. */
  readonly values: { readonly [field: string]: Json };
}

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
