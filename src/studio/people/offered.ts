import type { EnquiryRight, Reach, Role } from '../protocol-people.ts';
import { mayWithEnquiries } from './enquiry-rights.ts';
import { mayAs } from './roles.ts';

/** Whom an action is offered to. */
interface Audience {
  readonly role: Role;
  /** What they have to be let do with enquiries. */
  readonly enquiries?: EnquiryRight;
  /** To what they may be limited at most; absent: to whatever. */
  readonly limits?: 'none' | 'types';
}

const editor: Audience = { role: 'editor' };
/** A language, a type, and how long things are kept are of all types. */
const unlimitedEditor: Audience = { role: 'editor', limits: 'none' };
/** Nothing of a form is of a site alone, nor is a rule that is new. */
const editorOfTypes: Audience = { role: 'editor', limits: 'types' };

/** Every action of the studio that some of those who are signed in may not do, by the key of its words, with whom it is for. */
export const actionAudiences = {
  undo: editor,
  redo: editor,
  'forms.new': unlimitedEditor,
  'rules.new': editorOfTypes,
  'texts.tool.language': unlimitedEditor,
  'texts.tool.import': editorOfTypes,
  'import.title': editor,
  export: { role: 'publisher' },
  restore: { role: 'publisher' },
  enquiries: { role: 'viewer', enquiries: 'read' },
  'desk.export': { role: 'viewer', enquiries: 'handle' },
  privacy: { role: 'viewer', enquiries: 'erase', limits: 'none' },
  'privacy.retention': { role: 'viewer', enquiries: 'erase', limits: 'none' },
  'privacy.erase': { role: 'viewer', enquiries: 'erase', limits: 'none' },
  people: { role: 'owner' },
  audit: { role: 'owner' },
  'people.invite': { role: 'owner' },
} as const satisfies Readonly<Record<string, Audience>>;

export type ActionKey = keyof typeof actionAudiences;

/** Tells whether an action is offered to somebody: the server takes it of nobody else. */
export function isOffered(action: ActionKey, reach: Reach): boolean {
  const { role, enquiries, limits }: Audience = actionAudiences[action];
  return (
    mayAs(reach.role, role) &&
    (enquiries === undefined || mayWithEnquiries(reach, enquiries)) &&
    (limits === undefined || reach.sites === undefined) &&
    (limits !== 'none' || reach.types === undefined)
  );
}
