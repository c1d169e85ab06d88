import type { ShapeSchema } from '../../platform/validate-shape.ts';

const texts: ShapeSchema = { type: 'array', items: { type: 'string' } };

/** The role and scope in a stored account, token or invitation. */
export const scopeShape: Readonly<Record<string, ShapeSchema>> = {
  role: { enum: ['viewer', 'editor', 'publisher', 'owner'] },
  enquiries: { enum: ['read', 'handle', 'erase'] },
  types: texts,
  sites: texts,
};
