import type { AccessScope, EnquiryRight, Role } from '../../../api/people.ts';
import { hasEnquiryRight } from './enquiry-rights.ts';
import { includesRole } from './roles.ts';

interface ActionAudience {
  /** The least role that may perform the action. */
  readonly role: Role;
  /** The least right for enquiries. Absent: none is needed. */
  readonly enquiries?: EnquiryRight;
  /** The limits that a person may have: `none`, or a limit to `types` but not to sites. Absent: any. */
  readonly allowedLimits?: 'none' | 'types';
}

const editor: ActionAudience = { role: 'editor' };
/** Languages, types and retention rules concern all types and sites. */
const unlimitedEditor: ActionAudience = { role: 'editor', allowedLimits: 'none' };
/** Forms and new rules concern all sites, so a person limited to sites cannot change them. */
const editorOfTypes: ActionAudience = { role: 'editor', allowedLimits: 'types' };

/** All restricted actions of the studio with the permissions they need, by the text key of the action. */
export const actionAudiences = {
  undo: editor,
  redo: editor,
  'forms.new': unlimitedEditor,
  'forms.import': unlimitedEditor,
  'rules.new': editorOfTypes,
  'texts.tool.language': unlimitedEditor,
  'texts.tool.import': editorOfTypes,
  'import.title': editor,
  export: { role: 'publisher' },
  restore: { role: 'publisher' },
  enquiries: { role: 'viewer', enquiries: 'read' },
  'desk.export': { role: 'viewer', enquiries: 'handle' },
  privacy: { role: 'viewer', enquiries: 'erase', allowedLimits: 'none' },
  'privacy.retention': { role: 'viewer', enquiries: 'erase', allowedLimits: 'none' },
  'privacy.erase': { role: 'viewer', enquiries: 'erase', allowedLimits: 'none' },
  people: { role: 'owner' },
  audit: { role: 'owner' },
  'people.invite': { role: 'owner' },
} as const satisfies Readonly<Record<string, ActionAudience>>;

export type ActionKey = keyof typeof actionAudiences;

/**
 * Returns true if a person with this role, right and limits (`reach`) may perform an action. The server
 * enforces the same permissions.
 */
export function isActionOffered(action: ActionKey, reach: AccessScope): boolean {
  const { role, enquiries, allowedLimits }: ActionAudience = actionAudiences[action];
  return (
    includesRole(reach.role, role) &&
    (enquiries === undefined || hasEnquiryRight(reach, enquiries)) &&
    (allowedLimits === undefined || reach.sites === undefined) &&
    (allowedLimits !== 'none' || reach.types === undefined)
  );
}
