import { createEditableScope } from '#engine/editing/edit-scope.ts';
import { createOutline, findOutlineField, listOutlineTypes } from '#engine/editing/fields/outline.ts';
import { listRules } from '#engine/editing/rules.ts';
import { asList, asObject } from '#engine/json-schema/values.ts';
import type { CommentsView, CommentView, NewCommentRequest, ThreadView } from '../../../api/review.ts';
import { type Actor, isRoleAtLeast } from '../../admin/people/actor.ts';
import type { Audit } from '../../admin/people/audit.ts';
import { getEffectiveDocuments, type LiveContent } from '../../forms/content/content-documents.ts';
import type { ReviewSettings } from '../../platform/config/settings.ts';
import { createSecretToken } from '../../platform/secret/secret-token.ts';
import type { AddedComment, CommentEntry } from '../../store/records/review-entry.ts';
import type { Store } from '../../store/store.ts';
import type { Drafts } from '../draft/drafts.ts';
import { type CommentTarget, parseCommentTarget } from './comment-target.ts';
import type { GuestComment } from './comment-text.ts';

/** The comments on the draft. Everybody who sees the draft may read and write some. */
export interface Comments {
  readonly list: (who: Actor) => Promise<CommentsView>;
  /**
   * Adds a comment or a reply, or returns why not: the draft has no such part, the thread is gone, or there are
   * too many.
   */
  readonly add: (asked: NewCommentRequest, who: Actor) => Promise<AddedComment | 'no-target'>;
  /** Returns the threads that readers of a link to a preview have begun, with the answers to them. */
  readonly listOfLink: (link: string) => Promise<readonly GuestThread[]>;
  /** Adds a comment of a person who has opened a link to a preview. */
  readonly addOfGuest: (link: string, comment: GuestComment) => Promise<AddedComment>;
  /**
   * Resolves a thread or reopens it. Only the person who began it may, and those who may edit what it is about.
   */
  readonly resolve: (thread: string, isResolved: boolean, who: Actor) => Promise<CommentOutcome>;
  /** Deletes a comment. Only its author may, and owners, which is recorded in the audit log. */
  readonly remove: (id: string, who: Actor) => Promise<CommentOutcome>;
}

/** The comments of a thread that a reader of a link has begun, the oldest first, without deleted ones. */
export interface GuestThread {
  readonly target: string;
  readonly isResolved: boolean;
  readonly comments: readonly CommentEntry[];
}

type CommentOutcome = 'done' | 'unknown' | 'not-allowed';

export interface CommentOptions {
  readonly store: Store;
  readonly drafts: Pick<Drafts, 'current' | 'refresh'>;
  readonly audit: Pick<Audit, 'record'>;
  readonly settings: ReviewSettings;
  /** The content that is live, whose folder has the lists that the draft does not have. */
  readonly live: () => Pick<LiveContent, 'folder'>;
  readonly now: () => number;
  /** Called after each change of the comments. */
  readonly onChange: () => void;
}

export function createComments({
  store,
  drafts,
  audit,
  settings,
  live,
  now,
  onChange,
}: CommentOptions): Comments {
  const draft = { drafts, live };
  const limits = { most: settings.mostComments, mostOfLink: settings.mostCommentsOfLink };

  /** Returns a new comment as the store gets it. A first one has the id of its thread. */
  function createEntry(
    comment: Pick<CommentEntry, 'target' | 'name' | 'text' | 'person' | 'link'>,
    of?: string,
  ) {
    const id = createSecretToken();
    return { ...comment, id, thread: of ?? id, at: now(), limits };
  }

  /** Adds a comment and reports the change. */
  async function addEntry(entry: ReturnType<typeof createEntry>): Promise<AddedComment> {
    const added = await store.addComment(entry);
    if (added === 'added') onChange();
    return added;
  }

  return {
    async list(who) {
      const threads = Map.groupBy(await store.comments(), ({ thread }) => thread);
      return {
        longest: settings.longestComment,
        threads: [...threads.values()].flatMap((comments) => toThreadView(comments, who, draft) ?? []),
      };
    },
    async listOfLink(link) {
      const threads = Map.groupBy(await store.comments(), ({ thread }) => thread);
      return [...threads.values()].flatMap((all) => {
        const first = all.find(({ id, thread }) => id === thread);
        const comments = all.filter(({ text }) => text !== '');
        if (first?.link !== link || comments.length === 0) return [];
        return [{ target: first.target, isResolved: first.resolvedAt !== undefined, comments }];
      });
    },
    async add({ target, thread, text }, who) {
      await drafts.refresh();
      if (thread === undefined && !hasTarget(draft, target)) return 'no-target';
      return addEntry(createEntry({ target, name: who.name, text, person: who.id }, thread));
    },
    addOfGuest: (link, { name, target, text }) => addEntry(createEntry({ target, name, text, link })),
    async resolve(thread, isResolved, who) {
      const first = (await store.comments()).find(({ id }) => id === thread);
      if (first === undefined) return 'unknown';
      if (!mayResolve(first, who, draft)) return 'not-allowed';
      const isDone = await store.resolveThread({ thread, resolvedAt: isResolved ? now() : null });
      if (isDone) onChange();
      return isDone ? 'done' : 'unknown';
    },
    async remove(id, who) {
      const comment = (await store.comments()).find((one) => one.id === id);
      if (comment === undefined || comment.text === '') return 'unknown';
      if (!mayDelete(comment, who)) return 'not-allowed';
      if (!(await store.deleteComment(id))) return 'unknown';
      if (comment.person !== who.id)
        await audit.record({ who, action: 'comment-deleted', about: comment.name });
      onChange();
      return 'done';
    },
  };
}

