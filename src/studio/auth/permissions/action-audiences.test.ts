import { describe, expect, it } from 'vitest';
import { findChangesOutsideScope } from '#engine/editing/edit-scope.ts';
import { addLanguage, addRule, addType, applyPatches, setText } from '#engine/editing/index.ts';
import { readFrozenDocuments } from '../../../../test/support/forms.ts';
import { studioAudiences } from '../../../../test/support/studio-audiences.ts';
import type { AccessScope } from '../../../api/people.ts';
import { type ActionKey, actionAudiences, isActionOffered } from './action-audiences.ts';
import { hasEnquiryRight } from './enquiry-rights.ts';
import { includesRole, roles } from './roles.ts';

const before = readFrozenDocuments();
type Patches = Parameters<typeof applyPatches>[1];

/** The demands of an action on the server: a route, and the change of the draft that is most likely inside of somebody's limits. */
const asks: Readonly<
  Record<ActionKey, { readonly route: string; readonly change?: (reach: AccessScope) => Patches }>
> = {
  undo: { route: 'POST /studio/api/changes' },
  redo: { route: 'POST /studio/api/changes' },
  'forms.new': {
    route: 'POST /studio/api/changes',
    change: () => addType(before, 'Charter').patches,
  },
  'forms.import': {
    route: 'POST /studio/api/changes',
    change: () => addType(before, 'Charter').patches,
  },
  'rules.new': {
    route: 'POST /studio/api/changes',
    change: ({ types: [only] = [] }) =>
      addRule(before, {
        words: 'hide message',
        rule: {
          description: 'New.',
          ...(only !== undefined && { when: { '==': [{ var: 'type' }, only] } }),
          then: { hide: ['message'] },
        },
      }).patches,
  },
  'texts.tool.language': { route: 'POST /studio/api/changes', change: () => addLanguage(before, 'nl') },
  'texts.tool.import': {
    route: 'POST /studio/api/changes',
    change: ({ types: [only] = [] }) =>
      setText(before, { locale: 'de', key: only === undefined ? 'submit' : `forms.${only}.submit` }, 'Neu'),
  },
  'import.title': { route: 'POST /studio/api/import' },
  export: { route: 'GET /studio/api/versions/:number/archive' },
  restore: { route: 'POST /studio/api/restore' },
  enquiries: { route: 'GET /studio/api/enquiries' },
  'desk.export': { route: 'GET /studio/api/enquiries/export' },
  privacy: { route: 'GET /studio/api/privacy/retention' },
  'privacy.retention': { route: 'POST /studio/api/privacy/retention' },
  'privacy.erase': { route: 'POST /studio/api/privacy/person/erase' },
  people: { route: 'GET /studio/api/people' },
  audit: { route: 'GET /studio/api/audit' },
  'people.invite': { route: 'POST /studio/api/invitations' },
};

const limits = [{}, { types: ['service'] }, { sites: ['119'] }, { types: ['service'], sites: ['119'] }];
const reaches: readonly AccessScope[] = roles.flatMap((role) =>
  limits.flatMap((limit) =>
    ([undefined, 'read', 'handle', 'erase'] as const).map((enquiries) => ({
      role,
      ...limit,
      ...(enquiries && { enquiries }),
    })),
  ),
);

/** Tells whether the server takes it: by the audience of the route, and what is outside of somebody's limits. */
function isTaken(action: ActionKey, reach: AccessScope): boolean {
  const { route, change } = asks[action];
  const [role = '', enquiries] = (studioAudiences[route] ?? '').split(', ');
  if (!includesRole(reach.role, role as AccessScope['role'])) return false;
  if (enquiries !== undefined && !hasEnquiryRight(reach, enquiries as 'read')) return false;
  // The routes of what is stored of a person are nobody's who is limited (privacy-routes.ts).
  if (route.includes('/privacy/') && (reach.types ?? reach.sites) !== undefined) return false;
  if (change === undefined) return true;
  const applied = applyPatches(before, change(reach));
  return applied.ok && findChangesOutsideScope(reach, { before, after: applied.documents }).length === 0;
}

describe('isActionOffered', () => {
  it.each(Object.keys(actionAudiences) as ActionKey[])(
    'offers "%s" to those alone of whom the server takes it',
    (action) => {
      for (const reach of reaches) {
        if (isActionOffered(action, reach)) expect([reach, isTaken(action, reach)]).toEqual([reach, true]);
      }
      expect(reaches.some((reach) => isActionOffered(action, reach))).toBe(true);
    },
  );
});
