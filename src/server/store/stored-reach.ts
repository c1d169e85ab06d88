import type { ShapeSchema } from '../shape.ts';

const texts: ShapeSchema = { type: 'array', items: { type: 'string' } };

/** What of a stored account, token or invitation says what somebody may. */
export const reachShape: Readonly<Record<string, ShapeSchema>> = {
  role: { enum: ['viewer', 'editor', 'publisher', 'owner'] },
  enquiries: { enum: ['read', 'handle', 'erase'] },
  types: texts,
  sites: texts,
};