/** Returns what a person sees of the comments of a thread; undefined without its first comment. */
function toThreadView(
  comments: readonly CommentEntry[],
  who: Actor,
  draft: CommentedDraft,
): ThreadView | undefined {
  const first = comments.find(({ id, thread }) => id === thread);
  return (
    first && {
      id: first.id,
      target: first.target,
      isResolved: first.resolvedAt !== undefined,
      isResolvable: mayResolve(first, who, draft),
      comments: comments.map((comment) => toCommentView(comment, who)),
    }
  );
}

function toCommentView(comment: CommentEntry, who: Actor): CommentView {
  const { id, at, name, text, person } = comment;
  return {
    id,
    at,
    name,
    ...(person === undefined && { isGuest: true }),
    ...(text !== '' && { text }),
    isDeletable: text !== '' && mayDelete(comment, who),
  };
}

function mayDelete({ person }: CommentEntry, { id, role }: Actor): boolean {
  return person === id || role === 'owner';
}

/** The draft, and the live content whose folder has the lists that the draft does not have. */
type CommentedDraft = Pick<CommentOptions, 'drafts' | 'live'>;

/** Returns true for the person who began the thread, and for those who may edit what it is about. */
function mayResolve({ person, target }: CommentEntry, who: Actor, draft: CommentedDraft): boolean {
  if (person === who.id) return true;
  if (!isRoleAtLeast(who.role, 'editor')) return false;
  if (who.types === undefined && who.sites === undefined) return true;
  const about = parseCommentTarget(target);
  if (about === undefined) return false;
  const { documents } = draft.drafts.current();
  switch (about.kind) {
    case 'content': {
      const entry = findEntry(draft, about);
      return entry !== undefined && createEditableScope(who, documents).canEditEntry(entry);
    }
    case 'rule':
      return createEditableScope(who, documents).canEditRule(
        listRules(documents).find(({ id }) => id === about.rule),
      );
    case 'form':
    case 'field':
      return who.sites === undefined && (who.types?.includes(about.type) ?? true);
  }
}

/** Returns true if the draft has the part that a target names. */
function hasTarget(draft: CommentedDraft, target: string): boolean {
  const { documents } = draft.drafts.current();
  const about = parseCommentTarget(target);
  if (about === undefined) return false;
  if (about.kind === 'rule') return listRules(documents).some(({ id }) => id === about.rule);
  if (about.kind === 'content') return findEntry(draft, about) !== undefined;
  const type = listOutlineTypes(documents).find(({ key }) => key === about.type);
  return type !== undefined && (about.kind === 'form' || hasField(draft.drafts, about));
}

/** Returns the entry of the content that a target names by its id, path or name; undefined if there is none. */
function findEntry(
  { drafts, live }: CommentedDraft,
  { list, entry: name }: Extract<CommentTarget, { readonly kind: 'content' }>,
): unknown {
  const entries = getEffectiveDocuments(drafts.current().documents, live().folder)[`content/${list}.json`];
  // Entries of the folder without an id have their position as id in the studio.
  return asList(entries).find((one, index) => {
    const { id, path, name: ownName } = asObject(one);
    return [id ?? index + 1, path, ownName].some((key) => String(key) === name);
  });
}

/** Returns true if the draft has a field of this path. */
function hasField(
  drafts: CommentOptions['drafts'],
  { type, field }: { readonly type: string; readonly field: string },
): boolean {
  const outline = createOutline(drafts.current().documents).find(({ key }) => key === type);
  return outline !== undefined && findOutlineField(outline.fields, field) !== undefined;
}
